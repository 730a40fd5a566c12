/**
 * What becomes of a connection whose peer is lost, from the series of the experiment dead-connections: what was measured
 * and what the model says of it (`outcomes`), and what takes minutes or hours, which the model was asked and only an overnight
 * run waits for (`predicted-only`).
 */
import { formatQuantity } from '@/kit/chart/format.ts';
import { outcomeWords, predictedWords, settingsWords } from '@/kit/chart/settings.ts';
import { series, settingsOf, type Settings } from '@/kit/record/queries.ts';
import { set } from '../settings.ts';
import type { Estimate, MeasurementRecord, Point, Series } from '@/kit/record/types.ts';

/** The measure of both series: seconds from the fault until the program learns of it. */
export const NOTICED = 'noticed_after_seconds';

/** How long it takes, as one says it; `stays up` where the connection survives, so that there is nothing to learn. */
export type Span = 'at once' | 'seconds' | 'minutes' | 'quarter hour' | 'hours' | 'never' | 'stays up';

/** What a program learns: when, and by what. Programs, scenarios and patterns are the record's keys; its words are beside them. */
export interface Outcome {
  readonly program: string;
  readonly scenario: string;
  readonly pattern: string;
  readonly words: OutcomeWords;
  /** Undefined where nobody waited for it. */
  readonly measured: MeasuredOutcome | undefined;
  readonly predicted: PredictedOutcome;
  /** Where it stands in the record. */
  readonly series: 'fates' | 'predicted-only';
  readonly point: Point;
  /** The settings that find it there, and no other. */
  readonly at: Settings;
}

/** An outcome as a reader sees it: who, what happens, what the program does, and what is set. */
export interface OutcomeWords {
  readonly program: string;
  readonly scenario: string;
  readonly does: string;
  readonly set: string;
}

export interface MeasuredOutcome {
  /** Undefined where no trial noticed anything, or not every one. */
  readonly after: Estimate | undefined;
  /** The share of trials that noticed it. */
  readonly share: Estimate;
  /** For how long each was watched, in seconds. */
  readonly watched: number;
  readonly call: string;
  readonly errno: string;
}

export interface PredictedOutcome {
  /** If timers are never late, in seconds; undefined for never. */
  readonly after: number | undefined;
  /** If they are as late as the kernel lets them be. One that is late can also save a retransmission, and end it earlier. */
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
  /** Whether the connection survives, so that there is nothing to learn. */
  readonly survives: boolean;
  readonly call: string;
  readonly errno: string;
}

/** Everything the record knows of outcomes; what was measured first. */
export const outcomesOf = (record: MeasurementRecord): Outcome[] => [
  ...inSeries(record, 'fates'),
  ...inSeries(record, 'predicted-only'),
];

const inSeries = (record: MeasurementRecord, id: Outcome['series']): Outcome[] =>
  record.series
    .filter((series) => series.id === id)
    .flatMap((source) => source.points.map((point) => outcomeOf(record, source, point, id)));

/** The program of the series that has no other. */
const ONLY_PROGRAM = 'tcp';

function outcomeOf(record: MeasurementRecord, source: Series, point: Point, from: Outcome['series']): Outcome {
  const key = (name: string) => String(point.at[name] ?? '');
  const says = (...names: readonly string[]) =>
    settingsWords(source, Object.fromEntries(names.map((name) => [name, point.at[name] ?? null])));
  const program = key('program') || ONLY_PROGRAM;
  const programs = series(record, 'fates').dimensions.find(({ name }) => name === 'program');
  const { [NOTICED]: after, noticed_share: share, watched_seconds: watched } = point.values;
  return {
    program,
    scenario: key('scenario'),
    pattern: key('pattern'),
    words: {
      program: programs?.words?.[program] ?? program,
      scenario: says('scenario'),
      does: says('pattern', 'write_interval_seconds'),
      set: key('settings'),
    },
    measured: share && {
      after,
      share,
      watched: watched?.value ?? 0,
      call: outcomeWords(source, point, 'call') ?? '',
      errno: outcomeWords(source, point, 'errno') ?? '',
    },
    predicted: {
      after: point.predicted?.[NOTICED],
      earliest: point.predicted?.['earliest_after_seconds'],
      latest: point.predicted?.['latest_after_seconds'],
      survives: point.predicted_outcomes?.['errno'] === 'survives',
      call: predictedWords(source, point, 'call') ?? '',
      errno: predictedWords(source, point, 'errno') ?? '',
    },
    series: from,
    point,
    at: settingsOf(source, point),
  };
}

/** Below this nobody waits. */
const AT_ONCE_SECONDS = 0.5;

/** From here on one says minutes, a quarter of an hour, and hours. */
const [MINUTE, QUARTER, HOUR] = [60, 600, 3600];

/** A time as one says it. */
export function spanOf(seconds: number): Span {
  if (seconds < AT_ONCE_SECONDS) return 'at once';
  if (seconds < MINUTE) return 'seconds';
  if (seconds < QUARTER) return 'minutes';
  return seconds < HOUR ? 'quarter hour' : 'hours';
}

/**
 * The headline of an outcome: what was measured where it was noticed in every trial, and what the model says otherwise, because
 * "not yet" is no answer.
 */
