/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatSeconds } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import type { ScenarioName } from '@/wasm-pkg/dead-connections/models.js';
import { formatInteger } from '@/kit/lab/state';
import type { LabState } from './state';
import type { TimeLine } from './tasks';
import { isAsleep } from './relevance';
import { PATTERNS, SCENARIOS, callWords, outcomeTime, formatUs, spacing } from './words';

const seconds = (us: number) => (Number.isFinite(us) ? us / 1e6 : null);

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isSideBySide = ({ view }: Readonly<LabState>) => view === 'lanes';

/** From which share on late timers are worth a word in the headline: half a minute of sixteen, and not a tick of four seconds. */
const LATE = 1.02;

/** By the model’s bounds, between which what is measured lies, where the kernel’s timers make much of a difference. */
function whenWords(line: TimeLine): string {
  const when = outcomeTime(line);
  if (when === 'at once') return when;
  return line.latestAfterUs > line.noticedAfterUs * LATE
    ? `after ${when} to ${formatUs(line.latestAfterUs)}`
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

/** What the view in front shows, in one sentence. */
export const sentenceOf = (state: Readonly<LabState>, lines: readonly TimeLine[]): string =>
  isSideBySide(state) || !lines[0] ? lanesSentence(lines) : sentence(state, lines[0]);

/** How the view in front ends: the worst of what is side by side. */
export const endingOf = (lines: readonly TimeLine[]): TimeLine['ending'] | undefined =>
  lines.find(({ ending }) => ending === 'never')?.ending ?? lines[0]?.ending;

/** What else there is to know of what the view in front shows. */
export function remarksOf(state: Readonly<LabState>, lines: readonly TimeLine[]): string {
  if (!isSideBySide(state))
    return lines
      .map((line) => remarks(state, line))
      .join(' ')
      .trim();
  const said = lines.flatMap((line) => [
    ...(isAsleep(line) ? [ASLEEP] : []),
    ...(line.ending === 'never' ? [whyNever({ ...state, pattern: line.pattern })] : []),
  ]);
  return [...new Set(said)].join(' ').trim();
}

/** What is learnt, in one sentence. */
export function sentence(state: Readonly<LabState>, line: TimeLine): string {
  const { ending, call, errno } = line;
  if (ending === 'never') return 'Your program never learns of it.';
  if (ending === 'survives') {
    return state.scenario === 'alive'
      ? 'There is nothing to learn: the connection is well.'
      : 'There is nothing to learn: keepalive’s probes keep the connection alive.';
  }
  const when = outcomeTime(line) === 'at once' ? 'at once' : `after ${outcomeTime(line)}`;
  return `Your program learns of it ${when}, from ${callWords(call)}: ${errno}.`;
}

/** What else there is to know: how late it may be, and what went wrong meanwhile. */
export function remarks(state: Readonly<LabState>, line: TimeLine): string {
  const { ending, noticedAfterUs, latestAfterUs, vainWrites } = line;
  const said: string[] = [];
  if (ending === 'learned' && latestAfterUs > noticedAfterUs * 1.001 && latestAfterUs - noticedAfterUs > 1000) {
    said.push(`At the latest after ${formatUs(latestAfterUs)}: the kernel’s timers may be late.`);
  }
  if (ending === 'learned' && vainWrites > 0) {
    const writes = vainWrites === 1 ? '1 write succeeds' : `${formatInteger(vainWrites)} writes succeed`;
    said.push(`Until then ${writes} in vain.`);
  }
  if (isAsleep(line)) said.push(ASLEEP);
  if (ending === 'never') said.push(whyNever(state));
  return said.join(' ');
}

const ASLEEP = 'Keepalive is on, but asleep while data is unacknowledged.';

/** What befalls the peer's process alone, at least at first. */
const HANGS: ReadonlySet<ScenarioName> = new Set(['peer-hangs', 'peer-hangs-then-vanishes']);

function whyNever({ scenario, pattern, keepalive, timeout, grpc }: Readonly<LabState>): string {
  if (HANGS.has(scenario)) return 'The peer’s kernel goes on answering for its process.';
  if (pattern !== 'idle') return '';
  if (timeout > 0 && keepalive === 'off') return 'A user timeout alone does nothing while nothing is under way.';
  if (grpc === 'on') return 'No call is open, so gRPC does not ping.';
  return keepalive === 'off' ? 'Nothing is sent, so nothing is missed.' : '';
}

const LEARNED = { never: 'never', survives: 'nothing to learn' } as const;
const saidOf = (line: TimeLine, learned: string) => (line.ending === 'learned' ? learned : LEARNED[line.ending]);

/** When each connection ends that stands side by side; none where the scenario is not of its own to it. */
function lanesFigures(lines: readonly TimeLine[]): Figure[] {
  return (['idle', 'awaiting'] as const).flatMap((pattern): Figure[] => {
    const line = lines.find((each) => each.pattern === pattern);
    const title = PATTERNS[pattern].title.toLowerCase();
    const figure = (name: string, label: string, hint: string, us: number | undefined, text: string): Figure => ({
      name: `${pattern}-${name}`,
      label: `${title}: ${label}`,
      hint,
      value: us === undefined ? null : seconds(us),
      text,
      alarming: line?.ending === 'never',
    });
    const latest = line ? saidOf(line, formatUs(line.latestAfterUs)) : '–';
    return [
      figure('after', 'ends after', AFTER, line?.noticedAfterUs, line ? saidOf(line, outcomeTime(line)) : '–'),
      figure('latest', 'at the latest', LATEST, line?.latestAfterUs, latest),
    ];
  });
}

const AFTER = 'from the moment the peer is lost, if no timer is late';
const LATEST = 'if the kernel’s timers are as late as they may be';

/** The figures of the lanes, or of one pattern. */
export const FIGURES_OF = { lanes: lanesFigures, one: ([line]: readonly TimeLine[]) => (line ? figures(line) : []) };

export const figuresOf = (state: Readonly<LabState>, lines: readonly TimeLine[]): Figure[] =>
  FIGURES_OF[isSideBySide(state) ? 'lanes' : 'one'](lines);

export function figures(line: TimeLine): Figure[] {
  const { ending, noticedAfterUs, latestAfterUs, vainWrites, segmentsSent } = line;
  return [
    {
      name: 'noticed',
      label: 'noticed after',
      hint: AFTER,
      value: seconds(noticedAfterUs),
      text: saidOf(line, outcomeTime(line)),
      alarming: ending === 'never',
    },
    {
      name: 'latest',
      label: 'at the latest',
      hint: LATEST,
      value: seconds(latestAfterUs),
      text: saidOf(line, formatUs(latestAfterUs)),
      alarming: false,
    },
    {
      name: 'vain',
      label: 'writes in vain',
      hint: 'writes that succeeded after the last contact although nothing came of them',
      value: vainWrites,
      text: formatInteger(vainWrites),
      alarming: vainWrites > 1,
    },
    {
      name: 'segments',
      label: ending === 'learned' ? 'segments sent' : 'segments, so far',
      hint: 'by your kernel, after the last contact',
      value: segmentsSent,
      text: formatInteger(segmentsSent),
      alarming: false,
    },
  ];
}

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
  const does = isSideBySide(state) ? '' : ` while your program ${PATTERNS[state.pattern].does}`;
  const when = `When ${SCENARIOS[state.scenario].when}${does}`;
  return `${when}, with ${settingWords(state)}: ${sentenceOf(state, lines)} ${remarksOf(state, lines)}`.trim();
}
