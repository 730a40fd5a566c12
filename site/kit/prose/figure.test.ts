import { describe, expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { citedFigure, findFigure } from './figure.ts';

const record = madeUpRecord();

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
