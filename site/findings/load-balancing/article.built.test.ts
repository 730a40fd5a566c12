import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { articleOf, bare, homeEntryOf, partsOfOthers, seriesWithoutFile, written } from '@/e2e/articles';
import { pageAt, textOf, textsOf } from '@/e2e/built';
import { needs } from '@/kit/needs';
import { claim, point, points, series } from '@/kit/record/queries';

const article = articleOf('load-balancing');
const { page, record } = article;

test('the first sentences are the record’s', () => {
  const [p99] = claim(record, 'thirteen-servers').figures;
  const [any] = claim(record, 'any-server-thirteen').figures;
  const needed = points(series(record, 'planner'), { strategy: 'random', items: 1000, capacity: 100 }).find(
    ({ exact }) => exact!['p_any_over_capacity']! <= 0.01,
  )!;
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual([
    bare(p99!.measured!.value, 'items'),
    written(any!.measured!.value, 'share'),
    written(Number(needed.at['servers']), 'servers'),
  ]);
});

test('the article has its figures, and their files', () => {
  expect(page.querySelectorAll('figure.mt-figure').length).toBeGreaterThanOrEqual(2);
  expect(page.querySelectorAll('.mt-inline-figure').length).toBeGreaterThan(10);
  // The lab shows the distribution of loads.
  expect(seriesWithoutFile(article)).toEqual(['load-distribution', 'two-in-flight']);
});

test('the tables behind the charts are the record’s', () => {
  const planner = series(record, 'planner');
  const thirteen = point(planner, { strategy: 'random', items: 1000, capacity: 100, servers: 13 });
  const rows = page.querySelectorAll('#capacity .mt-data tbody tr').map((row) => textsOf(row, 'td'));
  const [row, ...others] = rows.filter(([servers]) => servers === '13');
  expect(others).toEqual([]);
  expect(row!.join(' | ')).toContain(bare(thirteen.values['p_any_over_capacity']!.value, 'share'));
  expect(row!.join(' | ')).toContain(bare(thirteen.exact!['p_server_over_capacity']!, 'share'));
});

test('the home page shows the figure as its record has it', () => {
  const { value } = claim(record, 'any-server-thirteen').figures[0]!.measured!;
  expect(textsOf(homeEntryOf('load-balancing'), 'strong')).toEqual([`${(value * 100).toFixed(1)}%`]);
});

const ofSweep = partsOfOthers(pageAt('/findings/load-balancing/')).filter(
  (part) => part.getAttribute('data-of') === 'load-balancing-sweep',
);

test(
  'the sweep’s claims and figures are its record’s',
  needs('a record of load-balancing-sweep', existsSync('content/measurements/load-balancing-sweep')),
  () => {
    const { record: sweep } = articleOf('load-balancing', 'load-balancing-sweep');
    const shown = ofSweep.flatMap((part) => part.querySelectorAll('.mt-claim'));
    expect(shown.map((one) => one.getAttribute('data-claim'))).toEqual(sweep.claims.map(({ id }) => id));
    for (const [index, { verdict, why }] of sweep.claims.entries()) {
      expect(textOf(shown[index]!)).toContain(verdict.replaceAll('-', ' '));
      expect(textOf(shown[index]!)).toContain(why.replace(/\s+/g, ' '));
    }
    const gap = point(series(sweep, 'large'), { choices: 2, items: 10_000_000 }).values['gap_items']!;
    const said = ofSweep.flatMap((part) => textsOf(part, '.mt-inline-figure'));
    expect(said).toContain(`${written(gap.value, 'items')}, simulated natively`);
  },
);
