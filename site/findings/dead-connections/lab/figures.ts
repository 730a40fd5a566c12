/** The lab's answer and what it says: the same at build time, on the page, in the file and out loud. */
import { formatSeconds } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { endsOf } from '../two-ends';
import { timeOf, type MeasuredOutcome } from './measured';
import { isAsleep } from './relevance';
import { chosenOf, type LabState } from './state';
import type { TimeLine } from './tasks';
import { PATTERNS, SCENARIOS, callWords, formatUs, outcomeTime } from './words';

const seconds = (us: number) => (Number.isFinite(us) ? us / 1e6 : null);

/** From this ratio on, the model’s bounds are said, and not one time: half a minute of sixteen, and not a tick of four seconds. */
const APART = 1.02;

/** When it ends by the model: one time, or its bounds, from the earliest to the latest. */
function modelTime(line: TimeLine): string {
  const { earliestAfterUs: first, latestAfterUs: last } = line;
  const time = outcomeTime(line);
  return time !== 'at once' && last > first * APART ? `${formatUs(first)} to ${formatUs(last)}` : time;
}

/** What becomes of the connections side by side, in one sentence. */
export function lanesSentence(lines: readonly TimeLine[]): string {
  const fates = lines.map((line, index) => {
    const { connection } = PATTERNS[line.pattern];
    const subject = line.pattern === 'idle' ? connection : `${connection} it`;
    if (line.ending === 'never') return `${subject} never ends`;
    if (line.ending === 'survives') return `${subject} lives on`;
    const time = modelTime(line);
    const when = time === 'at once' ? time : `after ${time}`;
    const isAlike = lines[index - 1]?.ending === 'learned';
    return isAlike ? `${connection}, ${when}` : `${subject} ends ${when}`;
  });
  const sentence = fates.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** What else there is to know of what a state shows: why a timer does nothing, and what waits in vain. */
export function remarksOf(state: Readonly<LabState>, lines: readonly TimeLine[]): string {
  const said = lines.flatMap((line) => {
    const own = { ...state, pattern: line.pattern };
    return [
      isAsleep(line) && 'Keepalive is on, but asleep while data is unacknowledged.',
      line.errno === 'too_many_pings' && whyTooMany(own),
      line.ending === 'never' && whyNever(own),
      line.ending === 'learned' &&
        line.vainWrites > 1 &&
        `Until then ${formatInteger(line.vainWrites)} writes succeed in vain.`,
    ];
  });
  return [...new Set(said)].filter((words) => words).join(' ');
}

function whyNever({ scenario, pattern, keepalive, timeout, grpc }: Readonly<LabState>): string {
  if (scenario.startsWith('peer-hangs')) return 'The peer’s kernel goes on answering for its process.';
  if (pattern !== 'idle' && pattern !== 'acknowledged') return '';
  if (timeout > 0 && keepalive === 'off') return 'A user timeout alone does nothing while nothing is under way.';
  if (grpc === 'on') return 'No call is open, so gRPC does not ping.';
  return keepalive === 'off' ? 'Nothing is sent, so nothing is missed.' : '';
}

const whyTooMany = ({ pattern, permits, allowed }: Readonly<LabState>): string =>
  pattern === 'idle' && permits === 'off'
    ? 'No call is open, and the server permits a PING only every two hours then.'
    : `The server permits a PING only every ${formatSeconds(allowed)}.`;

const UNLEARNED = { never: 'never', survives: 'nothing to learn' } as const;
const timeOr = (line: TimeLine, learned: string) => (line.ending === 'learned' ? learned : UNLEARNED[line.ending]);

export interface Answer extends Figure {
  kind: 'measured' | 'predicted';
  note: string;
}

/** The lab's answer: when the program learns of it, as it was measured with just these settings, else by the model. */
export function answerOf(
  state: Readonly<LabState>,
  lines: readonly TimeLine[],
  known: readonly (MeasuredOutcome | null)[],
): Answer {
  const line = chosenOf(state, lines)!;
  const outcome = known[lines.indexOf(line)];
  const answer = { name: 'answer', label: 'the program learns of it', hint: 'from the moment the peer is lost' };
  const byModel = timeOr(line, modelTime(line));
  if (outcome?.after) {
    const { n, noticed, after, machine } = outcome;
    const most = endsOf(after)?.most;
    const trials = `${noticed} of ${n} trials${most ? ` (${most})` : ''} on the ${machine}`;
    const note = `until ${callWords(line.call)} told the program, in ${trials}; by the model ${byModel}`;
    return { ...answer, kind: 'measured', value: after.value, text: timeOf(after), note };
  }
  const seen =
    outcome?.watched === undefined
      ? 'not measured with these settings'
      : `not in ${formatSeconds(outcome.watched)}, measured on the ${outcome.machine}`;
  const note = `by the model, ${line.ending === 'learned' ? `from ${callWords(line.call)}, ` : ''}${seen}`;
  const value = line.ending === 'learned' ? seconds(line.noticedAfterUs) : null;
  return { ...answer, kind: 'predicted', value, text: byModel, note, alarming: line.ending === 'never' };
}

/** Each lane by the model, for the file. */
export const figuresOf = (lines: readonly TimeLine[]): { name: string; value: number | null; text: string }[] =>
  lines.flatMap((line) => {
    const { pattern, noticedAfterUs: after, latestAfterUs: latest } = line;
    return [
      { name: `${pattern}-after`, value: seconds(after), text: timeOr(line, outcomeTime(line)) },
      { name: `${pattern}-latest`, value: seconds(latest), text: timeOr(line, formatUs(latest)) },
    ];
  });

/** The result in words, for the live region. */
export function resultSentence(state: Readonly<LabState>, lines: readonly TimeLine[]): string {
  const { scenario, keepalive, idle, interval, probes, timeout, grpc, ping, pong } = state;
  const set = [
    ...(keepalive === 'on' ? [`keepalive ${idle}/${interval}/${probes}`] : []),
    ...(timeout > 0 ? [`a user timeout of ${formatSeconds(timeout / 1000)}`] : []),
    ...(grpc === 'on' ? [`gRPC keepalive ${ping}/${pong} s`] : []),
  ];
  const settings = set.length === 0 ? 'nothing set' : set.join(', ');
  return `When ${SCENARIOS[scenario]}, with ${settings}: ${lanesSentence(lines)} ${remarksOf(state, lines)}`.trim();
}
