import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { shown } from './at-build';
import { drawLanes, timeoutAt, timeoutX } from './lanes-view';
import { schema, type LabState } from './state';
import { SCENARIOS } from './words';

function drawn(values: Partial<LabState>, width = 880) {
  const state = schema.reconcile({ ...schema.opening, ...values });
  const { lines, layout, draw } = shown(state, null);
  return { state, lines, layout: layout(width), svg: draw(width) };
}
/** Where the bars end, from the left. */
const ends = (svg: string) =>
  [...svg.matchAll(/class="mt-dc-life" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );

describe('side by side', () => {
  it('a user timeout brings the later end to the earlier one, and without keepalive the idle connection never ends', () => {
    const near = ends(drawn({ timeout: 4000 }).svg);
    expect(Math.abs(near[0]! - near[1]!)).toBeLessThan(1);
    const { svg, layout } = drawn({ keepalive: 'off' });
    expect(ends(svg)[0]).toBe(layout.scale.right);
    expect(rowsRead(svg).cells[0]).toEqual([['Idle', '', 'never ends']]);
  });

  it('says of each mark what happens when, and how each connection ends', () => {
    const { cells } = rowsRead(drawn({}).svg);
    expect(cells).toHaveLength(2);
    expect(cells[0]!.at(0)).toEqual(['Idle', '1\u00a0s', 'keepalive probe']);
    expect(cells[0]!.at(-1)).toEqual(['Idle', '4\u00a0s', 'read(): ETIMEDOUT']);
    expect(cells[1]!.at(-1)!.slice(1)).toEqual(['15\u00a0min 29\u00a0s', 'read(): ETIMEDOUT']);
  });

  it.each<[string, { value: number; low: number; high: number }, RegExp, number[]]>([
    ['the median', { value: 939, low: 938, high: 940 }, /^15\smin 39\ss$/, [939]],
    ['the ends of two times', { value: 932, low: 931, high: 959 }, /^15\smin 31\ss to 15\smin 59\ss$/, [931, 959]],
  ])('leads with what was measured, at its place: %s', (_, after, text, marks) => {
    const { state, lines, layout } = drawn({});
    const row = { machine: 'm', n: 7, noticed: 7, call: 'read', errno: 'as measured' } as const;
    const svg = drawLanes(state, lines, layout, [null, { ...row, after: { n: 7, ...after } }]);
    const [, told, how] = /mt-dc-verdict--measured"[^>]*><tspan class="mt-dc-time">([^<]*)<\/tspan> ([^<]*)</.exec(
      svg,
    )!;
    expect(told).toMatch(text);
    expect(how).toBe(row.errno);
    const dots = [...svg.matchAll(/mt-mark--measured" cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(dots).toEqual(marks.map((seconds) => Number(layout.scale.x(seconds * 1e6).toFixed(1))));
  });

  it.each([328, 880])('keeps its marks within %d pixels, whatever happens and whatever is set', (width) => {
    for (const scenario of Object.keys(SCENARIOS) as LabState['scenario'][]) {
      for (const values of [
        {},
        { timeout: 7_200_000 },
        { idle: 7200 },
        { keepalive: 'off' },
        { timeout: 1, grpc: 'on', ping: 1 },
      ] as const) {
        const { svg } = drawn({ scenario, ...values }, width);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const xs = [...svg.matchAll(/ (?:d="M|x="|cx=")([\d.-]+)/g)].map(([, x]) => Number(x));
        expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...xs)).toBeLessThanOrEqual(width);
      }
    }
  });
});

it('the user timeout in hand is where it is put, in steps of five seconds, and off at the end of the scale', () => {
  const { layout } = drawn({});
  for (const timeout of [5000, 60_000, 90_000, 605_000])
    expect(timeoutAt(layout, timeoutX(layout, { ...schema.opening, timeout }))).toBe(timeout);
  expect(timeoutAt(layout, 0)).toBe(5000);
  expect(timeoutX(layout, schema.opening)).toBe(layout.scale.right);
  for (const x of [layout.scale.right, layout.width]) expect(timeoutAt(layout, x)).toBe(0);
});