export function headline(outcome: Outcome): {
  span: Span;
  seconds: number | undefined;
  figure: 'measured' | 'predicted';
} {
  const { measured, predicted } = outcome;
  if (measured?.after) return { span: spanOf(measured.after.value), seconds: measured.after.value, figure: 'measured' };
  const seconds = predicted.after;
  const span = seconds !== undefined ? spanOf(seconds) : predicted.survives ? 'stays up' : 'never';
  return { span, seconds, figure: 'predicted' };
}

/** By which call and error a program learns of it: `read: ETIMEDOUT`, or nothing where it does not. */
export function signOf(outcome: Outcome): string {
  const { call, errno } = outcome.measured?.after ? outcome.measured : outcome.predicted;
  return call === 'none' || call === '' ? '' : errno === '' ? call : `${call}: ${errno}`;
}

/** Whether just these options were set, and no other of those that are asked for. */
export const isSet = ({ point: { at } }: Outcome, settings: Settings): boolean =>
  Object.entries(settings).every(([name, value]) => (at[name] ?? null) === value);

/** What was otherwise where an outcome was measured than where another is told of: options, how long a reboot took, and so on. */
function differing(other: Outcome, outcome: Outcome | undefined): string[] {
  const { delay_seconds: delay, write_interval_seconds: interval } = other.point.at;
  const words = isSet(other, set()) ? [] : [other.words.set];
  if (typeof delay === 'number' && delay !== outcome?.point.at['delay_seconds']) {
    const seconds = formatQuantity(delay, 's');
    words.push(
      other.scenario === 'peer-reboots' ? `a reboot of ${seconds}` : `a firewall that forgets after ${seconds}`,
    );
  }
  if (typeof interval === 'number' && interval !== outcome?.point.at['write_interval_seconds']) {
    words.push(`a write every ${formatQuantity(interval, 's')}`);
  }
  return words;
}

/** Whether the same options were set as in other settings, whatever to. */
const isOfKind = ({ point: { at } }: Outcome, settings: Settings): boolean =>
  Object.entries(settings).every(([name, value]) =>
    typeof value === 'string' ? at[name] === value : (at[name] === undefined) === (value === null),
  );

/** A situation, as a row of a table of outcomes asks for it. */
export interface Situation {
  readonly scenario: string;
  readonly pattern: string;
}

/** Measured in a situation with settings of the same kind as a column's. */
export interface Evidence {
  readonly outcome: Outcome;
  /** What was otherwise there than in the column and the row, in words. */
  readonly otherwise: readonly string[];
}

/** What a table of outcomes says of one situation and one kind of settings. */
export interface OutcomeCell {
  /** The outcome with just these settings; undefined where the record has none. */
  readonly outcome: Outcome | undefined;
  /** What was measured with other settings of the same kind, by which a prediction can be checked; none where there is none to check. */
  readonly evidence: readonly Evidence[];
}

/** Looks a cell up among the outcomes of a record, of plain TCP. */
export function outcomeCell(
  outcomes: readonly Outcome[],
  { scenario, pattern }: Situation,
  settings: Settings,
): OutcomeCell {
  const own = outcomes.filter(
    (outcome) => outcome.program === 'tcp' && outcome.scenario === scenario && outcome.pattern === pattern,
  );
  const exactly = own.filter((outcome) => isSet(outcome, settings));
  const only = exactly.find(isLong);
  const noticed = exactly.find((measured) => isNoticed(measured) && isAlike(measured, only));
  if (noticed !== undefined) return { outcome: noticed, evidence: [] };
  const outcome = only ?? exactly[0];
  const similar = own
    .filter((other) => other.measured && other !== outcome && isOfKind(other, settings))
    .filter((other) => outcome === undefined || endingOf(other) === endingOf(outcome))
    .map((other): Evidence => ({ outcome: other, otherwise: differing(other, outcome) }));
  // Outcomes whose settings read the same are shown once.
  const told = Map.groupBy(similar, ({ otherwise }) => otherwise.join());
  return { outcome, evidence: [...told.values()].map(([evidence]) => evidence!) };
}

/** Whether outcomes of several records stand in the same place. */
export const isSamePlace = (one: Outcome, other: Outcome): boolean =>
  one.series === other.series && Object.entries(other.at).every(([name, setting]) => one.at[name] === setting);

const wordOf = ({ after, call, errno }: PredictedOutcome): string => [after, call, errno].join();

/** Whether several kinds of settings come to the same, by the model, so that it needs saying only once. */
export function areSame(cells: readonly OutcomeCell[]): boolean {
  const told = cells.map(({ outcome }) => outcome && wordOf(outcome.predicted));
  return told.length > 1 && told.every((text) => text !== undefined && text === told[0]);
}

const isLong = (outcome: Outcome): boolean => outcome.series === 'predicted-only';

/**
 * How it ends by the model: noticed, never, or not at all. Settings of one kind may end differently, such as keepalive that
 * probes before a firewall forgets, or after; the one is no evidence for the other.
 */
const endingOf = ({ predicted: { after, errno } }: Outcome): string => (after === undefined ? errno : 'noticed');

const isNoticed = (outcome: Outcome): boolean => outcome.measured?.after !== undefined;

/**
 * Whether what was measured is the very situation that the model was asked about, and not one with shorter times: for
 * measuring, programs write more often, firewalls forget sooner, and machines reboot faster.
 */
const isAlike = (outcome: Outcome, only: Outcome | undefined): boolean =>
  only === undefined ||
  ['pattern', 'write_interval_seconds', 'delay_seconds'].every(
    (name) => outcome.point.at[name] === only.point.at[name],
  );
