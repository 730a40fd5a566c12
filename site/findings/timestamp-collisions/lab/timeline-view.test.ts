import { describe, expect, it, vi } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { coincidences, type Reading } from './readings';
import { schema, type LabState } from './state';
import { drawTimeline, layoutTimeline, timeToX, timelineName, xToTime } from './timeline-view';

const size = { width: 880, height: 300 };
const stretch = { from: 0, to: 100 };
const reading = (thread: number, at: number, value: number, marks: Partial<Reading> = {}): Reading => ({
  thread,
  at,
  value,
  identifier: String(value),
  collides: false,
  duplicate: false,
  ...marks,
});
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const draw = (state: LabState, readings: Reading[]) =>
  drawTimeline(state, readings, layoutTimeline(size, [...Array(state.threads).keys()], stretch));
const path = (svg: string, style: string) => new RegExp(`class="${style}" d="([^"]*)"`).exec(svg)?.[1] ?? '';

describe('a reading', () => {
  it('stands at its true time and points to the value that the clock gave', () => {
    const svg = draw(stateWith({ threads: 2, step: 10 }), [reading(0, 47, 40)]);
    const layout = layoutTimeline(size, [0, 1], stretch);
    const [, x, , foot] = /^M([\d.]+),([\d.]+)L([\d.]+),/.exec(path(svg, 'mt-tl-stem')) ?? [];
    expect(Number(x)).toBeCloseTo(timeToX(layout, 47), 0);
    expect(Number(foot)).toBeCloseTo(timeToX(layout, 40), 0);
  });

  it('is read in its lane, with what the clock said and what came of it', () => {
    const readings = [
      reading(1, 47, 40, { collides: true }),
      reading(0, 61, 60),
      reading(0, 12, 10, { duplicate: true }),
    ];
    const { cells } = rowsRead(draw(stateWith({ threads: 2, step: 10 }), readings));
    expect(cells).toEqual([
      [
        ['1', '61 ns', '60 ns', '60', ''],
        ['1', '12 ns', '10 ns', '10', 'identifier given twice'],
      ],
      [['2', '47 ns', '40 ns', '40', 'another thread read it, too']],
    ]);
  });

  it('whose tick lies before the picture leaves it at its edge', () => {
    const svg = draw(stateWith({ threads: 1, step: 1000 }), [reading(0, 50, -900)]);
    const layout = layoutTimeline(size, [0], stretch);
    const [, edge] = /L([\d.]+),/.exec(path(svg, 'mt-tl-stem')) ?? [];
    expect(Number(edge)).toBeCloseTo(layout.left, 0);
  });

  it('of a thread without a lane is left out', () => {
    const svg = draw(stateWith({ threads: 64, cores: 64 }), [reading(63, 50, 50)]);
    expect(path(svg, 'mt-tl-head')).toBe('');
    expect(svg).toContain('48 more threads have no lane');
  });
});

describe('readings with one value', () => {
  const twice = (marks: Partial<Reading>) => [reading(0, 40.2, 40, marks), reading(2, 40.9, 40, marks)];

  it('are tied together, with a knot on each ruler that it was read on', () => {
    const svg = draw(stateWith({ threads: 3 }), twice({ collides: true, duplicate: true }));
    expect(path(svg, 'mt-tl-tie mt-tl-tie--hit')).not.toBe('');
    expect(path(svg, 'mt-tl-knot mt-tl-knot--hit').match(/z/g)).toHaveLength(2);
    expect(svg).toContain('>40</text>');
  });

  it('are shown as told apart when their identifiers differ', () => {
    const svg = draw(stateWith({ threads: 3 }), twice({ collides: true }));
    expect(path(svg, 'mt-tl-tie mt-tl-tie--kept')).not.toBe('');
    expect(svg).not.toContain('--hit');
  });

  it('are counted in the picture’s name', () => {
    const readings = twice({ collides: true, duplicate: true });
    expect(coincidences(readings)).toHaveLength(1);
    expect(timelineName(stateWith({ threads: 3 }), readings, stretch)).toBe(
      '3 threads’ readings of the clock over 100 ns: 2 readings, 2 of them with a value that another thread read too; ' +
        '2 duplicate identifiers (bare timestamp).',
    );
  });
});

it('shifts each core’s ruler by its residue', () => {
  const svg = draw(stateWith({ threads: 2, step: 10, residue: 3, cores: 2, hardware: 1 }), []);
  const layout = layoutTimeline(size, [0, 1], stretch);
  const ticks = [...svg.matchAll(/mt-tl-tick" d="([^"]*)"/g)].map(([, d]) =>
    [...(d ?? '').matchAll(/M([\d.]+),/g)].map(([, x]) => Math.round(xToTime(layout, Number(x)))),
  );
  expect(ticks[0]?.slice(0, 3)).toEqual([0, 10, 20]);
  expect(ticks[1]?.slice(0, 3)).toEqual([3, 13, 23]);
});

it('makes no format for a number, however many it writes', () => {
  const made = [vi.spyOn(Number.prototype, 'toLocaleString'), vi.spyOn(Intl, 'NumberFormat')];
  // As many readings as are ever shown, each with a value of its own that another thread read, too.
  const times = Array.from({ length: 1000 }, (_, index) => index / 10);
  const marks = { collides: true, duplicate: true };
  const readings = [0, 1].flatMap((thread) => times.map((at) => reading(thread, at, at, marks)));
  const { cells } = rowsRead(draw(stateWith({ threads: 2 }), readings));
  expect(cells.flat()).toHaveLength(2000);
  expect(cells[1]?.at(-1)).toEqual(['2', '99.9 ns', '99.9 ns', '99.9', 'identifier given twice']);
  for (const format of made) expect(format).not.toHaveBeenCalled();
});

it('writes times in the unit that suits the stretch', () => {
  const state = stateWith({ threads: 1, unit: 1e6, cost: 1e6 });
  const svg = drawTimeline(state, [], layoutTimeline(size, [0], { from: 0, to: 4e7 }));
  expect(svg).toContain('true time in ms');
});
