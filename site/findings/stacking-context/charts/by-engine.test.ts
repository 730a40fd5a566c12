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
        measures: [measure('trees', 'Random trees'), measure('mismatches', 'In another order')],
        published_source: null,
        points: [{ at: { engine: 'chromium' }, values: { trees: certain(20_000), mismatches: certain(0) } }],
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
      { says: 'all four', names: ['filter: grayscale(10%)', 'rotate'] },
      { says: 'nothing', names: ['overflow'] },
    ]);
  });

  it('is a row for each measure where there is nothing else, as numbers or in words', () => {
    const measures = ['trees', 'mismatches'];
    expect(engineRows(madeUp(), { series: 'trees', measures }).rows).toEqual([
      { name: 'Random trees', says: ['20,000'] },
      { name: 'In another order', says: ['0'] },
    ]);
    const words = ['no', 'yes'] as const;
    const one = { series: 'trees', rows: 'engine', measures: ['mismatches'], words };
    expect(engineRows(madeUp(), one).rows).toEqual([{ name: 'Chromium', says: ['no'] }]);
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
