/** Which of the 256 bytes a locale calls white space, drawn as a grid: from the record of the isspace experiment. */
import { points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import { formatBare, formatCount } from '@/kit/chart/format.ts';
import { escapeText, markShape, px } from '@/kit/chart/grammar.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { LIMITS } from '@/wasm-pkg/isspace/limits.ts';

/** A rule's white space, and the origin of that knowledge. */
export interface ByteRule {
  readonly figure: ShownAs | 'published';
  /** The bytes, ascending. */
  readonly bytes: readonly number[];
  /** In how many locales it was found; undefined where nobody here could look. */
  readonly locales: number | undefined;
}

/** The series of outcomes, one for each set of bytes that some locale has. */
const SERIES = 'locales';

/** The rules that a record has at some settings: one for each set of bytes of a character set, over all its locales. */
export function rulesOf(record: MeasurementRecord, at: Settings): ByteRule[] {
  const alike = Map.groupBy(points(series(record, SERIES), at), (point) => {
    const { figure, bytes } = ruleAt(record, point);
    return [settingAt(point, 'library'), settingAt(point, 'charmap'), figure, ...bytes].join();
  });
  return [...alike.values()].map((own) => {
    const rules = own.map((point) => ruleAt(record, point));
    const locales = rules.flatMap((rule) => rule.locales ?? []);
    return { ...rules[0]!, locales: locales.length === 0 ? undefined : locales.reduce((sum, one) => sum + one) };
  });
}

function ruleAt(record: MeasurementRecord, point: Point): ByteRule {
  const locales = point.values['locales']?.value;
  return {
    figure: locales === undefined ? 'published' : shownAs(record),
    bytes: bytesAt(point),
    locales,
  };
}

/** The bytes of a rule, ascending: the record has them in hexadecimal, with spaces between. */
const bytesAt = (point: Point): number[] =>
  String(settingAt(point, 'bytes'))
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => Number.parseInt(text, 16))
    .sort((a, b) => a - b);

/** A byte as two hexadecimal digits. */
export const writtenByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** The bytes that are spaces in the locale “C”; what is beside them is named in the drawing. */
const SIX: readonly number[] = LIMITS.asciiSpaces;

/** Sixteen rows of sixteen bytes; how far apart they stand, and the room for the digits beside and above, in pixels. */
const [ROW, PITCH, HEAD] = [16, 9, 20];
const SIZE = HEAD + ROW * PITCH + 4;

/** Words for a grid. */
export interface GridWords {
  readonly title: string;
  readonly description: string;
}

/** Draws the bytes as a grid: the first digit down, the second across, and a mark for each that is a space. */
export function byteGrid({ bytes, figure }: ByteRule, { title, description }: GridWords): string {
  const at = (index: number) => HEAD + index * PITCH + PITCH / 2;
  const digits = Array.from({ length: ROW }, (_, index) => index);
  const digit = (index: number) => index.toString(16).toUpperCase();
  return [
    `<svg class="mt-chart mt-byte-grid" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" role="img" aria-label="${escapeText(title)}">`,
    `<desc>${escapeText(description)}</desc>`,
    `<path class="mt-grid" d="${digits.map((index) => `M${HEAD},${px(at(index))}H${px(SIZE - 4)}M${px(at(index))},${HEAD}V${px(SIZE - 4)}`).join('')}"/>`,
    ...digits
      // Every fourth: more would touch each other.
      .filter((index) => index % 4 === 0)
      .map(
        (index) =>
          `<text class="mt-tick" x="${HEAD - 6}" y="${px(at(index))}" dy="0.35em" text-anchor="end">${digit(index)}</text>` +
          `<text class="mt-tick" x="${px(at(index))}" y="12" text-anchor="middle">${digit(index)}</text>`,
      ),
    ...bytes.map((byte) => {
      const [x, y] = [at(byte % ROW), at(Math.floor(byte / ROW))];
      const label = SIX.includes(byte)
        ? ''
        : `<text class="mt-label mt-label--${figure}" x="${px(x + 6)}" y="${px(y)}" dy="0.35em">${writtenByte(byte)}</text>`;
      return markShape(figure, x, y, 3) + label;
    }),
    '</svg>',
  ].join('');
}

/** Every outcome of the records as a table. */
export function rulesTable(records: readonly MeasurementRecord[]): FigureTable {
  const withMachine = records.length > 1;
  return {
    head: [...(withMachine ? ['Machine'] : []), 'C library', 'Character sets', 'Locales', 'Spaces', 'Which bytes'],
    rows: records.flatMap((record) =>
      series(record, SERIES).points.map((point) => {
        const { bytes, locales } = ruleAt(record, point);
        return [
          ...(withMachine ? [machineOf(record)] : []),
          String(settingAt(point, 'library')),
          String(settingAt(point, 'charmap')),
          locales === undefined ? 'published' : formatCount(locales),
          formatBare(bytes.length, 'bytes in all'),
          bytes.map(writtenByte).join(' '),
        ];
      }),
    ),
  };
}
