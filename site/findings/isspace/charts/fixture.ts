// A small made-up record in the shape of the isspace experiment's, for tests only: its answers mean nothing.
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';

/** Who was asked, which characters they call spaces, and how many of the characters they were asked about. */
const MADE_UP: readonly (readonly [id: string, language: string, call: string, spaces: number[], below: number])[] = [
  ['unicode-white-space', 'Unicode', 'White_Space', [0x20, 0x85, 0x2028, 0x2029], Infinity],
  ['c-iswspace-glibc-utf8', 'C', 'iswspace(), UTF-8', [0x20, 0x2028, 0x2029], Infinity],
  ['javascript-regex', 'JavaScript', '\\s', [0x20, 0x2028, 0x2029, 0xfeff], Infinity],
  ['python-bytes', 'Python', 'bytes.isspace', [0x20], 0x100],
];

/** Names of those characters. */
const NAMES: readonly (readonly [number, string])[] = [
  [0x20, 'SPACE'],
  [0x85, 'NEXT LINE'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
];

const dimension = (name: string) => ({ name, title: name, unit: null });
const measure = (name: string, unit: string) => ({ name, title: name, unit, statistic: 'answer', interval: 'none' });
const certain = (value: number) => ({ n: 1, value, low: value, high: value });

/**
 * Four implementations, of which one was asked about single bytes only, and the characters that any calls a space: the five
 * above, or those of `other` for some of the implementations.
 */
export function madeUpWhiteSpace(
  machine = 'made-up',
  other: Readonly<Record<string, readonly number[]>> = {},
): MeasurementRecord {
  const record = madeUpRecord(machine);
  const asked = MADE_UP.map(([id, language, call, spaces, below]) => ({
    ...{ id, language, call, below },
    spaces: other[id] ?? spaces,
  }));
  const characters = [...new Set(asked.flatMap(({ spaces }) => spaces))];
  return {
    ...record,
    experiment: 'isspace',
    claims: [],
    series: [
      {
        id: 'code-points',
        title: 'Who calls which code point a space',
        dimensions: [dimension('implementation'), dimension('code_point')],
        measures: [measure('space', 'answers')],
        method: 1,
        published_source: null,
        points: asked.flatMap(({ id, spaces, below }) =>
          characters
            .filter((codePoint) => codePoint < below)
            .map((codePoint) => ({
              at: { implementation: id, code_point: codePoint },
              values: { space: certain(spaces.includes(codePoint) ? 1 : 0) },
            })),
        ),
      },
      {
        id: 'implementations',
        title: 'How many code points each calls a space',
        dimensions: [dimension('implementation'), dimension('language'), dimension('call')],
        measures: [measure('code_points', 'code points'), measure('asked', 'code points')],
        method: 1,
        published_source: null,
        points: asked.map(({ id, language, call, spaces, below }) => ({
          at: { implementation: id, language, call },
          values: { code_points: certain(spaces.length), asked: certain(Math.min(below, 0x110000)) },
        })),
      },
      {
        id: 'locales',
        title: 'Which bytes are spaces',
        dimensions: [dimension('library'), dimension('charmap'), dimension('bytes')],
        measures: [measure('locales', 'locales'), measure('spaces', 'bytes in all')],
        method: 1,
        published_source: { title: 'A. Author, “A made-up article”', url: 'https://example.com/article' },
        points: [
          {
            at: { library: 'glibc', charmap: 'others', bytes: '20 09' },
            values: { locales: certain(3), spaces: certain(2) },
          },
          { at: { library: 'macos', charmap: 'UTF-8', bytes: '09 20 85' }, values: {}, published: { spaces: 3 } },
        ],
      },
      {
        id: 'characters',
        title: 'What they are called',
        dimensions: [dimension('code_point'), dimension('name')],
        measures: [measure('implementations', 'implementations')],
        method: 1,
        published_source: null,
        points: NAMES.map(([codePoint, name]) => ({
          at: { code_point: codePoint, name },
          values: { implementations: certain(1) },
        })),
      },
    ],
  };
}
