/** Outcomes of lost connections, from the series of the experiment: each as it was measured and as the model has it. */
import { formatQuantity } from '@/kit/chart/format.ts';
import { outcomeWords, predictedWords, settingsWords } from '@/kit/chart/settings.ts';
import { settingsOf, type Settings } from '@/kit/record/queries.ts';
import type { Estimate, MeasurementRecord, Point, Series } from '@/kit/record/types.ts';

/** The measure of both series: seconds from the fault until the program learns of it. */
export const NOTICED = 'noticed_after_seconds';

/** An outcome. Programs, scenarios and patterns are the record's keys; its words are beside them. */
export interface Outcome {
  readonly program: string;
  readonly scenario: string;
  readonly pattern: string;
  /** The program, what happens, what the program does, and what is set, for readers. */
  readonly words: Readonly<Record<'program' | 'scenario' | 'does' | 'set', string>>;
  /** Undefined where nobody waited for it. */
  readonly measured: MeasuredOutcome | undefined;
  readonly predicted: PredictedOutcome;
  /** Place in the record: the series, the point, and the settings that find it there. */
  readonly series: 'fates' | 'predicted-only';
  readonly point: Point;
  readonly at: Settings;
}

interface MeasuredOutcome {
  /** Undefined where no trial noticed anything, or not every one. */
  readonly after: Estimate | undefined;
  /** Share of trials that noticed it. */
  readonly share: Estimate;
  /** How long each was watched, in seconds. */
  readonly watched: number;
  readonly call: string;
  readonly errno: string;
}

interface PredictedOutcome {
  /** With timers that are never late, in seconds; undefined for never. */
  readonly after: number | undefined;
  /** With timers as late as the kernel lets them be. */
  readonly latest: number | undefined;
  /** True where the connection survives, so that there is nothing to learn. */
  readonly survives: boolean;
  readonly call: string;
  readonly errno: string;
}

/** All outcomes of a record: first those that every run waits for, then what takes minutes or hours. */
export const outcomesOf = (record: MeasurementRecord): Outcome[] =>
  (['fates', 'predicted-only'] as const).flatMap((id) =>
    record.series
      .filter((series) => series.id === id)
      .flatMap((source) => source.points.map((point) => outcomeOf(source, point, id))),
  );

