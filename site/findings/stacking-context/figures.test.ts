import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { hasSeries } from '@/kit/record/queries.ts';
import { engineRows, engineTable, grouped } from './charts/by-engine.ts';
import * as figures from './figures.ts';

checkFigures('stacking-context', figures);

const records = publishedOnDisk('stacking-context');

test.each(Object.entries(figures.byEngine))('%s has rows of every machine that has the series', (_, options) => {
  const own = records.filter((record) => hasSeries(record, [options.series]));
  for (const record of own) expect(engineRows(record, options).rows).not.toEqual([]);
  expect(engineTable(own, options).rows).not.toEqual([]);
});

test('declarations that are shown of those that do nothing are among them', () => {
  const { few, ...options } = figures.byEngine['matrix']!;
  for (const record of records) {
    const shown = grouped(engineRows(record, options), few).find(({ says }) => says === few!.says);
    expect(shown?.names.toSorted()).toEqual([...few!.names].sort());
  }
});
