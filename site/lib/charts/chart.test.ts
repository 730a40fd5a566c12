import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { chart, drawChart, textWidth, type ChartSpec, type Mark } from './chart.ts';
import { formatBytes } from './format.ts';
import { FIGURE_KINDS, glyph } from './grammar.ts';

const spec = (over: Partial<ChartSpec> = {}): ChartSpec => ({
  title: 'Load & “balance”',
  description: 'A line below <50.',
  x: { kind: 'linear', title: 'Servers', domain: [0, 10] },
  y: { kind: 'linear', title: 'Items', domain: [0, 100] },
  marks: [
    {
      mark: 'line',
      figure: 'exact',
      points: [
        [0, 0],
        [10, 50],
      ],
    },
  ],
  ...over,
});

/** The coordinates of every path, circle and text of a drawing. */
const numbers = (svg: string) =>
  [...svg.matchAll(/ (?:d|x|y|cx|cy|r|width|height)="([^"]*)"/g)].map(([, value]) => value!);

describe('a chart', () => {
  test('is a small, readable drawing', () => {
    const svg = chart(
      spec({
        marks: [
          {
            mark: 'line',
            figure: 'exact',
            points: [
              [0, 0],
              [10, 50],
            ],
          },
          { mark: 'dots', figure: 'measured', label: 'ours', points: [{ x: 5, y: 25, low: 20, high: 30 }] },
          { mark: 'dots', figure: 'published', points: [{ x: 5, y: 26 }] },
        ],
        references: [{ axis: 'y', value: 80, label: 'capacity 80', tone: 'limit' }],
      }),
      { width: 600, height: 240 },
    );
    expect(svg.replaceAll('><', '>\n<')).toMatchSnapshot();
  });

  test('has a name and a description, and its text is escaped', () => {
    const drawing = parse(chart(spec(), { width: 600 })).querySelector('svg')!;
    expect(drawing.getAttribute('role')).toBe('img');
    expect(drawing.getAttribute('aria-label')).toBe('Load & “balance”');
    expect(drawing.querySelector('desc')?.rawText).toBe('A line below &lt;50.');
  });

  test('carries no inline style, no script and no id', () => {
    const svg = chart(spec({ marks: everyMark }), { width: 700 });
    expect(svg).not.toMatch(/ style=| on\w+=| id=|<script/);
  });

  test('has the same drawing for the same data', () => {
    expect(chart(spec({ marks: everyMark }), { width: 500 })).toBe(chart(spec({ marks: everyMark }), { width: 500 }));
  });

  test('knows where values are, and back', () => {
    const drawn = drawChart(spec(), { width: 600, height: 300 });
    expect(drawn.x(0)).toBe(drawn.plot.left);
    expect(drawn.x(10)).toBe(drawn.plot.left + drawn.plot.width);
    expect(drawn.y(0)).toBe(drawn.plot.top + drawn.plot.height);
    expect(drawn.invertX(drawn.x(3))).toBeCloseTo(3);
    expect(drawn.invertY(drawn.y(42))).toBeCloseTo(42);
  });

  test('a band runs from its lower ends to its upper ones, and stays in the plot', () => {
    const drawn = drawChart(
      spec({
        marks: [
          {
            mark: 'band',
            figure: 'predicted',
            points: [
              [0, 20, 40],
              [5, NaN, 40],
              [8, -1e9, 60],
              [10, 30, Infinity],
            ],
          },
        ],
      }),
      { width: 600, height: 300 },
    );
    const d = parse(drawn.svg).querySelector('.mt-area--predicted')!.getAttribute('d')!;
    const heights = [...d.matchAll(/,([\d.-]+)/g)].map(([, value]) => Number(value));
    expect(d).not.toMatch(/NaN|Infinity/);
    expect(heights).toHaveLength(6);
    expect(Math.max(...heights)).toBeLessThanOrEqual(drawn.plot.top + drawn.plot.height);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(Math.floor(drawn.plot.top));
    // The place without ends parts the band in two.
    expect(d.match(/M/g)).toHaveLength(2);
  });

  test('has no coordinate that is not a number, whatever the data', () => {
    const value = fc.double({ noNaN: false });
    const points = fc.array(fc.tuple(value, value), { maxLength: 20 });
    fc.assert(
      fc.property(
        points,
        fc.constantFrom('linear' as const, 'log' as const),
        fc.integer({ min: 280, max: 1200 }),
        (data, kind, width) => {
          const svg = chart(
            spec({
              x: { kind: 'linear', title: 'x', domain: [0, 10] },
              y: { kind, title: 'y', domain: [0.001, 10] },
              marks: [
                { mark: 'line', figure: 'exact', points: data },
                { mark: 'dots', figure: 'measured', points: data.map(([x, y]) => ({ x, y, low: y - 1, high: y + 1 })) },
              ],
            }),
            { width },
          );
          expect(numbers(svg).filter((text) => /NaN|Infinity|undefined/.test(text))).toEqual([]);
        },
      ),
    );
  });
});

