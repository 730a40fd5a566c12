import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { hasSeries } from '@/kit/record/queries.ts';
import { gridOfAll, gridTable } from './charts/grid.ts';
import * as figures from './figures.ts';

checkFigures('logical-duals', figures);

const records = publishedOnDisk('logical-duals');

test.each(Object.entries(figures.grids))(
  'the grid %s has every row that is named, and every machine its table',
  (_, grid) => {
    const own = records.filter((record) => hasSeries(record, [grid.series]));
    expect(gridOfAll(own, grid)).toHaveLength(grid.values.length);
    for (const record of own) expect(gridTable([record], grid).rows).not.toEqual([]);
  },
);
