/** The lab's part of a record: the outcome of each mistake in each language. */
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
  plain: number[];
  linted: number[];
}

/** Messages about a mistake: by the compiler or the program, and by the usual warnings and linters, where they differ. */
export interface Said {
  plain: string;
  linted: string;
}

/** The series that the lab is drawn from. */
export const CELLS = 'cells';

/**
 * Cells by today's list of mistakes. Records until 2026-11-30 have the wrong downcast under another name, where Python's program made no
 * cast; and the bytes of one type read as another, which is asked for and no mistake.
 */
export function currentCells(cells: Series): Series {
  const points = cells.points.flatMap((point) => {
    const { language, mistake } = point.at;
    if (mistake === 'reinterpret-bytes') return [];
    if (mistake !== 'unchecked-downcast') return [point];
    const isCast = !['python', 'mypy', 'pyright'].includes(String(language));
    return isCast ? [{ ...point, at: { ...point.at, mistake: 'wrong-downcast' } }] : [];
  });
  return { ...cells, points };
}

/** The cells of a record; throws where it has none. */
export function recordedCells({ series }: MeasurementRecord): Series {
  const cells = series.find(({ id }) => id === CELLS);
  if (!cells) throw new Error('The record has no cells.');
  return currentCells(cells);
}

const only = (counts: Readonly<Record<string, number>> | undefined): string => Object.keys(counts ?? {})[0] ?? '';

/** The number of a version: `12.2.0` of `gcc (Debian 12.2.0-14) 12.2.0`. */
export const shortVersion = (version: string): string => /\d+(\.\d+)+/.exec(version)?.[0] ?? version;

export function measuredFrom(record: MeasurementRecord): Measured {
  const { dimensions, points } = recordedCells(record);
  const at = new Map(points.map((point) => [`${String(point.at['language'])} ${String(point.at['mistake'])}`, point]));
  const settings = (dimension: string) => {
    const words = dimensions.find(({ name }) => name === dimension)?.words ?? {};
    const ids = [...new Set(points.map((point) => String(point.at[dimension])))];
    return ids.map((id) => ({ id, words: words[id] ?? id }));
  };
  const { programs } = record.provenance;
  const languages = settings('language').map(({ id, words }): Language => ({
    id,
    name: words,
    version: shortVersion(programs?.[words] ?? ''),
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
  return { languages, mistakes, plain: numbers('outcome'), linted: numbers('linted') };
}

/** Languages of further setups, which are tried with the same programs. */
const LANGUAGE_OF_SETUP: Readonly<Record<string, string>> = {
  'rust-release': 'rust',
  'c-clang': 'c',
  'cpp-clang': 'cpp',
  mypy: 'python',
  pyright: 'python',
};

/** Language of a row, by whichever compiler, build or checker it is tried. */
export const languageOf = (id: string): string => LANGUAGE_OF_SETUP[id] ?? id;

export const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);

/** The outcome of a mistake in a language, by the column that counts. */
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

/** The outcomes of all mistakes in a language. */
export const endsOfLanguage = (measured: Measured, language: string, column: 'plain' | 'linted'): OutcomeName[] =>
  measured.mistakes.map(({ id }) => outcomeOf(measured, language, id, column));

/** Outcomes of a mistake on the page's machine and another; `undefined` where one of them did not try it. */
export function endsOf(
  measured: Measured,
  other: Measured,
  ...[language, mistake, column]: [language: string, mistake: string, column: 'plain' | 'linted']
): { own: OutcomeName; other: OutcomeName } | undefined {
  const own = outcomeOf(measured, language, mistake, column);
  const found = outcomeOf(other, language, mistake, column);
  return own === 'not-tested' || found === 'not-tested' ? undefined : { own, other: found };
}

/** Lines about a missing program of clang’s sanitizers, which records until 2026-12-01 have. */
const symbolizer = /\n.*external symbolizer.*/g;

/** Messages about a mistake, word for word; `undefined` where the series has no such point. */
export function saidOf({ points }: Series, language: string, mistake: string): Said | undefined {
  const point = points.find(({ at }) => at['language'] === language && at['mistake'] === mistake);
  if (!point) return undefined;
  const said = (column: string) => only(point.outcomes?.[column]).replaceAll(symbolizer, '');
  return { plain: said('said'), linted: said('lint_said') };
}
