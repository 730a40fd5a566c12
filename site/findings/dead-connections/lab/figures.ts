/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatSeconds } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import type { ScenarioName } from '@/wasm-pkg/dead-connections/models.js';
import { formatInteger } from '@/kit/lab/state';
import type { LabState } from './state';
import type { TimeLine } from './tasks';
import type { MeasuredOutcome } from './measured';
import { isAsleep } from './relevance';
import { PATTERNS, SCENARIOS, callWords, outcomeTime, formatUs, spacing } from './words';

const seconds = (us: number) => (Number.isFinite(us) ? us / 1e6 : null);

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
/** From which share on late timers are worth a word in the headline: half a minute of sixteen, and not a tick of four seconds. */
const LATE = 1.02;

/** By the model’s bounds, between which what is measured lies, where the kernel’s timers make much of a difference. */
function whenWords(line: TimeLine): string {
  const when = outcomeTime(line);
  if (when === 'at once') return when;
  return line.latestAfterUs > line.earliestAfterUs * LATE
    ? `after ${formatUs(line.earliestAfterUs)} to ${formatUs(line.latestAfterUs)}`
    : `after ${when}`;
}

/** What becomes of the connections side by side, in one sentence. */
export function lanesSentence(lines: readonly TimeLine[]): string {
  const fates = lines.map((line, index) => {
    const { connection } = PATTERNS[line.pattern];
    const subject = line.pattern === 'idle' ? connection : `${connection} it`;
    if (line.ending === 'never') return `${subject} never ends`;
    if (line.ending === 'survives') return `${subject} lives on`;
    const alike = lines[index - 1]?.ending === 'learned';
    return alike ? `${connection}, ${whenWords(line)}` : `${subject} ends ${whenWords(line)}`;
  });
  return `${capital(fates.join('; '))}.`;
}

/** What else there is to know of what a state shows: why a timer does nothing, and what waits in vain. */
export function remarksOf(state: Readonly<LabState>, lines: readonly TimeLine[]): string {
  const said = lines.flatMap((line) => {
    const own = { ...state, pattern: line.pattern };
    return [
      ...(isAsleep(line) ? [ASLEEP] : []),
      ...(line.errno === 'too_many_pings' ? [whyTooMany(own)] : []),
      ...(line.ending === 'never' ? [whyNever(own)] : []),
      ...(line.ending === 'learned' && line.vainWrites > 1 ? [inVain(line)] : []),
    ];
  });
  return [...new Set(said)].join(' ').trim();
}

const inVain = ({ vainWrites }: TimeLine): string => `Until then ${formatInteger(vainWrites)} writes succeed in vain.`;

const ASLEEP = 'Keepalive is on, but asleep while data is unacknowledged.';

/** What befalls the peer's process alone, at least at first. */
const HANGS: ReadonlySet<ScenarioName> = new Set(['peer-hangs', 'peer-hangs-then-vanishes']);

function whyNever({ scenario, pattern, keepalive, timeout, grpc }: Readonly<LabState>): string {
  if (HANGS.has(scenario)) return 'The peer’s kernel goes on answering for its process.';
  if (pattern !== 'idle' && pattern !== 'acknowledged') return '';
  if (timeout > 0 && keepalive === 'off') return 'A user timeout alone does nothing while nothing is under way.';
  if (grpc === 'on') return 'No call is open, so gRPC does not ping.';
  return keepalive === 'off' ? 'Nothing is sent, so nothing is missed.' : '';
}

const whyTooMany = ({ pattern, permits, allowed }: Readonly<LabState>): string =>
  pattern === 'idle' && permits === 'off'
    ? 'No call is open, and the server permits a PING only every two hours then.'
    : `The server permits a PING only every ${formatSeconds(allowed)}.`;

const LEARNED = { never: 'never', survives: 'nothing to learn' } as const;
const saidOf = (line: TimeLine, learned: string) => (line.ending === 'learned' ? learned : LEARNED[line.ending]);

/** What the lab answers: when the program learns of it, as it was measured with just these settings, else by the model. */
export function answerOf(line: TimeLine, known: MeasuredOutcome | null): Figure & { kind: 'measured' | 'predicted' } {
  const byModel = line.ending === 'learned' ? boundsOf(line) : saidOf(line, '');
  const answer = { name: 'answer', label: 'the program learns of it', hint: 'from the moment the peer is lost' };
  if (known?.noticed) {
    const { n, noticed, after } = known.row;
    const value = after![0];
    const note = `until ${callWords(line.call)} told the program, in ${noticed} of ${n} trials on the ${known.machine}; by the model ${byModel}`;
    return { ...answer, kind: 'measured', value, text: formatSeconds(value), note };
  }
  const watched = known?.row.watched;
  const seen =
    watched === undefined
      ? 'not measured with these settings'
      : `not in ${formatSeconds(watched)}, measured on the ${known!.machine}`;
  const note = `by the model, ${line.ending === 'learned' ? `from ${callWords(line.call)}, ` : ''}${seen}`;
  const value = line.ending === 'learned' ? seconds(line.noticedAfterUs) : null;
  return { ...answer, kind: 'predicted', value, text: byModel, note, alarming: line.ending === 'never' };
}

/** When it ends by the model: one time, or from the earliest to the latest. */
const boundsOf = (line: TimeLine): string => whenWords(line).replace('after ', '');

/** Each lane by the model, for the file. */
export const figuresOf = (lines: readonly TimeLine[]): { name: string; value: number | null; text: string }[] =>
  lines.flatMap((line) => [
    { name: `${line.pattern}-after`, value: seconds(line.noticedAfterUs), text: saidOf(line, outcomeTime(line)) },
    {
      name: `${line.pattern}-latest`,
      value: seconds(line.latestAfterUs),
      text: saidOf(line, formatUs(line.latestAfterUs)),
    },
  ]);

/** Everything that is set, in words. */
export function settingWords(state: Readonly<LabState>): string {
  const { keepalive, timeout, grpc, ping, pong } = state;
  const set = [
    ...(keepalive === 'on' ? [spacing(state)] : []),
    ...(timeout > 0 ? [`a user timeout of ${formatSeconds(timeout / 1000)}`] : []),
    ...(grpc === 'on' ? [`gRPC keepalive ${ping}/${pong} s`] : []),
  ];
  return set.length === 0 ? 'nothing set' : set.join(', ');
}

/** The result in words, for the live region. */
export function resultSentence(state: Readonly<LabState>, lines: readonly TimeLine[]): string {
  const when = `When ${SCENARIOS[state.scenario]}`;
  return `${when}, with ${settingWords(state)}: ${lanesSentence(lines)} ${remarksOf(state, lines)}`.trim();
}
