/** The events of the time line as a table. */
import { formatInteger } from '@/kit/lab/state';
import type { TimeLine } from './tasks';
import { callWords, formatUs, isSegment, stepWords } from './words';

/** Rows at most; the file has all. */
const MOST_ROWS = 120;

export function drawEventTable(line: TimeLine): string {
  const { events, eventsLeftOut, ending, atUs, call, errno } = line;
  const shown = events.slice(0, MOST_ROWS);
  const more = events.length + eventsLeftOut - shown.length;
  const rows = shown.map(({ atUs: us, step, number, onWire, timerUs }) => {
    const lost = isSegment(step) && !onWire ? ', does not leave the machine' : '';
    const timer = timerUs === undefined || timerUs <= us ? '' : formatUs(timerUs);
    return `<tr><td>${formatUs(us)}</td><td>${stepWords(step)}${lost}</td><td>${number}</td><td>${timer}</td></tr>`;
  });
  const end =
    ending === 'learned'
      ? `<tr class="mt-dc-row--learns"><td>${formatUs(atUs)}</td><td>${callWords(call)}: ${errno}</td><td></td><td></td></tr>`
      : '';
  const caption = more > 0 ? `Events; ${formatInteger(more)} more are left out here` : 'Events, in order';
  return (
    `<table class="mt-lab-table mt-dc-events"><caption>${caption}</caption><thead><tr><th scope="col">since the last contact</th>` +
    '<th scope="col">what happens</th><th scope="col">number</th><th scope="col">timer fires at</th></tr></thead>' +
    `<tbody>${rows.join('')}${end}</tbody></table>`
  );
}
