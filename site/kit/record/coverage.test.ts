import { expect, test } from 'vitest';
import { coverage } from './coverage.ts';
import { madeUpRecord } from './fixtures/record.ts';

test('intervals that miss the exact value are counted, on either side, and those without one are not', () => {
  const record = madeUpRecord();
  const [first, second] = record.series[0]!.points;
  const estimate = { n: 9, value: 5, low: 4, high: 6 };
  record.series = [
    {
      ...record.series[0]!,
      points: [
        {
          ...first!,
          values: { below: estimate, on: estimate, above: estimate },
          exact: { below: 3.9, on: 6, above: 6.1 },
        },
        { ...second!, values: { near: estimate, alone: estimate }, exact: { near: 6 * (1 + 1e-12), unmeasured: 1 } },
      ],
    },
  ];
  expect(coverage([record, record])).toEqual({ intervals: 8, missed: 4 });
  expect(coverage([])).toEqual({ intervals: 0, missed: 0 });
});
