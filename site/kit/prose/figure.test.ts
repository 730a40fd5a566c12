import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { citedFigure, findFigure, withFigure } from './figure.ts';

const record = madeUpRecord();

test('a machine that has not measured a figure has no part in it', () => {
  const without = { ...madeUpRecord(), series: [], claims: [] };
  const inSeries = {
    series: 'published-table',
    at: { strategy: 'random', items: 1000, servers: 13 },
    measure: 'p99_items',
  };
  for (const reference of [inSeries, { claim: 'thirteen-servers' }]) {
    expect(withFigure([without, record], reference, 'measured')).toEqual([record]);
    expect(() => findFigure(withFigure([without], reference, 'measured')[0]!, reference)).toThrow(
      /has no (series|claim)/,
    );
  }
});

test('a machine that only has another kind of the figure has no part in it', () => {
  const unmeasured = madeUpRecord();
  for (const figure of unmeasured.claims[0]!.figures) figure.measured = null;
  const reference = { claim: unmeasured.claims[0]!.id };
  expect(withFigure([unmeasured, record], reference, 'measured')).toEqual([record]);
  expect(withFigure([unmeasured, record], reference, 'published')).toHaveLength(2);
});

test('the machine with the smallest or the largest observation comes first where a sentence asks for that', () => {
  const observed = (min: number, max: number) => {
    const one = madeUpRecord();
    Object.assign(one.claims[0]!.figures[0]!.measured!, { min, max });
    return one;
  };
  const [low, high] = [observed(80, 90), observed(85, 99)];
  const of = (part: 'min' | 'max') => withFigure([high, low], { claim: low.claims[0]!.id, part }, 'measured');
  expect(of('min')).toEqual([low, high]);
  expect(of('max')).toEqual([high, low]);
  expect(withFigure([low, high], { claim: low.claims[0]!.id }, 'measured')).toEqual([low, high]);
});

describe('a figure for a sentence', () => {
  test('is a claim’s first, with all that is known of it', () => {
    expect(findFigure(record, { claim: 'thirteen-servers' })).toMatchObject({
      label: 'p99 at 13 servers',
      measured: { value: 95, low: 94, high: 96 },
      exact: 95,
      published: { low: 95, high: 95 },
    });
  });

  test('is a claim’s by its label', () => {
    expect(findFigure(record, { claim: 'thirteen-servers', figure: 'p99 at 13 servers' }).exact).toBe(95);
  });

  test('is a point’s of a series', () => {
    expect(
      findFigure(record, {
        series: 'published-table',
        at: { strategy: 'random', servers: 10 },
        measure: 'imbalance_ratio',
      }),
    ).toMatchObject({ unit: '1', measured: { value: 1.2 }, exact: 1.21, interval: 'order statistics' });
  });

  test('is one that follows from others, by its name', () => {
    expect(findFigure(record, { derived: 'servers-needed' })).toEqual({
      label: 'servers that are enough',
      unit: 'servers',
      measured: { n: 1000, value: 13, low: 13, high: 13 },
      exact: 13,
    });
  });

  test('is its smallest or largest observation, without an interval', () => {
    const record = madeUpRecord();
    Object.assign(record.claims[0]!.figures[0]!.measured!, { min: 90, max: 99 });
    const largest = findFigure(record, { claim: 'thirteen-servers', part: 'max' });
    expect(largest).toMatchObject({ label: 'largest: p99 at 13 servers', measured: { value: 99, low: 99, high: 99 } });
    expect([largest.exact, largest.published]).toEqual([undefined, undefined]);
    expect(findFigure(record, { claim: 'thirteen-servers', part: 'min' }).measured?.value).toBe(90);
  });

  test('is no largest observation where none was kept', () => {
    expect(() => findFigure(record, { claim: 'thirteen-servers', part: 'max' })).toThrow('observations were not kept');
  });

  test('is what somebody else said of what was not repeated, with the source', () => {
    const source = { title: 'A manual', url: 'https://example.com/' };
    expect(citedFigure({ what: 'a step', value: 1e-6, unit: 's', source })).toMatchObject({
      label: 'a step',
      published: { low: 1e-6, high: 1e-6 },
      measured: undefined,
      source,
    });
  });
});

test.each([
  [
    { claim: 'thirteen-servers', figure: 7 },
    'claim thirteen-servers of load-balancing/made-up has no figure 7; it has “p99 at 13 servers”',
  ],
  [{ claim: 'two-choices-cost' }, 'claim two-choices-cost of load-balancing/made-up has no figure 0; it has none'],
  [{ derived: 'needed' }, 'record load-balancing/made-up has no derived figure needed; it has servers-needed'],
  [{ series: 'published-table' }, 'a figure needs claim="…", derived="…", or series="…" with at={…} and measure="…"'],
])('what is missing stops the build: %o', (reference, message) => {
  expect(() => findFigure(record, reference)).toThrow(new Error(message));
});
