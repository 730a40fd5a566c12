// Any file that a reader chooses is refused in a sentence or drawn, in bounded time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutated } from '@/kit/record/fixtures/mutations.ts';
import { fileOf, madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { madeUpRounds } from '@/kit/record/fixtures/rounds.ts';
import { measuredElsewhere } from '@/kit/record/fixtures/yours.ts';
import { drawChart } from '@/kit/prose/drawn.ts';
import { joinRead, readFile } from '@/kit/record/read-file.ts';
import { asYours } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { dataMarkup, figureMarkup, notesMarkup, titleOf } from './figure.ts';
import { panelsFigure } from './panels.ts';
import { recordFigure, type RecordFigure } from './record-chart.ts';
import { rowFigure } from './row-chart.ts';
import { rowsOfFigure } from './rows-of.ts';
import { stripFigure } from './strip-chart.ts';

/** Far more than one file takes, on a machine that is busy with something else as well. */
const LONGEST_MS = 30_000;
/** A million inputs take hours. */
const TIMEOUT_MS = 60_000 + Number(process.env.FAST_CHECK_RUNS ?? 0) * 50;

const words = { title: 'Made up', description: 'Made up.' };
const table = { ...words, series: 'published-table', where: { strategy: 'random' } };
type Draw = (records: readonly MeasurementRecord[]) => RecordFigure;

/** One chart of every kind, each for a record that has the data. */
const CHARTS: [string, MeasurementRecord, Draw][] = [
  ['over settings', madeUpRecord(), (all) => recordFigure(all, { ...table, x: 'servers', y: 'p99_items' })],
  [
    'over settings, on logarithmic axes',
    madeUpRecord(),
    (all) =>
      recordFigure(all, {
        ...words,
        series: 'published-table',
        x: 'servers',
        y: 'imbalance_ratio',
        by: 'strategy',
        xAxis: { kind: 'log' },
        yAxis: { kind: 'log' },
      }),
  ],
  [
    'in rows',
    madeUpRecord(),
    (all) => rowFigure(all, { ...table, rows: 'servers', measure: 'p99_items', scale: 'log' }),
  ],
  [
    'in rows named one by one',
    madeUpRecord(),
    (all) =>
      rowsOfFigure(all, {
        ...table,
        measure: 'p99_items',
        scale: 'log',
        xTitle: 'items',
        rowTitle: 'Servers',
        rows: [10, 13].map((servers) => ({ name: `${servers} servers`, at: { strategy: 'random', servers } })),
      }),
  ],
  [
    'in panels',
    madeUpRecord(),
    (all) => {
      const { panels, table: rows } = panelsFigure(all, {
        ...table,
        measure: 'p99_items',
        x: 'servers',
        panels: [{ name: 'random', at: { strategy: 'random' } }],
        curves: [{ name: '1,000 items', at: { items: 1000 } }],
        xAxis: { kind: 'linear' },
        yAxis: { kind: 'linear' },
      });
      return { spec: panels[0]!.spec, table: rows };
    },
  ],
  [
    'in strips',
    madeUpRounds(),
    (all) =>
      stripFigure(all, {
        ...words,
        series: 'conditions',
        measure: 'collision_share',
        rounds: 'rounds',
        rows: ['placement', 'threads'],
        xTitle: 'share',
        rowTitle: 'Condition',
      }),
  ],
];

/** Coordinates in attributes, where a value that is no number would break the picture. */
const attributesOf = (svg: string): string[] =>
  [...svg.matchAll(/ (?:d|x|y|x1|y1|x2|y2|cx|cy|r|width|height|points|transform|viewBox)="([^"]*)"/g)].map(
    ([, value]) => value!,
  );

test.each(CHARTS)(
  'of a file that is nearly a record of ours, a chart %s comes, or a sentence',
  { timeout: TIMEOUT_MS },
  (_, published, draw) => {
    let drawn = 0;
    const site = fileOf(published).words!;
    fc.assert(
      fc.property(mutated(fileOf(measuredElsewhere(published))), (text) => {
        const started = performance.now();
        const read = readFile(text, [published.experiment]);
        const reading = 'problem' in read ? read : joinRead(read.record, site);
        if ('problem' in reading) {
          expect(reading.problem).toMatch(/^is not drawn: .+\.$/);
          expect(reading.problem).not.toMatch(/undefined|\[object/);
          return;
        }
        const chart = { series: published.series.map(({ id }) => id), draw };
        const { drawing, records, series, notes } = drawChart(chart, 'made-up', [published], asYours(reading.record));
        const markup = String(figureMarkup(drawing, records));
        expect(attributesOf(markup).filter((value) => /NaN|Infinity|undefined/.test(value))).toEqual([]);
        const data = dataMarkup(titleOf(drawing), drawing.table, records, series, '/');
        expect(`${notesMarkup(notes)}${data}`).not.toMatch(/NaN|undefined|\[object|<script| style=/);
        drawn += records.length - 1;
        expect(performance.now() - started).toBeLessThan(LONGEST_MS);
      }),
    );
    // Most mutations are still records, and many can be drawn.
    expect(drawn).toBeGreaterThan(10);
  },
);