const everyMark: readonly Mark[] = [
  {
    mark: 'step',
    figure: 'live',
    label: 'a',
    points: [
      [0, 10],
      [5, 20],
      [10, 10],
    ],
  },
  {
    mark: 'histogram',
    figure: 'measured',
    width: 1,
    over: 5,
    bins: [
      [4, 10],
      [5, 30],
      [6, 12],
    ],
  },
  ...FIGURE_KINDS.map((figure): Mark => ({ mark: 'dots', figure, points: [{ x: 3, y: 30, low: 10, high: 50 }] })),
];

describe('marks', () => {
  const pathsOf = (mark: Mark) => parse(chart(spec({ marks: [mark] }), { width: 600 }));

  test('every kind of figure has its own shape', () => {
    const shapes = FIGURE_KINDS.map((kind) => parse(glyph(kind)).querySelector('svg > *')!.outerHTML);
    expect(new Set(shapes.map((shape) => shape.replace(/ class="[^"]*"/, ''))).size).toBeGreaterThanOrEqual(5);
  });

  test('an interval is drawn from end to end, and a value without one has none', () => {
    const drawing = pathsOf({
      mark: 'dots',
      figure: 'measured',
      points: [
        { x: 1, y: 50, low: 40, high: 60 },
        { x: 2, y: 50 },
      ],
    });
    expect(drawing.querySelectorAll('.mt-interval')).toHaveLength(1);
    expect(drawing.querySelectorAll('circle')).toHaveLength(2);
  });

  test('nothing seen in many trials leaves a bar on a logarithmic axis, and no dot', () => {
    const drawing = parse(
      chart(
        spec({
          y: { kind: 'log', title: 'Chance', domain: [1e-5, 1] },
          marks: [{ mark: 'dots', figure: 'measured', points: [{ x: 5, y: 0, low: 0, high: 0.0004 }] }],
        }),
        { width: 600 },
      ),
    );
    expect(drawing.querySelectorAll('.mt-interval')).toHaveLength(1);
    expect(drawing.querySelectorAll('circle')).toHaveLength(0);
  });

  test('what is over the limit is marked in a histogram', () => {
    const drawing = pathsOf({
      mark: 'histogram',
      figure: 'live',
      width: 1,
      over: 5,
      bins: [
        [5, 30],
        [6, 12],
      ],
    });
    expect(drawing.querySelectorAll('.mt-area--over')).toHaveLength(1);
    expect(drawing.querySelectorAll('.mt-stroke--live')).toHaveLength(1);
  });

  test('a heat map writes its values where they fit', () => {
    const heat = (width: number) =>
      parse(
        chart(
          spec({
            x: { kind: 'band', title: 'x', values: ['1', '2'] },
            y: { kind: 'band', title: 'y', values: ['a'] },
            marks: [
              {
                mark: 'heat',
                figure: 'measured',
                domain: [0, 1],
                cells: [{ x: '1', y: 'a', value: 1, text: '1,234,567' }],
              },
            ],
          }),
          { width },
        ),
      );
    expect(heat(600).querySelectorAll('.mt-cell-text')).toHaveLength(1);
    expect(heat(120).querySelectorAll('.mt-cell-text')).toHaveLength(0);
  });
});

describe('ticks', () => {
  const ticks = (over: Partial<ChartSpec>) =>
    parse(chart(spec(over), { width: 480, height: 400 }))
      .querySelectorAll('.mt-tick')
      .map((tick) => tick.text);

  test('a linear axis has round numbers with thousands separators', () => {
    expect(ticks({ x: { kind: 'linear', title: '', domain: [0, 4000] } }).slice(0, 5)).toEqual([
      '0',
      '1,000',
      '2,000',
      '3,000',
      '4,000',
    ]);
  });

  test('a logarithmic axis has powers of ten where there is no room for more', () => {
    expect(ticks({ y: { kind: 'log', title: '', domain: [1, 10_000] } }).slice(-5)).toEqual([
      '1',
      '10',
      '100',
      '1,000',
      '10,000',
    ]);
  });

  test.each([10, 2] as const)(
    'a logarithmic axis to base %i that is to begin at nothing begins at its smallest value',
    (base) => {
      const drawn = drawChart(
        spec({
          y: { kind: 'log', base, title: '', domain: [0, 100] },
          marks: [{ mark: 'dots', figure: 'measured', points: [{ x: 1, y: 8, low: 0, high: 64 }] }],
        }),
        { width: 480, height: 400 },
      );
      expect(drawn.y(8)).toBeCloseTo(drawn.plot.top + drawn.plot.height);
      expect(drawn.svg).not.toMatch(/NaN|Infinity/);
    },
  );

  test('an axis of sizes that double has powers of two, as many as there is room for', () => {
    const x = { kind: 'log' as const, base: 2 as const, title: '', domain: [1, 2 ** 24] as const, format: formatBytes };
    const texts = (width: number) =>
      parse(chart(spec({ x }), { width }))
        .querySelectorAll('.mt-tick[text-anchor="middle"]')
        .map((tick) => tick.text.replace('\u00a0', ' '));
    expect(texts(360)).toEqual(['1 B', '1 KiB', '1 MiB']);
    expect(texts(640)).toEqual(['1 B', '32 B', '1 KiB', '32 KiB', '1 MiB']);
    const path = parse(chart(spec({ x }), { width: 360 }))
      .querySelector('.mt-axis')!
      .getAttribute('d')!;
    expect(path.match(/M/g)).toHaveLength(1 + 25);
  });

  test('an axis that counts in another unit is round in that one, and where its values are', () => {
    const y = { kind: 'log' as const, title: '', domain: [2 ** 20, 1000 * 2 ** 20] as const, per: 2 ** 20 };
    const drawn = drawChart(spec({ y: { ...y, format: (value) => `${value / 2 ** 20}` } }), {
      width: 480,
      height: 400,
    });
    const labels = parse(drawn.svg).querySelectorAll('.mt-tick[text-anchor="end"]');
    expect(labels.map((tick) => tick.text)).toEqual(['1', '10', '100', '1000']);
    expect(Number(labels[1]!.getAttribute('y'))).toBeCloseTo(drawn.y(10 * 2 ** 20), 0);
  });

  test('the same labels never touch, at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 240, max: 1200 }), fc.integer({ min: 1, max: 7 }), (width, magnitude) => {
        const drawing = parse(
          chart(spec({ x: { kind: 'linear', title: '', domain: [0, 10 ** magnitude] } }), { width }),
        );
        const labels = drawing
          .querySelectorAll('.mt-tick[text-anchor="middle"]')
          .map((tick) => ({ at: Number(tick.getAttribute('x')), half: textWidth(tick.text) / 2 }));
        labels
          .slice(1)
          .forEach((label, i) => expect(label.at - label.half).toBeGreaterThan(labels[i]!.at + labels[i]!.half));
      }),
    );
  });
});

