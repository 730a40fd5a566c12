import { describe, expect, test } from 'vitest';
import { pathOf, staircase } from './staircase.ts';

const of = (...readings: number[]) => staircase(Float64Array.from(readings));

describe('readings in a row', () => {
  test('are equal to the one before, or a step above it', () => {
    const { equal, step, runs } = of(5, 5, 5, 5.5, 5.5, 5.75);
    expect([equal, step]).toEqual([3, 0.25]);
    expect(runs).toEqual([
      { from: 0, time: 5 },
      { from: 3, time: 5.5 },
      { from: 5, time: 5.75 },
    ]);
  });

  test('of a clock that stands still have no step', () => {
    expect(of(5, 5, 5)).toEqual({ equal: 2, step: undefined, runs: [{ from: 0, time: 5 }] });
  });

  test('of a clock that is set back have one all the same', () => {
    expect(of(5, 4, 4.5)).toMatchObject({ equal: 0, step: 0.5 });
  });
});

describe('the picture', () => {
  test('is level while the clock gives the same time', () => {
    expect(pathOf(of(5, 5, 6, 7), 4, 400, 72)).toBe('M0 72.0H200.0V36.0H300.0V0.0H400');
  });

  test('of a clock that stands still is one level', () => {
    expect(pathOf(of(5, 5), 2, 400, 72)).toBe('M0 36.0H400');
  });
});
