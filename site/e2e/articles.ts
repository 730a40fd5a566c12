/** What the tests of all articles share: the article as it was built, and the record that its figures come from. */
import type { HTMLElement } from 'node-html-parser';
import { formatBare, formatQuantity } from '@/kit/chart/format';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { claim, points, roundsOf, series, type Settings } from '@/kit/record/queries';
import type { ClaimFigure, MeasurementRecord, Point } from '@/kit/record/types';
import { one, pageAt, textOf } from './built';

/** An article and what it is drawn from, without what stands in it of other experiments. */
export interface Article {
  readonly page: HTMLElement;
  /** One for each machine, in the pages' order. */
  readonly records: readonly MeasurementRecord[];
  /** The one that figures in sentences come from: the first. */
  readonly record: MeasurementRecord;
}

/** The article about an experiment, with its records, or with those of another that the article shows. */
export function articleOf(slug: string, of = slug): Article {
  const records = publishedOnDisk(of);
  const page = pageAt(`/findings/${slug}/`);
  partsOfOthers(page).forEach((part) => part.remove());
  return { page, records, record: records[0]! };
}

/** The points of a series that lie at `at`, of every machine that has it: charts draw them all. */
export const pointsOfAll = ({ records }: Pick<Article, 'records'>, id: string, at: Settings = {}): Point[] =>
  records.filter((one) => one.series.some((known) => known.id === id)).flatMap((one) => points(series(one, id), at));

/** The rows of a figure's table, as cells, of the first machine: where there are several, each row begins with its machine. */
export const rowsOfFirst = ({ records, record }: Article, rows: string[][]): string[][] =>
  records.length === 1 ? rows : rows.filter(([machine]) => machine === record.machineName).map(([, ...cells]) => cells);

/** What an article shows of experiments that have none: parts that name the experiment. */
export const partsOfOthers = (page: HTMLElement): HTMLElement[] => page.querySelectorAll('[data-of]');

/** The figures that stand in no series of their kind: claims have them, and no figure of an article. */
const FIGURES = 'figures';

/** The series of the record that no figure of the article hands out, by their ids. */
export function seriesWithoutFile({ page, record }: Article): string[] {
  const files = page.querySelectorAll('figure a[download]').map((link) => link.getAttribute('href')!);
  const ids = record.series.map(({ id }) => id).filter((id) => id !== FIGURES);
  return ids.filter((id) => !files.includes(`/data/${record.experiment}/${id}.csv`));
}

/** The entry of a finding on the home page. */
export function homeEntryOf(slug: string): HTMLElement {
  const entries = pageAt('/').querySelectorAll('main article');
  return entries.find((entry) => entry.querySelector(`a[href="/findings/${slug}/"]`))!;
}

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');

/** A figure as it stands in a sentence, as `textOf` reads it. */
export const written = (value: number, unit: string): string => spaced(formatQuantity(value, unit));

/** A figure of a claim over all machines, as the home page has it: where two intervals are apart, from the smallest to the largest. */
export function writtenOfAll(
  { records }: Pick<Article, 'records'>,
  id: string,
  isIt: (figure: ClaimFigure) => boolean = () => true,
): string {
  const figures = records.flatMap((record) => claim(record, id).figures.find(isIt) ?? []);
  const found = figures.flatMap(({ measured }) => measured ?? []);
  const isApart = found.some(({ low }) => found.some(({ high }) => low > high));
  const values = isApart ? found.map(({ value }) => value).sort((a, b) => a - b) : [found[0]!.value];
  const ends = isApart ? [values[0]!, values.at(-1)!] : values;
  return ends.map((value) => written(value, figures[0]!.unit)).join(' to ');
}

/** A figure as it stands in a table whose head gives the unit. */
export const bare = (value: number, unit: string): string => spaced(formatBare(value, unit));

/** The ends of the interval that a claim shows of a figure: of rounds, where they stand in the place of a median's. */
export function endsOf(figure: ClaimFigure['measured'] | ClaimFigure['published']): number[] {
  if (!figure) return [];
  const { low, high } = ('value' in figure && roundsOf(figure)) || figure;
  return [low, high];
}

/** A row of a table whose groups are bodies of their own, by its group's head and its own. */
export function rowOf(table: HTMLElement, group: string, says: string): HTMLElement {
  const heads = (within: HTMLElement) => within.querySelectorAll('th').map(textOf);
  const rows = table
    .querySelectorAll('tbody')
    .filter((body) => heads(body).includes(group))
    .flatMap((body) => body.querySelectorAll('tr').filter((row) => heads(row).includes(says)));
  if (rows.length !== 1) throw new Error(`${rows.length} rows ${says} below ${group}, not one`);
  return rows[0]!;
}

/** The chart of a figure as wide screens show it. */
export const wideChart = (page: HTMLElement, figure: string): HTMLElement =>
  one(page, `#${figure} .mt-figure-wide svg[role="img"]`);
