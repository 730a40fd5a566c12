import type { Locator, Page } from '@playwright/test';
import { crashCell, KINDS, kindsInWords, versionsOf } from './charts/crashes';
import { formatBare, formatIntervalBare } from '@/kit/chart/format';
import { claim, point, points, series, type Settings } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { articleOf, plain, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/labs';

const article = articleOf('setenv');
const { record } = article;

const ADDING = { language: 'c', writer: 'new-names', fix: 'none' };
const GETENV = { ...ADDING, reader: 'getenv' };
const ON_GLIBC = { ...GETENV, library: 'glibc' };
const ON_MUSL = { ...GETENV, library: 'musl' };

/** A measure of a cell. */
const cellOf = (from: MeasurementRecord, at: Settings, measure = 'failed_share') =>
  point(series(from, 'cells'), at).values[measure]!;

/** A row of a matrix, by its group and what the threads do. */
const rowOf = (page: Page, matrix: string, group: string, says: string): Locator =>
  page
    .locator(`${matrix} tbody`)
    .filter({ has: page.getByRole('rowheader', { name: group, exact: true }) })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: says, exact: true }) });

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say how many programs crashed and how soon, on both libraries, and with a lock, as measured', async ({
    page,
  }) => {
    const from = await record();
    const half = 'median_seconds_to_failure';
    const figures = page.locator('.mt-lead .mt-inline-figure');
    await expect(figures.locator('.mt-inline-value')).toHaveText([
      written(cellOf(from, ON_GLIBC).value, 'share'),
      written(cellOf(from, ON_GLIBC, half).value, 's'),
      written(cellOf(from, ON_MUSL).value, 'share'),
      written(cellOf(from, ON_MUSL, half).value, 's'),
      written(cellOf(from, { ...ON_GLIBC, fix: 'lock' }).value, 'share'),
    ]);
    for (const figure of await figures.all()) await expect(figure).toHaveAttribute('data-figure', 'measured');
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-setenv-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the curves of survival', { tag: '@once' }, () => {
  const panels = '#survival .mt-panels > li';

  test('are stairs within a band, one for each library that the record has, and named', async ({ page }) => {
    const from = await record();
    for (const reader of ['getenv', 'localtime', 'getaddrinfo']) {
      // Beside getenv and others, one more stands for the lock.
      const watched = points(series(from, 'cells'), { language: 'c', writer: 'new-names', reader });
      const curves = watched.filter(({ at }) => at['fix'] === 'none' || at['library'] === 'glibc').length;
      const panel = page.locator(panels).filter({ has: page.getByText(new RegExp(`^${reader}\\b`)) });
      const drawing = panel.locator('.mt-panels-wide svg[role="img"]');
      await expect(drawing.locator('.mt-stroke--measured')).toHaveCount(curves);
      await expect(drawing.locator('.mt-area--measured')).toHaveCount(curves);
      await expect(drawing.locator('.mt-label--measured')).toHaveCount(curves);
    }
  });

  test('never rise, and where programs crash they fall', async ({ page }) => {
    const paths = await page
      .locator(`${panels} .mt-panels-wide .mt-stroke--measured`)
      .evaluateAll((all) => all.map((path) => path.getAttribute('d')!));
    const heights = paths.map((path) => [...path.matchAll(/[\d.]+,([\d.]+)/g)].map(([, y]) => Number(y)));
    for (const ys of heights) {
      expect(ys.length).toBeGreaterThanOrEqual(2);
      expect(ys.every((y, index) => index === 0 || y >= ys[index - 1]!)).toBe(true);
    }
    expect(heights.filter((ys) => ys.at(-1)! > ys[0]! + 100).length).toBeGreaterThanOrEqual(2);
  });

  test('have every step in the table, with its interval', async ({ page }) => {
    const from = await record();
    const steps = points(series(from, 'survival'), ON_MUSL);
    const rows = page.locator('#survival .mt-data tbody tr').filter({ hasText: /^\s*getenv\s*musl/ });
    await expect(rows).toHaveCount(steps.length);
    const last = steps.reduce((a, b) => (Number(a.at['seconds']) > Number(b.at['seconds']) ? a : b));
    const time = plain(formatBare(Number(last.at['seconds']), 's'));
    const row = rows.filter({ has: page.getByText(time, { exact: true }) });
    await expect(row).toContainText(formatIntervalBare(last.values['surviving_share']!, 'share'));
  });
});

