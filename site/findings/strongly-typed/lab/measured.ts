/** What the lab takes from a record: what became of each mistake in each language. */
import type { MeasurementRecord, Series } from '@/kit/record/types';

/** The ways in which a mistake ends, as the record calls them, in the order of their numbers. */
export const OUTCOMES = ['refused', 'caught', 'silent', 'undefined', 'cannot-be-written', 'not-tested'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

export interface Language {
  id: string;
  name: string;
  version: string;
}

export interface Mistake {
  id: string;
  words: string;
}

/** Outcomes by number: for each language, for each mistake, in their orders. */
export interface Measured {
  languages: Language[];
  mistakes: Mistake[];
  /** The words of the outcomes that occur. */
  words: Partial<Record<OutcomeName, string>>;
  plain: number[];
  linted: number[];
}

/** What was said of a mistake: by the compiler or the program, and by the usual warnings and linters, where they differ. */
export interface Said {
  plain: string;
  linted: string;
}

/** The series that the lab is drawn from. */
export const CELLS = 'cells';

const only = (counts: Readonly<Record<string, number>> | undefined): string => Object.keys(counts ?? {})[0] ?? '';

/** A version as short as it tells: its number. */
const short = (version: string): string => /\d+(\.\d+)+/.exec(version)?.[0] ?? version;

export function measuredFrom(record: MeasurementRecord): Measured {
  const source = record.series.find(({ id }) => id === CELLS);
  const points = source?.points ?? [];
  const at = new Map(points.map((point) => [`${String(point.at['language'])} ${String(point.at['mistake'])}`, point]));
  const settings = (dimension: string) => {
    const words = source?.dimensions.find(({ name }) => name === dimension)?.words ?? {};
    const ids = [...new Set(points.map((point) => String(point.at[dimension])))];
    return ids.map((id) => ({ id, words: words[id] ?? id }));
  };
  const { programs } = record.provenance;
  const languages = settings('language').map(({ id, words }): Language => ({
    id,
    name: words,
    version: short(programs?.[words] ?? ''),
  }));
  const mistakes = settings('mistake');
  const untried = OUTCOMES.indexOf('not-tested');
  const numbers = (column: string) =>
    languages.flatMap((language) =>
      mistakes.map((mistake) => {
        const end = only(at.get(`${language.id} ${mistake.id}`)?.outcomes?.[column]);
        const found = OUTCOMES.indexOf(end as OutcomeName);
        return found < 0 ? untried : found;
      }),
    );
  const words = source?.outcomes?.find(({ name }) => name === 'outcome')?.words ?? {};
  return { languages, mistakes, words, plain: numbers('outcome'), linted: numbers('linted') };
}

export const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);

/** What became of a mistake in a language, by the column that counts. */
export function outcomeOf(
  { languages, mistakes, plain, linted }: Measured,
  language: string,
  mistake: string,
  column: 'plain' | 'linted',
): OutcomeName {
  const [row, place] = [idsOf(languages).indexOf(language), idsOf(mistakes).indexOf(mistake)];
  if (row < 0 || place < 0) return 'not-tested';
  const number = (column === 'linted' ? linted : plain)[row * mistakes.length + place];
  return OUTCOMES[number ?? -1] ?? 'not-tested';
}

/** How a mistake ends on another machine, beside the page's own; nothing where one of them did not try it. */
export function endsOf(
  measured: Measured,
  other: Measured,
  ...[language, mistake, column]: [language: string, mistake: string, column: 'plain' | 'linted']
): { own: OutcomeName; other: OutcomeName } | undefined {
  const own = outcomeOf(measured, language, mistake, column);
  const found = outcomeOf(other, language, mistake, column);
  return own === 'not-tested' || found === 'not-tested' ? undefined : { own, other: found };
}

/** What was said of a mistake, which is kept word for word; nothing where the series has no such point. */
export function saidOf({ points }: Series, language: string, mistake: string): Said | undefined {
  const point = points.find(({ at }) => at['language'] === language && at['mistake'] === mistake);
  if (!point) return undefined;
  return { plain: only(point.outcomes?.['said']), linted: only(point.outcomes?.['lint_said']) };
}
