import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { waysOf, waysTable } from './ways.ts';

/** A small made-up record in the shape of the experiment's, for tests only. */
function madeUp(): MeasurementRecord {
  return {
    ...madeUpRecord(),
    experiment: 'strongly-typed',
    claims: [],
    series: [
      {
        id: 'gaps',
        title: 'Gaps',
        dimensions: [
          { name: 'language', title: 'Language', unit: null, words: { coq: 'Coq' } },
          { name: 'gap', title: 'Gap', unit: null, words: { admitted: 'what is admitted', other: 'another' } },
        ],
        measures: [],
        outcomes: [
          { name: 'accepted', title: 'By the checker', words: { accepted: 'accepted', refused: 'refused' } },
          { name: 'told', title: 'When asked', words: { told: 'said' } },
          { name: 'said', title: 'What was said', words: { t0: 'past : False' } },
        ],
        published_source: null,
        points: [
          {
            at: { language: 'coq', gap: 'admitted' },
            values: {},
            outcomes: { accepted: { accepted: 1 }, told: { told: 1 }, said: { t0: 1 } },
          },
          {
            at: { language: 'coq', gap: 'other' },
            values: {},
            outcomes: { accepted: { refused: 1 }, said: { t0: 1 } },
          },
        ],
      },
    ],
  };
}

describe('what became of programs beside the list', () => {
  it('is a row for each in words, with a gap where an outcome does not arise', () => {
    expect(waysOf(madeUp(), 'gaps')).toEqual({
      head: ['Language', 'Gap', 'By the checker', 'When asked'],
      rows: [
        ['Coq', 'what is admitted', 'accepted', 'said'],
        ['Coq', 'another', 'refused', ''],
      ],
    });
  });

  it('has what was said in the table behind it, and machines where there are several', () => {
    const [one, two] = [waysTable([madeUp()], 'gaps'), waysTable([madeUp(), madeUp()], 'gaps')];
    expect(one.head.at(-1)).toBe('What was said');
    expect(one.rows[0]!.at(-1)).toBe('past : False');
    expect(two.head[0]).toBe('Machine');
    expect(two.rows.map(([machine]) => machine)).toEqual(['made-up', 'made-up', 'made-up', 'made-up']);
  });
});
