import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import { byEngine, engineRows, engineTable, grouped } from './by-engine.ts';

const WAYS: Readonly<Record<string, readonly [chromium: string, webkit: string]>> = {
  filter: ['all', 'all'],
  rotate: ['all', 'all'],
  backface: ['nothing', 'lifts'],
  overflow: ['nothing', 'nothing'],
};

const measure = (name: string, title: string) => ({ name, title, unit: 'trees', statistic: 'count', interval: 'none' });
const certain = (value: number) => ({ n: 1, value, low: value, high: value });

/** A small made-up record in the shape of the experiment's, for tests only. */
function madeUp(ways = WAYS, machine?: string): MeasurementRecord {
  const record = madeUpRecord(machine);
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
        points: Object.entries(ways).flatMap(([declaration, own]) =>
          own.map((way, index) => ({
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
    const { engines, rows } = engineRows([madeUp()], options);
    expect(engines).toEqual(['Chromium', 'WebKitGTK']);
    expect(rows[0]).toEqual({ name: 'filter: grayscale(10%)', says: [['all four', 'all four']] });
    expect(rows).toHaveLength(4);
  });

  it('can be told apart from what all did alike', () => {
    const differing = engineRows([madeUp()], { ...options, only: 'differing' });
    expect(differing.rows).toEqual([{ name: 'backface', says: [['nothing', 'lifts']] }]);
    const machines = [0];
    expect(grouped(engineRows([madeUp()], { ...options, only: 'alike' }))).toEqual([
      {
        says: 'all four',
        rows: [
          { name: 'filter: grayscale(10%)', machines },
          { name: 'rotate', machines },
        ],
        others: 0,
      },
      { says: 'nothing', rows: [{ name: 'overflow', machines }], others: 0 },
    ]);
  });

  it('names only a few of the rows that ended in one thing, and counts the others', () => {
    const few = { says: 'all four', names: ['rotate', 'overflow', 'gone'] };
    expect(grouped(engineRows([madeUp()], { ...options, only: 'alike' }), few)).toMatchObject([
      { says: 'all four', rows: [{ name: 'rotate' }], others: 1 },
      { says: 'nothing', rows: [{ name: 'overflow' }], others: 0 },
    ]);
  });

  it('is a measure, in numbers or in words', () => {
    const one = { series: 'trees', rows: 'engine', measure: 'mismatches' };
    expect(engineRows([madeUp()], one).rows).toEqual([{ name: 'Chromium', says: [['0']] }]);
    const words = ['no', 'yes'] as const;
    expect(engineRows([madeUp()], { ...one, words }).rows).toEqual([{ name: 'Chromium', says: [['no']] }]);
  });

  it('leaves a gap where an engine was not asked, and names machines where there are several', () => {
    const record = madeUp();
    const [matrix] = record.series;
    const fewer = { ...record, series: [{ ...matrix!, points: matrix!.points.slice(0, -1) }] };
    expect(engineRows([fewer], options).rows.at(-1)!.says).toEqual([['nothing', '']]);
    const { head, rows } = engineTable([record, fewer], options);
    expect(head).toEqual(['Machine', 'Declaration', 'Chromium', 'WebKitGTK']);
    expect(rows).toHaveLength(8);
  });
});

describe('another machine', () => {
  const other = madeUp({ ...WAYS, rotate: ['lifts', 'lifts'], backface: ['nothing', 'nothing'] }, 'other');
  const both = [madeUp(), other];
  const drawn = (of: Partial<Parameters<typeof byEngine>[0]>) => {
    const drawing = byEngine({ ...options, title: 'Made up', head: 'Declaration', ...of }).draw(
      assignMarks(both),
      'id',
    );
    return 'markup' in drawing ? String(drawing.markup) : '';
  };

  it('has its answers in the same rows, with its mark where they are others', () => {
    const rows = drawn({}).split('<tr>').slice(2);
    const cells = rows.map((row) => row.split('<td>').slice(1));
    const marksIn = (cell: string) => [...cell.matchAll(/mt-mark--(\w+)/g)].map(([, kind]) => kind);
    expect(cells[0]!.map(marksIn)).toEqual(Array(2).fill(['measured', 'second']));
    expect(cells[0]![0]!.match(/mt-by-engine-says/g)).toHaveLength(1);
    expect(cells[1]![0]!.match(/mt-by-engine-says/g)).toHaveLength(2);
    expect(cells[1]![0]).toMatch(/all four<span class="sr-only">, made-up<.*lifts<span class="sr-only">, other</);
  });

  it('stays in the row of what engines differ in, though its own agree', () => {
    expect(engineRows(both, { ...options, only: 'differing' }).rows).toEqual([
      { name: 'backface', says: [['nothing', 'lifts'], ['nothing', 'nothing']] },
    ]); // prettier-ignore
  });

  it('has marks where it ends in another group', () => {
    const few = { says: 'all four', names: [] };
    expect(grouped(engineRows(both, { ...options, only: 'alike' }), few)).toEqual([
      { says: 'all four', rows: [{ name: 'rotate', machines: [0] }], others: 1 },
      { says: 'nothing', rows: [{ name: 'overflow', machines: [0, 1] }], others: 0 },
      { says: 'lifts', rows: [{ name: 'rotate', machines: [1] }], others: 0 },
    ]);
    const groups = drawn({ only: 'alike', together: true }).split('<dt>').slice(1);
    expect(groups[0]).toMatch(/<li><svg class="mt-glyph mt-glyph--measured".*made-up:<\/span>&nbsp;<span>rotate/);
    expect(groups[1]).toContain('<li><span>overflow</span></li>');
    expect(groups[2]).toMatch(/^<svg class="mt-glyph mt-glyph--second"/);
  });
});
