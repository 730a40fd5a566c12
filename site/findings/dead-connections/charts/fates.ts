/**
 * What becomes of a connection whose peer is lost, from the series of the experiment dead-connections: what was measured
 * and what the model says of it (`fates`), and what takes minutes or hours and only the model was asked (`predicted-only`).
 */
import { series } from '@/kit/record/queries.ts';
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';

/** The measure of both series: seconds from the fault until the program learns of it. */
export const NOTICED = 'noticed_after_seconds';

/** How long it takes, as one says it; `stays up` where the connection survives, so that there is nothing to learn. */
export type Span = 'at once' | 'seconds' | 'minutes' | 'hours' | 'never' | 'stays up';

/** What a program learns: when, and by what. */
export interface Fate {
  readonly program: string;
  readonly scenario: string;
  readonly pattern: string;
  readonly settings: string;
  /** Undefined where nobody waited for it. */
  readonly measured: MeasuredFate | undefined;
  readonly predicted: PredictedFate;
  /** Where it stands in the record. */
  readonly series: 'fates' | 'predicted-only' | 'round-trips';
  readonly point: Point;
}

export interface MeasuredFate {
  /** Undefined where no trial noticed anything, or not every one. */
  readonly after: Estimate | undefined;
  /** The share of trials that noticed it. */
  readonly share: Estimate;
  /** For how long each was watched, in seconds. */
  readonly watched: number;
  readonly call: string;
  readonly errno: string;
}

export interface PredictedFate {
  /** If timers are never late, in seconds; undefined for never. */
  readonly after: number | undefined;
  /** If they are as late as the kernel lets them be. One that is late can also save a retransmission, and end it earlier. */
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
  readonly call: string;
  readonly errno: string;
}

/** Everything the record knows of fates; what was measured first. */
export function fatesOf(record: MeasurementRecord): Fate[] {
  return [
    ...series(record, 'fates').points.map((point) => fateOf(point, 'fates')),
    ...series(record, 'predicted-only').points.map((point) => fateOf(point, 'predicted-only')),
  ];
}

/** Fates of peers that were a round trip away; none where the machine could not delay packets. */
export const farFatesOf = (record: MeasurementRecord): Fate[] =>
  record.series
    .filter(({ id }) => id === 'round-trips')
    .flatMap(({ points }) => points.map((point) => fateOf(point, 'round-trips')));

function fateOf(point: Point, from: Fate['series']): Fate {
  const word = (name: string) => String(point.at[name] ?? '');
  const { [NOTICED]: after, noticed_share: share, watched_seconds: watched } = point.values;
  return {
    program: word('program') || 'tcp',
    scenario: word('scenario'),
    pattern: word('pattern'),
    settings: word('settings'),
    measured: share && {
      after,
      share,
      watched: watched?.value ?? 0,
      call: word('call'),
      errno: word('errno'),
    },
    predicted: {
      after: point.predicted?.[NOTICED],
      earliest: point.predicted?.['earliest_after_seconds'],
      latest: point.predicted?.['latest_after_seconds'],
      call: word('predicted_call'),
      errno: word('predicted_errno'),
    },
    series: from,
    point,
  };
}

/** Below this nobody waits. */
const AT_ONCE_SECONDS = 0.5;

/** From here on one says minutes, and hours. */
const [MINUTE, HOUR] = [60, 3600];

/** A time as one says it. */
export function spanOf(seconds: number): Span {
  if (seconds < AT_ONCE_SECONDS) return 'at once';
  if (seconds < MINUTE) return 'seconds';
  return seconds < HOUR ? 'minutes' : 'hours';
}

/**
 * The headline of a fate: what was measured where it was noticed in every trial, and what the model says otherwise, because
 * "not yet" is no answer.
 */
export function headline(fate: Fate): { span: Span; seconds: number | undefined; figure: 'measured' | 'predicted' } {
  const { measured, predicted } = fate;
  if (measured?.after) return { span: spanOf(measured.after.value), seconds: measured.after.value, figure: 'measured' };
  const seconds = predicted.after;
  const span = seconds !== undefined ? spanOf(seconds) : predicted.errno === 'survives' ? 'stays up' : 'never';
  return { span, seconds, figure: 'predicted' };
}

/** By which call and error a program learns of it: `read: ETIMEDOUT`, or nothing where it does not. */
export function signOf(fate: Fate): string {
  const { call, errno } = fate.measured?.after ? fate.measured : fate.predicted;
  return call === 'none' || call === '' ? '' : errno === '' ? call : `${call}: ${errno}`;
}