test.describe('the matrix of crashes', () => {
  const group = 'Another sets ever new names';

  test('names the libraries with their versions, from the record', { tag: '@once' }, async ({ page }) => {
    const from = await record();
    const heads = page.locator('#cells thead').getByRole('columnheader');
    await expect(heads.nth(1)).toHaveText(versionsOf([from], 'glibc'));
    await expect(heads.nth(2)).toHaveText(versionsOf([from], 'musl'));
  });

  test(
    'has the share of each cell, the ways to fail, and the time, as measured',
    { tag: '@once' },
    async ({ page }) => {
      const from = await record();
      for (const reader of ['getenv', 'localtime']) {
        for (const [index, library] of ['glibc', 'musl'].entries()) {
          const cell = crashCell([from], 'cells', { ...ADDING, reader, library })!;
          const shown = rowOf(page, '#cells', group, reader).getByRole('cell').nth(index);
          await expect(shown.locator('.mt-inline-value').first()).toHaveText(written(cell.failed.value, 'share'));
          await expect(shown).toContainText(kindsInWords(cell));
          await expect(shown.locator('.mt-crash-part')).toHaveCount(cell.kinds.length);
          if (cell.median) await expect(shown).toContainText(`half within ${written(cell.median.value, 's')}`);
        }
      }
    },
  );

  test('fills bars as far as programs failed', { tag: '@once' }, async ({ page }) => {
    const from = await record();
    const row = rowOf(page, '#cells', group, 'getaddrinfo, in new threads');
    const bar = row.getByRole('cell').first().locator('.mt-crash-bar');
    const lengthOf = (locator: Locator) =>
      locator.evaluateAll((all) => all.reduce((sum, part) => sum + Number(part.getAttribute('width')), 0));
    const { value } = cellOf(from, { ...ADDING, reader: 'getaddrinfo', library: 'glibc' });
    const whole = await lengthOf(bar.locator('.mt-crash-all'));
    expect((await lengthOf(bar.locator('.mt-crash-part'))) / whole).toBeCloseTo(value, 2);
  });

  test('shows a cell’s interval when asked', async ({ page }) => {
    const from = await record();
    const figure = rowOf(page, '#cells', group, 'getenv').getByRole('cell').first().getByRole('button').first();
    await figure.click();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await expect(note).toBeVisible();
    await expect(note).toContainText('95% interval');
    await expect(note).toContainText(`n = ${formatBare(cellOf(from, ON_GLIBC).n, 'programs')}`);
  });

  test('tells in its key the ways to fail that occur, and no others', { tag: '@once' }, async ({ page }) => {
    const parts = await page
      .locator('#cells td .mt-crash-part')
      .evaluateAll((all) => [...new Set(all.map((part) => part.classList[1]!.split('--')[1]))]);
    const expected = KINDS.filter(({ drawn }) => parts.includes(drawn)).map(({ says }) => says);
    expect(expected.length).toBeGreaterThan(0);
    const key = await page.locator('#cells .mt-figure-key > span').allInnerTexts();
    expect(key.map((text) => text.trim())).toEqual([...expected, '95% interval of all failures together']);
  });

  test('has every cell that it shows in its table', { tag: '@once' }, async ({ page }) => {
    const cells = await page.locator('#cells td .mt-crash-bar').count();
    expect(cells).toBeGreaterThan(15);
    await expect(page.locator('#cells .mt-data tbody tr')).toHaveCount(cells);
  });

  test('has no violation of accessibility rules', async ({ page }) => {
    await expectAccessible(page, '#cells');
  });

  test('needs no sideways scrolling', async ({ page }) => {
    const table = page.locator('#cells .mt-crash-table');
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const box = await table.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  });
});

test.describe('the leak', { tag: '@once' }, () => {
  const OPERATIONS = ['replace-with-new-values', 'replace-with-known-values'];

  test('has a panel for each thing to set, with a curve for each library and a dot for each count', async ({
    page,
  }) => {
    const from = await record();
    const drawings = page.locator('#leak .mt-panels > li .mt-panels-wide svg[role="img"]');
    const measured = OPERATIONS.flatMap((operation) => points(series(from, 'leak'), { operation }));
    await expect(drawings).toHaveCount(OPERATIONS.length);
    await expect(drawings.locator('.mt-mark--measured')).toHaveCount(measured.length);
    const curves = new Set(measured.map(({ at }) => `${at['operation']} ${at['library']}`));
    await expect(drawings.locator('.mt-stroke--measured')).toHaveCount(curves.size);
  });

  test('has what a call leaves behind, on both libraries', async ({ page }) => {
    const from = await record();
    const rates = points(series(from, 'leak-rates'), {}).filter(({ at }) => at['library'] !== 'glibc-newer');
    await expect(page.locator('#leak-rates .mt-figure-wide .mt-mark--measured')).toHaveCount(rates.length);
    const rate = point(series(from, 'leak-rates'), { library: 'glibc', operation: 'replace-with-new-values' });
    const row = page.locator('#leak-rates .mt-data tbody tr').filter({ hasText: 'a new value for one name' }).first();
    await expect(row.locator('td').nth(2)).toHaveText(plain(formatBare(rate.values['bytes_per_call']!.value, 'B')));
  });
});

test.describe('what takes Go', { tag: '@once' }, () => {
  test('has a bar for each way to read that was measured, or says that nobody has Go', async ({ page }) => {
    const known = (await record()).series.find(({ id }) => id === 'go')?.points ?? [];
    const otherwise = page.getByText('No machine of these records has Go');
    await expect(otherwise).toHaveCount(known.length === 0 ? 1 : 0);
    await expect(page.locator('#go td .mt-crash-bar')).toHaveCount(known.length);
  });
});

testClaims(article);
testEveryFigure(1);
testDownloads(article, ['moves', 'versions']);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has a curve and a name for each way to go on, and the figure is the claim’s', async ({ page }) => {
    await page.goto('/');
    const from = await record();
    const entry = page.locator('article', { hasText: 'setenv is not thread-safe' });
    const [share] = claim(from, 'setenv-crashes-getenv').figures;
    await expect(entry.locator('strong')).toHaveText(written(share!.measured!.value, share!.unit));
    const picture = entry.locator('svg.mt-thumbnail');
    await expect(picture.locator('.curve')).toHaveCount(3);
    await expect(picture.locator('.name')).toHaveText([/^musl/, /^glibc/, /^with a lock/]);
  });
});
