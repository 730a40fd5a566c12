import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { engineRows, grouped } from './charts/by-engine.ts';
import * as figures from './figures.ts';

checkFigures('stacking-context', figures);

test('declarations that are shown of those that do nothing are among them', () => {
  const { matrix, NOTHING } = figures;
  for (const record of publishedOnDisk('stacking-context')) {
    const rows = engineRows([record], { ...matrix, only: 'alike' });
    const shown = grouped(rows, NOTHING).find(({ says }) => says === NOTHING.says);
    expect(shown?.rows.map(({ name }) => name).toSorted()).toEqual([...NOTHING.names].sort());
  }
});