function outcomeOf(source: Series, point: Point, from: Outcome['series']): Outcome {
  const key = (name: string) => String(point.at[name] ?? '');
  const says = (...names: readonly string[]) =>
    settingsWords(source, Object.fromEntries(names.map((name) => [name, point.at[name] ?? null])));
  const { [NOTICED]: after, noticed_share: share, watched_seconds: watched } = point.values;
  return {
    // A series without programs has no other than plain TCP.
    program: key('program') || 'tcp',
    scenario: key('scenario'),
    pattern: key('pattern'),
    words: {
      program: says('program') || 'plain TCP',
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

/** A duration as one says it; `stays up` where the connection survives. */
export type Span = 'at once' | 'seconds' | 'minutes' | 'quarter hour' | 'hours' | 'never' | 'stays up';

/** Ends of the spans that have one, in seconds. Below the first nobody waits. */
const SPANS = [
  ['at once', 0.5],
  ['seconds', 60],
  ['minutes', 600],
  ['quarter hour', 3600],
] as const satisfies readonly (readonly [Span, number])[];

/** The duration of an outcome: as measured where every trial noticed it, else by the model, because “not yet” is no answer. */
export function spanOf({ measured, predicted }: Outcome): Span {
  const seconds = measured?.after?.value ?? predicted.after;
  if (seconds === undefined) return predicted.survives ? 'stays up' : 'never';
  return SPANS.find(([, end]) => seconds < end)?.[0] ?? 'hours';
}

/** The call and the error by which a program learns of it; nothing where it does not. Errors that differed are counted. */
export function signOf({ measured, predicted, point }: Outcome): string {
  const { call, errno } = measured?.after ? measured : predicted;
  if (call === 'none' || call === '') return '';
  const counts = Object.entries((measured?.after && point.outcomes?.['errno']) ?? {}).sort((a, b) => b[1] - a[1]);
  const errors = counts.length > 1 ? counts.map(([error, n]) => `${n}\u00a0×\u00a0${error}`).join(', ') : errno;
  return errors === '' ? call : `${call}: ${errors}`;
}

/** A situation: a row of the table of outcomes. */
export interface Situation {
  readonly scenario: string;
  readonly pattern: string;
}

/** A cell of the table of outcomes. */
export interface OutcomeCell {
  /** The outcome with just these settings; undefined where the record has none. */
  readonly outcome: Outcome | undefined;
  /** Trials, with settings of the same kind, that confirm a *never* as far as they were watched, in words. */
  readonly inVain: readonly string[];
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
  const long = exactly.find(({ series }) => series === 'predicted-only');
  const outcome = exactly.find((one) => one.measured?.after && isAsLong(one, long)) ?? long ?? exactly[0];
  if (!outcome || outcome.predicted.after !== undefined) return { outcome, inVain: [] };
  const inVain = own.filter(
    (other) =>
      other.measured?.share.value === 0 &&
      isOfKind(other, settings) &&
      other.predicted.errno === outcome.predicted.errno,
  );
  return { outcome, inVain: [...new Set(inVain.map((other) => watchedWords(other, outcome)))] };
}

/** Tells if just these options were set, and no other of those that are asked for. */
const isSet = ({ point: { at } }: Outcome, settings: Settings): boolean =>
  Object.entries(settings).every(([name, value]) => (at[name] ?? null) === value);

/** Tells if the same options were set as in other settings, whatever to. */
const isOfKind = ({ point: { at } }: Outcome, settings: Settings): boolean =>
  Object.entries(settings).every(([name, value]) => (at[name] === undefined) === (value === null));

/** Times of a situation, which are shorter where every run waits: programs write more often, firewalls forget sooner. */
const TIMES = ['write_interval_seconds', 'delay_seconds'] as const;

const isAsLong = ({ point }: Outcome, long: Outcome | undefined): boolean =>
  long === undefined || TIMES.every((name) => point.at[name] === long.point.at[name]);

/** For how long an outcome was watched in vain, and with which settings and times, where another has others. */
function watchedWords(watched: Outcome, other: Outcome): string {
  const { write_interval_seconds: interval, delay_seconds: delay } = watched.point.at;
  const isOther = (name: (typeof TIMES)[number]) => watched.point.at[name] !== other.point.at[name];
  const seconds = (value: unknown) => formatQuantity(Number(value), 's');
  const otherwise = [
    ...(watched.words.set === other.words.set ? [] : [watched.words.set]),
    ...(interval !== undefined && isOther('write_interval_seconds') ? [`a write every ${seconds(interval)}`] : []),
    ...(delay !== undefined && isOther('delay_seconds')
      ? [`${watched.scenario === 'peer-reboots' ? 'a reboot of' : 'a firewall that forgets after'} ${seconds(delay)}`]
      : []),
  ];
  const not = `not in ${formatQuantity(watched.measured!.watched, 's')}`;
  return otherwise.length === 0 ? not : `${not} with ${otherwise.join(', ')}`;
}

/** Tells if outcomes of several records stand in the same place. */
export const isSamePlace = (one: Outcome, other: Outcome): boolean =>
  one.series === other.series && Object.entries(other.at).every(([name, setting]) => one.at[name] === setting);

/** Tells if several kinds of settings come to the same, by the model, so that it needs saying only once. */
export function areSame(cells: readonly OutcomeCell[]): boolean {
  const [first, ...others] = cells.map(({ outcome }) => {
    if (!outcome) return undefined;
    const { after, call, errno } = outcome.predicted;
    return [after, call, errno].join();
  });
  return first !== undefined && others.length > 0 && others.every((text) => text === first);
}
