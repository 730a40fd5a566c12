/** What happens at the playhead, in one sentence. */
import type { LabState } from './state';
import type { Event, TimeLine } from './tasks';
import { isLost } from './timeline-parts';
import { callWords, formatUs, isFromOutside, isSegment, ordinal, stepWords } from './words';
import { sentence } from './figures';

/** What there is to stop at: the last contact or fault, each event, and the end. */
export function stopsOf(line: TimeLine): number[] {
  const ends = line.ending === 'learned' ? [line.atUs] : [];
  return [...new Set([line.faultUs, ...line.events.map(({ atUs }) => atUs), ...ends])].sort((a, b) => a - b);
}

/** A thousandth of a part: the scale gives back a time a little different from the one put in. */
const SLACK = 1e-6;

/** The stop after a time, or before it. */
export function stopBeside(line: TimeLine, us: number, by: 1 | -1): number | undefined {
  const slack = us * SLACK + 1;
  const stops = stopsOf(line);
  return by > 0 ? stops.find((stop) => stop > us + slack) : stops.findLast((stop) => stop < us - slack);
}

function eventsUntil({ events }: TimeLine, us: number): Event[] {
  const until = us * (1 + SLACK) + 1;
  return events.filter(({ atUs }) => atUs <= until);
}

/** What becomes of a segment, once it is sent. */
function outcomeOf(state: Readonly<LabState>, line: TimeLine, event: Event): string {
  if (!event.onWire) return 'it does not leave the machine';
  return isLost(state, line, event) ? 'nothing comes back' : 'and it is answered';
}

export function momentSentence(state: Readonly<LabState>, line: TimeLine, us: number): string {
  const past = eventsUntil(line, us);
  // As the picture counts: from the fault on.
  const since = (at: number) => formatUs(Math.max(0, at - line.faultUs));
  if (line.ending === 'learned' && us * (1 + SLACK) + 1 >= line.atUs) {
    return `${since(line.atUs)}: ${callWords(line.call)} tells the program, ${line.errno}.`;
  }
  // Of several at one moment the last segment of ours says most.
  const last = past.at(-1);
  const event = past.findLast((each) => each.atUs === last?.atUs && isSegment(each.step)) ?? last;
  if (!event) {
    const next = line.events[0];
    if (!next) return sentence(state, line);
    return `${us < 1 ? 'The last contact' : since(us)}: nothing is sent, and nothing is missed, until ${since(next.atUs)}.`;
  }
  return `${since(event.atUs)}: ${eventWords(event)}${consequence(state, line, event)}.`;
}

function eventWords({ step, number }: Event): string {
  if (step === 'given-up') return 'the kernel gives the connection up; the next call will tell';
  if (step === 'reset-sent') return 'the kernel gives up and sends a reset';
  if (step === 'write-buffered') return `${ordinal(number)} write that only fills the buffer; the call succeeds`;
  if (step === 'write-blocked') return 'the buffer is full, and the program waits in write()';
  if (step === 'keepalive-skipped') return 'the keepalive timer fires and does nothing, because data is under way';
  if (step === 'fin') return 'the peer’s kernel says that the peer has closed';
  return `${ordinal(number)} ${stepWords(step)}`;
}

function consequence(state: Readonly<LabState>, line: TimeLine, event: Event): string {
  const { step, timerUs, atUs } = event;
  const said: string[] = [];
  if (isSegment(step) && step !== 'reset-sent') said.push(outcomeOf(state, line, event));
  if (timerUs !== undefined && timerUs > atUs && !isFromOutside(step) && step !== 'write-buffered') {
    said.push(`the timer fires in ${formatUs(timerUs - atUs)}`);
  }
  return said.length === 0 ? '' : `; ${said.join('; ')}`;
}
