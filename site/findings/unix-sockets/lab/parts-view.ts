/** The parts as a table: what one costs, how often it occurs, and what that makes, over either kind of socket. */
import { formatBytes, formatCount, formatSeconds } from '@/kit/chart/format';
import { escapeText } from '@/kit/chart/grammar';
import type { LabState } from './state';
import type { Breakdown, Comparison, Estimates } from './tasks';
import { PARTS, PART_NAMES, TRANSPORTS, type PartName } from './words';

/** A time that is less than the clock shows is written as what it is. */
const time = (seconds: number): string => formatSeconds(Number(seconds.toPrecision(3)));

const times = (part: PartName, count: number): string => (part === 'byte' ? formatBytes(count) : formatCount(count));

function cells(part: PartName, estimates: Estimates, breakdown: Breakdown): string {
  const { each } = PARTS[part];
  const [value, low, high] = [estimates.value[each], estimates.low[each], estimates.high[each]];
  return (
    `<td class="mt-us-each">${time(value)}<span class="mt-us-range">${time(low)}\u2013${time(high)}</span></td>` +
    `<td>${time(breakdown[PARTS[part].time])}</td>`
  );
}

export function drawParts(
  state: Readonly<LabState>,
  { tcp, unix, restS }: Comparison,
  estimates: { tcp: Estimates; unix: Estimates },
): string {
  const rows = PART_NAMES.map((part) => {
    const { name, hint, count, time: of } = PARTS[part];
    const saved = tcp[of] - unix[of];
    return (
      `<tr><th scope="row">${name}<span class="mt-us-hint">${hint}</span></th><td>${times(part, tcp.counts[count])}</td>` +
      `${cells(part, estimates.tcp, tcp)}${cells(part, estimates.unix, unix)}<td>${signed(saved)}</td></tr>`
    );
  });
  const [one, other] = [TRANSPORTS[state.transport].short, TRANSPORTS[state.against].short].map(escapeText);
  const own = (name: string, hint: string, seconds: number) =>
    `<tr><th scope="row">${name}<span class="mt-us-hint">${hint}</span></th><td>1</td>${NONE}<td>${time(seconds)}</td>${NONE}<td>${time(seconds)}</td><td>${signed(0)}</td></tr>`;
  return (
    '<table class="mt-lab-table mt-us-table"><caption>What a request costs, part by part. Each part was fitted to the record; its 95% interval stands below it.</caption>' +
    `<thead><tr><th scope="col">part</th><th scope="col">times</th><th scope="col" class="mt-us-each">each, ${one}</th><th scope="col">${one}</th>` +
    `<th scope="col" class="mt-us-each">each, ${other}</th><th scope="col">${other}</th><th scope="col">less</th></tr></thead>` +
    `<tbody>${rows.join('')}` +
    (restS > 0 ? own('everything else', 'nginx, load generator, application', restS) : '') +
    own('handler', 'your program’s own', tcp.applicationS - restS) +
    `<tr class="mt-us-sum"><th scope="row">together</th><td></td>${NONE}<td>${time(tcp.totalS)}</td>${NONE}<td>${time(unix.totalS)}</td><td>${signed(tcp.totalS - unix.totalS)}</td></tr>` +
    '</tbody></table>'
  );
}

/** In the column of what one costs. */
const NONE = '<td class="mt-us-each"></td>';

/** A difference; none is no time at all. */
function signed(seconds: number): string {
  if (seconds === 0) return '0';
  return seconds < 0 ? `\u2212${time(-seconds)}` : time(seconds);
}
