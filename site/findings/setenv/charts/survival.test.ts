import { describe, expect, test } from 'vitest';
import { madeUpCrashes } from './fixture.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { LineMark, Mark } from '@/kit/chart/chart.ts';
import {
  beginning,
  halfLife,
  stairs,
  survivalFigure,
  survivalOf,
  type Survival,
  type SurvivalOptions,
} from './survival.ts';

const at = (library: string) => ({ library, reader: 'getenv' });
const known = (library: string): Survival => survivalOf(madeUpCrashes(), at(library))!;
/** Times and shares of a curve's corners. */
const corners = (survival: Survival, from = 0.0001) =>
  stairs(survival, from).map(({ seconds, share }) => [seconds, share]);

describe('a curve of survival', () => {
  test('begins with all where the axis does, and holds each share until the next step', () => {
    expect(corners(known('glibc'))).toEqual([
      [0.0001, 1],
      [0.01, 1],
      [0.01, 0.75],
      [0.1, 0.75],
      [0.1, 0.125],
      [0.2, 0.125],
    ]);
  });

  test('is all up to the end where none failed, with what so many children leave open', () => {
    expect(corners(known('glibc-newer'))).toEqual([
      [0.0001, 1],
      [0.2, 1],
    ]);
    expect(stairs(known('glibc-newer'), 0.0001)[0]).toMatchObject({ low: 0.98, high: 1, n: 200 });
  });

  test('is nothing where nobody measured it, and settings that leave a choice stop the build', () => {
    expect(survivalOf(madeUpCrashes(), { library: 'musl', reader: 'localtime' })).toBeUndefined();
    expect(() => survivalOf(madeUpCrashes(), { reader: 'getenv' })).toThrow('several cells');
  });

  test('is halved when fewer than half still run, or never', () => {
    expect(halfLife(known('glibc'))).toBe(0.1);
    expect(halfLife(known('musl'))).toBe(0.001);
    expect(halfLife(known('glibc-newer'))).toBeUndefined();
  });

  test('is drawn from a tick before its first step', () => {
    expect(beginning([known('glibc')])).toBeCloseTo(0.001, 9);
    expect(beginning([known('glibc'), known('musl')])).toBeCloseTo(0.0001, 9);
    expect(beginning([known('glibc-newer')])).toBeCloseTo(0.1, 9);
  });
});

describe('panels of survival', () => {
  const options: SurvivalOptions = {
    title: 'Still running',
    description: 'Made up.',
    panels: [{ name: 'getenv', at: { reader: 'getenv' } }],
    curves: [
      { name: 'newer glibc', at: { library: 'glibc-newer' } },
      { name: 'glibc', at: { library: 'glibc' } },
      { name: 'musl', at: { library: 'musl' } },
      { name: 'illumos', at: { library: 'illumos' } },
    ],
  };
  const { panels, table } = survivalFigure([madeUpCrashes()], options);
  const linesOf = (marks: readonly Mark[]) => marks.filter((mark): mark is LineMark => mark.mark === 'line');
  const { marks, x } = panels[0]!.spec;

  test('draw a curve in front of its band for each that a record has', () => {
    expect(marks.map(({ mark }) => mark)).toEqual(['band', 'band', 'band', 'line', 'line', 'line']);
    const [, band] = marks;
    expect(band).toMatchObject({ points: expect.arrayContaining([[0.01, 0.73, 0.77]]) as unknown });
  });

  test('name a curve that falls where it is about halfway down, the first on its left, and any other at its end', () => {
    expect(linesOf(marks).map(({ label }) => label)).toEqual([
      { text: 'newer glibc', at: [0.2, 1], side: 'end' },
      { text: 'glibc', at: [0.1, 0.55], side: 'right' },
      { text: 'musl', at: [0.001, 0.55], side: 'left' },
    ]);
  });

  test('name curves that end alike one below the other', () => {
    const curves = ['once', 'again'].map((name) => ({ name, at: { library: 'glibc-newer' } }));
    const alike = survivalFigure([madeUpCrashes()], { ...options, curves }).panels[0]!.spec.marks;
    expect(linesOf(alike).map(({ label }) => label)).toEqual([
      { text: 'once', at: [0.2, 1], side: 'end' },
      { text: 'again', at: [0.2, 0.9], side: 'end' },
    ]);
  });

  test('have an axis from before the first step to the limit, with a tick at each decade', () => {
    expect(x).toMatchObject({ ticks: [0.0001, 0.001, 0.01, 0.1] });
    expect((x as unknown as { domain: [number, number] }).domain[1]).toBe(0.2);
  });

  test('have every step as a row of the table', () => {
    expect(table.head).toEqual(['Panel', 'Curve', 'Time', 'Still running', '95% interval', 'n']);
    expect(table.rows).toHaveLength(9);
    expect(table.rows.slice(1, 4)).toEqual([
      ['getenv', 'newer glibc', '200\u00a0ms', '100%', '98.0%–100%', '200'],
      ['getenv', 'glibc', '10\u00a0µs', '100%', '98.0%–100%', '200'],
      ['getenv', 'glibc', '10\u00a0ms', '75%', '73%–77%', '200'],
    ]);
  });

  test('that no record has a cell of stop the build', () => {
    const curves = options.curves.slice(3);
    expect(() => survivalFigure([madeUpCrashes()], { ...options, curves })).toThrow('no record has a cell');
  });
});

test('a machine that is laid beside has curves of its own, with its mark at their ends, and names where no other says them', () => {
  const options = {
    title: 'Still running',
    description: 'Made up.',
    panels: [{ name: 'getenv', at: { reader: 'getenv' } }],
    curves: [
      { name: 'glibc', at: { library: 'glibc' } },
      { name: 'newer glibc', at: { library: 'glibc-newer' } },
    ],
  };
  const { panels, table } = survivalFigure(assignMarks([madeUpCrashes(), madeUpCrashes('other')]), options);
  const { marks } = panels[0]!.spec;
  const ends = ['glibc', 'glibc-newer'].map((library) => known(library).at(-1)!);
  expect(marks.filter(({ mark }) => mark === 'dots')).toEqual(
    ends.map(({ seconds: x, share: y }) => ({ mark: 'dots', figure: 'second', points: [{ x, y }] })),
  );
  const named = marks.flatMap(({ figure, label }) =>
    typeof label === 'object' ? [[figure, label.text, label.at]] : [],
  );
  expect(named).toEqual([
    ['measured', 'glibc', [0.1, 0.55]],
    ['measured', 'newer glibc', [0.2, 1]],
    ['second', 'glibc', [0.1, 0.75]],
  ]);
  expect(new Set(table.rows.map(([machine]) => machine))).toEqual(new Set(['made-up', 'other']));
});
