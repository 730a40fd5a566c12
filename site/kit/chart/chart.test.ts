import { line } from 'd3';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { chart, drawChart, type Mark } from './chart.ts';
import { DOT_RADIUS } from './chart-geometry.ts';
import { shortPath } from './chart-marks.ts';
import { FIGURE_KINDS, glyph } from './grammar.ts';
import { linesOf, spec } from './made-up-chart.ts';

const numbers = (svg: string) =>
  [...svg.matchAll(/ (?:d|x|y|cx|cy|r|width|height)="([^"]*)"/g)].map(([, value]) => value!);

describe('a chart', () => {
  test('has a name and a description, and its text is escaped', () => {
    const drawing = parse(chart(spec(), { width: 600 })).querySelector('svg')!;
    expect(drawing.getAttribute('role')).toBe('img');
    expect(drawing.getAttribute('aria-label')).toBe('Load & “balance”');
    expect(drawing.querySelector('desc')?.rawText).toBe('A line below &lt;50.');
  });

  test.each([
    [400, 'key'],
    [900, 'direct'],
  ] as const)('takes whatever words it is given as text and nothing else, %i pixels wide', (width, labels) => {
    const words = '</text></desc>"><b c="';
    const marks = everyMark.map((mark) => ({ ...mark, label: words, says: words, each: [words] }));
    const cells = [{ x: words, y: words, value: 1, text: words }];
    const bands = { kind: 'band', title: words, values: [words] } as const;
    const all = [
      spec({
        ...{ title: words, description: words, marks, labels },
        x: { kind: 'linear', title: words, format: () => words },
        y: { kind: 'linear', title: words, format: () => words },
        references: (['x', 'y'] as const).map((axis) => ({ axis, value: 5, label: words })),
      }),
      spec({ x: bands, y: bands, marks: [{ mark: 'heat', figure: 'measured', domain: [0, 1], cells }] }),
      spec({ x: bands, y: bands, marks: [{ mark: 'dots', figure: 'measured', points: [{ x: words, y: words }] }] }),
    ];
    for (const each of all) expect(chart(each, { width })).not.toMatch(/<b[ >]|<\/text><\/desc>/);
  });

  test('carries no inline style, no script and no id', () => {
    const svg = chart(spec({ marks: everyMark }), { width: 700 });
    expect(svg).not.toMatch(/ style=| on\w+=| id=|<script/);
  });

  test('draws a smooth curve by as few points as it takes, and none of them elsewhere', () => {
    const points = Array.from({ length: 401 }, (_, i) => [i / 40, 45 + 40 * Math.sin(i / 60)] as const);
    const pathOf = (marks: readonly Mark[]) =>
      parse(chart(spec({ marks }), { width: 900 }))
        .querySelector('.mt-stroke')!
        .getAttribute('d')!;
    const drawn = linesOf(pathOf([{ mark: 'line', figure: 'exact', points }])).flat();
    // A line that turns at every point is drawn by every point.
    const zigzag = points.map(([x, y], i) => [x, y + (i % 2)] as const);
    const all = linesOf(pathOf([{ mark: 'line', figure: 'exact', points: zigzag }])).flat();
    expect(all).toHaveLength(points.length);
    expect(drawn.length).toBeLessThan(points.length / 4);
    for (const [x, y] of all.filter((_, i) => i % 2 === 0)) {
      const next = drawn.findIndex(([at]) => at >= x);
      const [[x1, y1], [x2, y2]] = [drawn[Math.max(0, next - 1)]!, drawn[next]!];
      const between = x2 === x1 ? y2 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
      expect(Math.abs(between - y)).toBeLessThan(0.3);
    }
  });

  test('writes lines by how far they go, and ends each where it would', () => {
    expect(shortPath('M45,8L116.6,8L116.6,8.2L122.8,7.7ZM0.1,-3L0.1,-3L-0.2,4.1')).toBe(
      'M45,8h71.6v0.2l6.2,-0.5ZM0.1,-3h0l-0.3,7.1',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -9999, max: 9999 })), {
          minLength: 1,
        }),
        (tenths) => {
          const points = tenths.map(([x, y]) => [x / 10, y / 10] as const);
          const [drawn] = linesOf(shortPath(line().digits(1)(points as [number, number][])!));
          expect(drawn!.map(([x, y]) => [Math.round(x * 10) + 0, Math.round(y * 10) + 0])).toEqual(tenths);
        },
      ),
    );
  });

  test('leaves a gap in a curve where it has no place', () => {
    const points = Array.from({ length: 30 }, (_, i) => [i / 3, i === 10 || i === 29 ? NaN : 40] as const);
    const svg = chart(spec({ marks: [{ mark: 'line', figure: 'exact', points }] }), { width: 600 });
    const path = parse(svg).querySelector('.mt-stroke')!.getAttribute('d')!;
    expect(linesOf(path).map((points) => points.length)).toEqual([2, 2]);
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
    const heights = linesOf(d).flatMap((points) => points.map(([, y]) => y));
    expect(d).not.toMatch(/NaN|Infinity/);
    expect(heights).toHaveLength(6);
    expect(Math.max(...heights)).toBeLessThanOrEqual(drawn.plot.top + drawn.plot.height);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(Math.floor(drawn.plot.top));
    // The point without ends splits the band in two.
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

test('a name in the right margin begins behind dots that stand beside the last setting', () => {
  const points = [
    { x: 0, y: 10 },
    { x: 10, y: 20 },
  ];
  const gap = (offset: number) => {
    const drawn = parse(
      chart(spec({ marks: [{ mark: 'dots', figure: 'measured', label: 'ours', offset, points }] }), { width: 700 }),
    );
    const last = Math.max(...drawn.querySelectorAll('circle').map((dot) => Number(dot.getAttribute('cx'))));
    const name = drawn.querySelectorAll('.mt-label').find((one) => one.text === 'ours')!;
    return Number(name.getAttribute('x')) - last;
  };
  expect(gap(6)).toBeGreaterThan(DOT_RADIUS + 2);
  expect(gap(6)).toBeCloseTo(gap(0), 0);
});

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

  test('where the settings of an axis do not all fit, numbers make room for a word', () => {
    const values = ['0', '1', '3', '4', '9', '10', '12', '13', 'moved'];
    const labels = (width: number) =>
      parse(chart(spec({ x: { kind: 'band', title: 'x', values } }), { width }))
        .querySelectorAll('.mt-tick[text-anchor="middle"]')
        .map(({ text }) => text);
    expect(labels(900)).toEqual(values);
    const few = labels(300);
    expect(few.length).toBeLessThan(values.length);
    expect(few.slice(-2)).toEqual(['12', 'moved']);
  });

  test('a prediction keeps to its lane where each lane has one, and reaches beyond the dots of all where one is for all', () => {
    const lanes = [-8, 0, 8];
    const heights = (predicted: readonly number[]) => {
      const dots = (figure: 'measured' | 'predicted', lane: number): Mark => ({
        ...{ mark: 'dots', figure, lane, interval: 'x', points: [{ x: 5, y: 'a' }] },
      });
      const marks = [
        ...lanes.map((lane) => dots('measured', lane)),
        ...predicted.map((lane) => dots('predicted', lane)),
      ];
      const drawn = chart(spec({ y: { kind: 'band', title: '', values: ['a'] }, marks }), { width: 640, height: 120 });
      return [...drawn.matchAll(/mt-stroke--predicted" d="M[^v]*v([\d.]+)"/g)].map(([, height]) => Number(height));
    };
    // Lanes are 8 pixels apart, and a dot reaches 4 above and below its own.
    for (const height of heights(lanes)) expect(height).toBeLessThan(16);
    expect(heights(lanes)).toHaveLength(3);
    const [shared] = heights([0]);
    expect(shared).toBeGreaterThan(24);
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
