/** A record as the experiment writes it, with answers of nobody's machine: for tests. */
import type { MeasurementRecord, Point } from '@/kit/record/types';

const estimate = (value: number) => ({ n: 1, value, low: value, high: value });
const point = (at: Point['at'], values: Record<string, number>): Point =>
  ({ at, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, estimate(value)])) }) as Point;

/** What each says of space, no-break space and zero width no-break space, and how many code points it was asked about. */
const IMPLEMENTATIONS = [
  { id: 'rust-char', language: 'Rust', call: 'char::is_whitespace', asked: 0x110000, says: [1, 1, 0] },
  { id: 'rust-ascii', language: 'Rust', call: 'u8::is_ascii_whitespace', asked: 0x110000, says: [1, 0, 0] },
  { id: 'javascript-regex', language: 'JavaScript', call: '\\s', asked: 0x110000, says: [1, 1, 1] },
  { id: 'python-bytes', language: 'Python', call: 'bytes.isspace', asked: 256, says: [1, 0] },
];
const CHARACTERS = [
  [0x20, 'SPACE'],
  [0xa0, 'NO-BREAK SPACE'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
] as const;

const answers = IMPLEMENTATIONS.flatMap(({ id, says }) =>
  says.map((space, character) => point({ implementation: id, code_point: CHARACTERS[character]![0] }, { space })),
);
/** Only Java's trim() calls it a space; what the others said is left out, as the record does. */
const alone = point({ implementation: 'java-trim', code_point: 1 }, { space: 1 });

const series = (id: string, dimensions: string[], points: Point[]) => ({
  id,
  dimensions: dimensions.map((name) => ({ name })),
  points,
});

export const madeUpRecord = {
  experiment: 'isspace',
  machineName: 'nobody’s',
  provenance: { machine: { id: 'nobodys' } },
  series: [
    series('code-points', ['implementation', 'code_point'], [alone, ...answers]),
    series(
      'implementations',
      ['implementation', 'language', 'call'],
      [
        ...IMPLEMENTATIONS.map(({ id, language, call, asked }) =>
          point({ implementation: id, language, call }, { asked }),
        ),
        point({ implementation: 'java-trim', language: 'Java', call: 'String.trim' }, { asked: 0x110000 }),
      ],
    ),
    series(
      'characters',
      ['code_point', 'name'],
      CHARACTERS.map(([code_point, name]) => point({ code_point, name }, { implementations: 1 })),
    ),
  ],
  claims: [],
  skipped: [],
  warnings: [],
} as unknown as MeasurementRecord;
