import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { engineRows, engineTable, grouped } from './by-engine.ts';

const WAYS: Readonly<Record<string, readonly [chromium: string, webkit: string]>> = {
  filter: ['all', 'all'],
  rotate: ['all', 'all'],
  backface: ['nothing', 'lifts'],
  overflow: ['nothing', 'nothing'],
};

const measure = (name: string, title: string) => ({ name, title, unit: 'trees', statistic: 'count', interval: 'none' });
const certain = (value: number) => ({ n: 1, value, low: value, high: value });

/** A small made-up record in the shape of the experiment's, for tests only. */
function madeUp(): MeasurementRecord {
  const record = madeUpRecord();
  return {
    ...record,
    experiment: 'stacking-context',
    claims: [],
    series: [
      {
        id: 'matrix',
        title: 'What each declaration does',
        dimensions: [
          { name: 'declaration', title: 'Declaration', unit: null, words: { filter: 'filter: grayscale(10%)' } },
          { name: 'engine', title: 'Engine', unit: null, words: { chromium: 'Chromium', webkit: 'WebKitGTK' } },
        ],
        measures: [],
        outcomes: [
          { name: 'effects', title: 'Effects', words: { all: 'all four', nothing: 'nothing', lifts: 'lifts' } },
        ],
        method: 1,
        published_source: null,
        points: Object.entries(WAYS).flatMap(([declaration, ways]) =>
          ways.map((way, index) => ({
            at: { declaration, engine: ['chromium', 'webkit'][index]! },
            values: {},
            outcomes: { effects: { [way]: 1 } },
          })),
        ),
      },
      {
        id: 'trees',
        title: 'Trees',
        dimensions: [{ name: 'engine', title: 'Engine', unit: null, words: { chromium: 'Chromium' } }],
        measures: [measure('mismatches', 'In another order')],
        method: 1,
        published_source: null,
        points: [{ at: { engine: 'chromium' }, values: { mismatches: certain(0) } }],
      },
    ],
  };
}

const options = { series: 'matrix', rows: 'declaration', outcome: 'effects' } as const;

describe('what each engine did', () => {
  it('is a row for each setting, in words, with a column for each engine', () => {
    const { engines, rows } = engineRows(madeUp(), options);
    expect(engines).toEqual(['Chromium', 'WebKitGTK']);
    expect(rows[0]).toEqual({ name: 'filter: grayscale(10%)', says: ['all four', 'all four'] });
    expect(rows).toHaveLength(4);
  });

  it('can be told apart from what all did alike', () => {
    const differing = engineRows(madeUp(), { ...options, only: 'differing' });
    expect(differing.rows).toEqual([{ name: 'backface', says: ['nothing', 'lifts'] }]);
    expect(grouped(engineRows(madeUp(), { ...options, only: 'alike' }))).toEqual([
      { says: 'all four', names: ['filter: grayscale(10%)', 'rotate'], others: 0 },
      { says: 'nothing', names: ['overflow'], others: 0 },
    ]);
  });

  it('names only a few of the rows that ended in one thing, and counts the others', () => {
    const few = { says: 'all four', names: ['rotate', 'overflow', 'gone'] };
    expect(grouped(engineRows(madeUp(), { ...options, only: 'alike' }), few)).toEqual([
      { says: 'all four', names: ['rotate'], others: 1 },
      { says: 'nothing', names: ['overflow'], others: 0 },
    ]);
  });

  it('is a measure, in numbers or in words', () => {
    const one = { series: 'trees', rows: 'engine', measure: 'mismatches' };
    expect(engineRows(madeUp(), one).rows).toEqual([{ name: 'Chromium', says: ['0'] }]);
    const words = ['no', 'yes'] as const;
    expect(engineRows(madeUp(), { ...one, words }).rows).toEqual([{ name: 'Chromium', says: ['no'] }]);
  });

  it('leaves a gap where an engine was not asked, and names machines where there are several', () => {
    const record = madeUp();
    const [matrix] = record.series;
    const fewer = { ...record, series: [{ ...matrix!, points: matrix!.points.slice(0, -1) }] };
    expect(engineRows(fewer, options).rows.at(-1)!.says).toEqual(['nothing', '']);
    const { head, rows } = engineTable([record, fewer], options);
    expect(head).toEqual(['Machine', 'Declaration', 'Chromium', 'WebKitGTK']);
    expect(rows).toHaveLength(8);
  });
});
