/** Words for settings and outcomes, so that readers see no raw key. */
import type { Dimension, Measure, Outcome, Point, Series, Setting } from '../record/types.ts';
import { formatBare, formatCount, formatQuantity } from './format.ts';

/** Tells if settings in this unit are written as figures in it are (`4 ms`, `64 KiB`), and not as plain numbers. */
export const isFormatted = (unit: string | null): unit is string => unit === 's' || unit === 'bytes';

/** The words for a setting, if there are any. By `hasOwn`, since a setting may have the name of a property of every object. */
export const wordsFor = (
  words: Readonly<Record<string, string>> | null | undefined,
  setting: Setting,
): string | undefined => (words && Object.hasOwn(words, setting) ? words[setting] : undefined);

/** A setting without words: a name as it is, or a number: `1,000`. */
export const settingText = (setting: Setting | undefined): string =>
  typeof setting === 'number' ? formatCount(setting) : (setting ?? '');

/** A setting in a table below its dimension's title; empty where the dimension does not apply to a point. */
export function settingWords({ unit, words }: Pick<Dimension, 'unit' | 'words'>, setting: Setting | undefined): string {
  if (typeof setting === 'number') return isFormatted(unit) ? formatBare(setting, unit) : settingText(setting);
  return wordsFor(words, setting ?? '') ?? settingText(setting);
}

export function dimensionOf(source: Series, name: string): Dimension {
  const found = source.dimensions.find((dimension) => dimension.name === name);
  if (found === undefined) throw new Error(`series ${source.id} has no dimension ${name}`);
  return found;
}

export function measureOf(source: Series, name: string): Measure {
  const found = source.measures.find((measure) => measure.name === name);
  if (found === undefined) throw new Error(`series ${source.id} has no measure ${name}`);
  return found;
}

/** Settings in a sentence, in the order of the series: `random, 1,000 items`. A dimension that sums up several others replaces them. */
export function settingsWords(source: Series, at: Readonly<Record<string, Setting | null>>, point?: Point): string {
  const settingOf = (name: string) => at[name] ?? point?.at[name];
  const saying = source.dimensions.filter(
    ({ name, says = [] }) =>
      settingOf(name) !== undefined && says.length > 0 && [name, ...says].some((asked) => asked in at),
  );
  const said = new Set(saying.flatMap(({ says = [] }) => says));
  return source.dimensions
    .flatMap((dimension) => {
      const { name } = dimension;
      if (saying.includes(dimension)) return [settingWords(dimension, settingOf(name))];
      const setting = said.has(name) ? null : (at[name] ?? null);
      return setting === null ? [] : [inSentence(dimension, setting)];
    })
    .join(', ');
}

/** A setting's words stand alone; a name or a bare number needs its dimension's title or unit. */
function inSentence(dimension: Dimension, setting: Setting): string {
  const { title, unit } = dimension;
  const words = wordsFor(dimension.words, setting);
  if (words !== undefined) return words;
  const said =
    typeof setting === 'number' && unit !== null ? formatQuantity(setting, unit) : settingWords(dimension, setting);
  return title.toLowerCase() === unit ? said : `${lowerFirst(title)} ${said}`;
}

/** A title within a sentence, unless it begins with an abbreviation or a name: `read buffer`, `C library`. */
const lowerFirst = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;

/** Words for the outcome of a point's trials, such as `EOF or ETIMEDOUT`; undefined without any. */
export function outcomeWords(source: Series, point: Point, name: string): string | undefined {
  const counts = point.outcomes?.[name];
  const ways = Object.keys(counts ?? {}).map((way) => wayWords(source, name, way));
  return counts && ways.join(' or ');
}

/** Words for the outcome that a model predicts of a point. */
export function predictedWords(source: Series, point: Point, name: string): string | undefined {
  const way = point.predicted_outcomes?.[name];
  return way === undefined ? undefined : wayWords(source, name, way);
}

const wayWords = (source: Series, name: string, way: string): string =>
  wordsFor(source.outcomes?.find((outcome: Outcome) => outcome.name === name)?.words, way) ?? way;