describe('labels', () => {
  const curves = (ys: readonly number[]): Mark[] =>
    ys.map((y, i) => ({
      mark: 'line',
      figure: 'exact',
      label: `curve ${i}`,
      points: [
        [0, 0],
        [10, y],
      ],
    }));

  test('curves that end together have labels apart', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 8 }), (ys) => {
        const at = parse(chart(spec({ marks: curves(ys) }), { width: 700 }))
          .querySelectorAll('.mt-label')
          .map((label) => Number(label.getAttribute('y')))
          .sort((a, b) => a - b);
        at.slice(1).forEach((y, i) => expect(y - at[i]!).toBeGreaterThanOrEqual(14.8));
      }),
    );
  });

  test('a narrow chart has a key where marks differ, and labels where they are drawn alike', () => {
    const width = 340;
    const differ = chart(
      spec({
        marks: [
          { ...curves([50])[0]!, label: 'exact' },
          { mark: 'dots', figure: 'measured', label: 'ours', points: [] },
        ],
      }),
      { width },
    );
    expect(parse(differ).querySelectorAll('.mt-stroke--exact')).toHaveLength(2);
    const alike = parse(chart(spec({ marks: curves([20, 80]) }), { width }));
    expect(alike.querySelectorAll('.mt-stroke--exact')).toHaveLength(2);
    expect(alike.querySelectorAll('.mt-label')).toHaveLength(2);
  });

  test('references that stand close turn their labels away from each other', () => {
    const drawing = parse(
      chart(
        spec({
          references: [
            { axis: 'x', value: 5, label: 'p99: 97' },
            { axis: 'x', value: 5.2, label: 'capacity 100', tone: 'limit' },
          ],
        }),
        { width: 600 },
      ),
    );
    expect(drawing.querySelectorAll('.mt-label').map((label) => label.getAttribute('text-anchor'))).toEqual([
      'end',
      'start',
    ]);
  });

  test('a level line has its label at the end that is asked for', () => {
    const drawing = parse(
      chart(
        spec({
          references: [
            { axis: 'y', value: 80, label: 'on the right' },
            { axis: 'y', value: 40, label: 'on the left', end: 'left' },
          ],
        }),
        { width: 600 },
      ),
    );
    const labels = drawing.querySelectorAll('.mt-label');
    expect(labels.map((label) => label.getAttribute('text-anchor'))).toEqual(['end', 'start']);
    expect(Number(labels[1]!.getAttribute('x'))).toBeLessThan(100);
  });

  test('names that stand in the plot are drawn over the lines of reference', () => {
    const long = 'a name that is much too long to stand beside so small a plot';
    const drawn = chart(
      spec({
        x: { kind: 'linear', title: 'x' },
        y: { kind: 'band', title: '', values: [long] },
        marks: [{ mark: 'dots', figure: 'measured', interval: 'x', points: [{ x: 5, y: long, low: 4, high: 6 }] }],
        references: [{ axis: 'x', value: 5, label: 'alike' }],
      }),
      { width: 300 },
    );
    expect(drawn.indexOf(long)).toBeGreaterThan(drawn.indexOf('mt-reference'));
    expect(drawn.lastIndexOf('mt-reference')).toBeGreaterThan(-1);
  });
});
