import { expect, test } from 'vitest';
import { recordFigure } from '@/kit/chart/record-chart.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { drawChart } from './drawn.ts';
import type { Chart } from './named.ts';

const chart: Chart = {
  series: ['published-table'],
  draw: (records) =>
    recordFigure(records, {
      title: 'p99 by servers',
      description: 'Made up.',
      series: 'published-table',
      where: { strategy: 'random' },
      x: 'servers',
      y: 'p99_items',
      show: ['measured'],
    }),
};

/** The made-up record of another machine, with larger values. */
function recordOn(machine: string): MeasurementRecord {
  const record = madeUpRecord(machine);
  for (const { values } of record.series.flatMap(({ points }) => points)) {
    for (const estimate of Object.values(values)) estimate.value += 1;
  }
  return record;
}

const [own, other] = [madeUpRecord('own'), recordOn('other')];
const drawn = (laid?: Parameters<typeof drawChart>[3], over: Partial<Chart> = {}) => {
  const { drawing, records, notes } = drawChart({ ...chart, ...over }, 'p99', [own, other], laid);
  const marks = 'spec' in drawing ? drawing.spec.marks.map(({ figure }) => figure) : [];
  return { machines: records.map(({ machineName }) => machineName), marks, notes };
};

test('a chart is drawn from the page’s own record, and from those of machines that it contrasts', () => {
  expect(drawn()).toEqual({ machines: ['own'], marks: ['measured'], notes: [] });
  expect(drawn(undefined, { machines: ['other'] })).toMatchObject({
    machines: ['own', 'other'],
    marks: ['measured', 'second'],
  });
  expect(() => drawn(undefined, { machines: ['nowhere'] })).toThrow('no published record of nowhere');
});

test('a machine that is laid over it is drawn beside, in the place of those', () => {
  const laid = recordOn('third');
  expect(drawn(laid, { machines: ['other'] })).toEqual({
    machines: ['own', 'third'],
    marks: ['measured', 'second'],
    notes: [],
  });
});

test('what a machine lacks is said, and the chart stays as it was', () => {
  const alone = { machines: ['own'], marks: ['measured'] };
  const said = (note: string) => ({ ...alone, notes: [note] });
  expect(drawn({ lacking: 'the abacus' })).toEqual(said('The abacus has no record of this.'));
  expect(drawn(madeUpRecord('twin'))).toEqual(said('Twin has the same figures.'));
  expect(drawn({ ...recordOn('poor'), series: [] })).toEqual(said('Poor has nothing to draw here.'));
  const keep = (record: MeasurementRecord) => {
    if (record.machineName === 'odd') throw new Error('it says no engine');
    return true;
  };
  expect(drawn(recordOn('odd'), { keep })).toEqual(said('Odd can’t be drawn here: it says no engine.'));
});

test('points that it lacks are counted', () => {
  const poorer = recordOn('poorer');
  poorer.series[0]!.points = poorer.series[0]!.points.slice(0, 1);
  expect(drawn(poorer).notes).toEqual(['Poorer has 1 of the 2 points here.']);
});
