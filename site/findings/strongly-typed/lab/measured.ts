/** What the lab takes from the record: what became of each mistake in each language. Read when the site is built. */
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import { MISTAKES, OUTCOMES, type MistakeName, type OutcomeName } from './state';

export interface Language {
  id: string;
  name: string;
  version: string;
}

/** Outcomes by number: for each language, for each mistake, in their orders. */
export interface Measured {
  languages: Language[];
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
  const words = source?.dimensions.find(({ name }) => name === 'language')?.words ?? {};
  const points = source?.points ?? [];
  const at = new Map(points.map((point) => [`${String(point.at['language'])} ${String(point.at['mistake'])}`, point]));
  const ids = [...new Set(points.map((point) => String(point.at['language'])))];
  const untried = OUTCOMES.indexOf('not-tested');
  const numbers = (column: string) =>
    ids.flatMap((id) =>
      MISTAKES.map((mistake) => {
        const found = OUTCOMES.indexOf(only(at.get(`${id} ${mistake}`)?.outcomes?.[column]) as OutcomeName);
        return found < 0 ? untried : found;
      }),
    );
  const { programs } = record.provenance;
  const languages = ids.map((id): Language => {
    const name = words[id] ?? id;
    return { id, name, version: short(programs?.[name] ?? '') };
  });
  return { languages, plain: numbers('outcome'), linted: numbers('linted') };
}

/** What became of a mistake in a language, by the column that counts. */
export function outcomeOf(
  { languages, plain, linted }: Measured,
  language: string,
  mistake: MistakeName,
  column: 'plain' | 'linted',
): OutcomeName {
  const row = languages.findIndex(({ id }) => id === language);
  const number = (column === 'linted' ? linted : plain)[row * MISTAKES.length + MISTAKES.indexOf(mistake)];
  return OUTCOMES[number ?? -1] ?? 'not-tested';
}

export const nameOf = ({ languages }: Measured, id: string): string =>
  languages.find((language) => language.id === id)?.name ?? id;

/** What was said of a mistake; nothing where the series has no such point. */
export function saidOf({ points, outcomes }: Series, language: string, mistake: MistakeName): Said | undefined {
  const point = points.find(({ at }) => at['language'] === language && at['mistake'] === mistake);
  if (!point) return undefined;
  const words = (name: string, of: Point) =>
    outcomes?.find((outcome) => outcome.name === name)?.words?.[only(of.outcomes?.[name])] ?? '';
  return { plain: words('said', point), linted: words('lint_said', point) };
}
