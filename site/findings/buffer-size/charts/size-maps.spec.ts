import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '@/e2e/accessible';
import { expect, test } from '@/e2e/fixtures';
import { layOutAll } from '@/e2e/layout-shift';
import { formatBytes } from '@/kit/chart/format';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { together } from '@/kit/record/shown';
import { cellAt, readingOf, type Cell } from './size-grid';
import { socketGrid } from './size-maps';

const KIB = 1024;
const [own, other] = publishedOnDisk('buffer-size');
/** The heat maps as the article takes them from the page's own record. */
const grid = socketGrid([own!]);
/** The cell of the sizes that the article shows first. */
const first = cellAt(grid, 32 * KIB, 256 * KIB);

const maps = (page: Page): Locator => page.locator('mt-size-maps');

/** A cell of one of the maps. */
const cellOf = (page: Page, { row, column }: Cell, map = 0): Locator =>
  page.locator('.mt-map').nth(map).locator(`[data-row="${row}"] td[data-column="${column}"]`);

/** Opens the article, leaves of it what the maps stand in, and waits until they answer. */
async function open(page: Page): Promise<void> {
  await page.goto('/findings/buffer-size/');
  // Laying out the rest takes longer than all that is done here; that the article fits with everything in it, each page's test holds.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('.mt-prose > *')) {
      if (one.querySelector('mt-size-maps') === null) one.remove();
    }
  });
  // On a phone the maps are more than a screen high, and what lies above them is laid out on the way: to their middle
  // is not to where they are.
  await expect(async () => {
    await maps(page).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await expect(maps(page)).toHaveAttribute('data-state', 'ready', { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
}

/** What the page says of the cell that it shows. */
const expectReading = (page: Page, cell: Cell): Promise<void> =>
  expect(maps(page).locator('[data-reading]')).toHaveText(readingOf(grid, cell));

const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.width;

test('keep the cell that is clicked or tapped, and slice there, without moving the page', async ({
  page,
  isMobile,
}) => {
  await open(page);
  // What lies far above would be laid out on the way, which keeps the reader's place, but not that of the page's top.
  await layOutAll(page);
  const bottom = () =>
    page.locator('#maps figcaption').evaluate((caption) => caption.getBoundingClientRect().y + scrollY);
  const before = await bottom();
  for (const cell of [
    { row: 0, column: 0 },
    { row: 3, column: 3 },
    { row: 1, column: 2 },
  ]) {
    const shown = cellOf(page, cell, 1);
    await (isMobile ? shown.tap() : shown.click());
    await expectReading(page, cell);
    await expect(cellOf(page, cell)).toHaveClass(/mt-map-picked/);
    expect(await bottom()).toBe(before);
  }
  await expect(page.locator('[data-slice="writes"] .mt-slice-title')).toHaveText(
    `Reads of ${formatBytes(grid.reads[1]!)}, by write size`,
  );
  await expect(maps(page).locator('[data-live]')).toHaveText(readingOf(grid, { row: 1, column: 2 }));
});

test('answer when another machine is laid beside, and keep the cell', { tag: '@once' }, async ({ page }) => {
  await open(page);
  await cellOf(page, { row: 1, column: 2 }).click();
  await page.locator('#maps .mt-compare-button').click();
  await page.locator('#compare').getByLabel(other!.machineName).check();
  await page.keyboard.press('Escape');
  await expect(page.locator('.mt-map--second')).not.toHaveCount(0);
  const both = socketGrid(together([own!, other!]));
  for (const cell of [
    { row: 1, column: 2 },
    { row: 3, column: 3 },
  ]) {
    await expect(maps(page).locator('[data-reading]')).toHaveText(readingOf(both, cell));
    await cellOf(page, { row: 3, column: 3 }, 3).click();
  }
});

test('write their values when asked', async ({ page }) => {
  await open(page);
  const value = cellOf(page, first).locator('span');
  expect(await widthOf(value)).toBeLessThanOrEqual(1);
  await page.getByLabel('Values').check();
  expect(await widthOf(value)).toBeGreaterThan(8);
});

test('fit a phone with their values', { tag: '@touch' }, async ({ page }) => {
  await open(page);
  await page.getByLabel('Values').check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violationsOn(page, { within: '#maps', rules: 'all but colours' })).toEqual([]);
});

test.describe('with a mouse and keys', { tag: '@once' }, () => {
  test('slice along a whole row or column by its head', async ({ page }) => {
    await open(page);
    await page.locator('.mt-map').first().locator('tbody th').first().click();
    await expectReading(page, { row: 0, column: first.column });
    await page.locator('.mt-map').first().locator('thead th').nth(1).click();
    await expectReading(page, { row: 0, column: 1 });
  });

  test('show what the mouse rests on, and go back when it leaves', async ({ page }) => {
    await open(page);
    await cellOf(page, { row: 0, column: 0 }).hover();
    await expectReading(page, { row: 0, column: 0 });
    await maps(page).locator('[data-reading]').hover();
    await expectReading(page, first);
  });

  test('can be walked with the arrow keys, from one stop for each map', async ({ page }) => {
    await open(page);
    await expect(page.locator('.mt-map [tabindex="0"]')).toHaveCount(2);
    await cellOf(page, first).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    const next = { row: first.row + 1, column: first.column - 1 };
    await expect(cellOf(page, next)).toBeFocused();
    await expectReading(page, next);
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    await expect(cellOf(page, { row: 0, column: 0 })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(cellOf(page, { row: 0, column: 0 })).toBeFocused();
  });

  test('have no violation of accessibility rules with their values, light or dark', async ({ page }) => {
    // Each of several hundred cells has its contrast computed.
    test.slow();
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page);
    await page.getByLabel('Values').check();
    expect(await violationsOn(page, { within: '#maps' })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, { within: '#maps', rules: 'colours' })).toEqual([]);
  });
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('slices and values are there, and nothing that would not work', async ({ page }) => {
    await page.goto('/findings/buffer-size/');
    await expectReading(page, first);
    await expect(page.locator('[data-slice="reads"] svg[role="img"]:visible')).toHaveCount(1);
    await expect(page.locator('.mt-maps-hint')).toBeHidden();
    await page.getByLabel('Values').check();
    expect(await widthOf(cellOf(page, { row: 0, column: 0 }).locator('span'))).toBeGreaterThan(8);
  });
});