/** Whether a pattern of the record is what is asked for: `writes` is any of `writes every 0.1 s` and its like. */
export const isPattern = (fate: Fate, pattern: string): boolean =>
  fate.pattern === pattern || fate.pattern.startsWith(`${pattern} `);

/** What the names of scenarios say in words; the rest of a sentence that begins with what one does oneself. */
export const SCENARIO_WORDS: Readonly<Record<string, string>> = {
  alive: 'nothing, the peer is well',
  'drop-inbound': 'the peer’s packets are dropped',
  'drop-outbound': 'our packets are dropped',
  'firewall-forgets': 'a firewall forgets the connection',
  'firewall-resets': 'a firewall forgets it, and says so',
  'firewall-rejects': 'a firewall rejects our packets',
  'host-vanishes': 'the peer’s machine is gone, on our link',
  'own-link-down': 'our own link goes down',
  'peer-exits': 'the peer’s process ends',
  'peer-exits-unread': 'it ends with data unread',
  'peer-hangs': 'the peer’s process hangs',
  'peer-hangs-then-vanishes': 'it hangs, then its machine is gone',
  'peer-reboots': 'the peer’s machine reboots',
};

/** What is set, without how much of it: settings of one kind differ in their numbers only. */
export const kindOfSettings = (settings: string): string => settings.replace(/[\d./]+( s)?/g, '#');

/** How much is set, without what: `1/1/3, 3 s`; empty where nothing is. */
export const numbersIn = (settings: string): string =>
  settings
    .split(', ')
    .flatMap((part) => /\d.*$/.exec(part)?.[0] ?? [])
    .join(', ');

/** A situation, as a row of a table of fates asks for it. */
export interface Situation {
  readonly scenario: string;
  readonly pattern: string;
}

/** Measured in a situation with settings of the same kind as a column's, on the machines that did. */
export interface Evidence {
  readonly fate: Fate;
  readonly records: readonly MeasurementRecord[];
}

/** What a table of fates says of one situation and one kind of settings. */
export interface FateCell {
  /** The fate with just these settings; undefined where the records have none. */
  readonly fate: Fate | undefined;
  /** What was measured with other settings of the same kind, by which a prediction can be checked. */
  readonly evidence: readonly Evidence[];
}

/** Looks a cell up: of plain TCP, in any number of records; the first that knows the fate says it. */
export function fateCell(
  records: readonly MeasurementRecord[],
  { scenario, pattern }: Situation,
  settings: string,
): FateCell {
  const own = records.map((record) => ({
    record,
    fates: fatesOf(record).filter(
      (fate) => fate.program === 'tcp' && fate.scenario === scenario && isPattern(fate, pattern),
    ),
  }));
  const exactly = own.flatMap(({ fates }) => fates.filter((fate) => fate.settings === settings));
  const only = exactly.find(isLong);
  const fate = exactly.find((measured) => isNoticed(measured) && isAlike(measured, only)) ?? only ?? exactly[0];
  const kind = kindOfSettings(settings);
  const similar = own.flatMap(({ record, fates }) =>
    fates
      .filter((other) => other.measured && other !== fate && kindOfSettings(other.settings) === kind)
      .filter((other) => fate === undefined || endingOf(other) === endingOf(fate))
      .map((other) => ({ record, fate: other })),
  );
  const named = Map.groupBy(similar, ({ fate: other }) => other.settings);
  return {
    fate,
    evidence: [...named.values()].map((all) => ({ fate: all[0]!.fate, records: all.map(({ record }) => record) })),
  };
}

const wordOf = ({ after, call, errno }: PredictedFate): string => [after, call, errno].join();

/** Whether several kinds of settings come to the same, by the model, so that it needs saying only once. */
export function areSame(cells: readonly FateCell[]): boolean {
  const told = cells.map(({ fate }) => fate && wordOf(fate.predicted));
  return told.length > 1 && told.every((text) => text !== undefined && text === told[0]);
}

const isLong = (fate: Fate): boolean => fate.series === 'predicted-only';

/**
 * How it ends by the model: noticed, never, or not at all. Settings of one kind may end differently, such as keepalive that
 * probes before a firewall forgets, or after; the one is no evidence for the other.
 */
const endingOf = ({ predicted: { after, errno } }: Fate): string => (after === undefined ? errno : 'noticed');

const isNoticed = (fate: Fate): boolean => fate.measured?.after !== undefined;

/**
 * Whether what was measured is the very situation that the model was asked about, and not one with shorter times: for
 * measuring, programs write more often, firewalls forget sooner, and machines reboot faster.
 */
const isAlike = (fate: Fate, only: Fate | undefined): boolean =>
  only === undefined || (fate.pattern === only.pattern && !Number(fate.point.at['delay_seconds'] ?? 0));
