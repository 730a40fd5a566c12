import type { Locator, Page } from '@playwright/test';
import { formatBytes } from '@/kit/chart/format';
import { cellAt, readingOf, shadeOf, sizeGrid, wholeOf, type Cell, type SizeGrid } from './charts/size-grid';
import { claim, point, points, series } from '@/kit/record/queries';
import { articleOf, plain, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/labs';

const article = articleOf('buffer-size');
const { record } = article;
const KIB = 1024;

/** The heat maps as the article takes them from the record. */
const gridOf = async (): Promise<SizeGrid> =>
  sizeGrid([await record()], {
    series: 'sockets',
    measure: 'throughput_bytes_per_second',
    names: { unix: 'Unix', tcp: 'TCP' },
  });

const maps = (page: Page): Locator => page.locator('mt-size-maps');
const reading = (page: Page): Locator => maps(page).locator('[data-reading]');

/** A cell of one of the maps. */
const cellOf = (page: Page, { row, column }: Cell, map = 0): Locator =>
  page.locator('.mt-map').nth(map).locator(`[data-row="${row}"] td[data-column="${column}"]`);

/** Waits until the maps answer. */
async function near(page: Page): Promise<void> {
  await maps(page).scrollIntoViewIfNeeded();
  await expect(maps(page)).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
}

/** What the page says of the cell that it shows. */
const expectReading = async (page: Page, cell: Cell): Promise<void> => {
  const said = plain(readingOf(await gridOf(), cell));
  await expect.poll(async () => plain((await reading(page).textContent())!.trim())).toBe(said);
};

/** How many rows and columns of the first map show. */
const extent = async (page: Page): Promise<[number, number]> => [
  await page.locator('.mt-map').first().locator('tbody tr:visible').count(),
  await page.locator('.mt-map').first().locator('thead th:visible').count(),
];

/** The sizes that the article shows first. */
const first = async (): Promise<Cell> => cellAt(await gridOf(), 32 * KIB, 256 * KIB);

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say what a call costs, which buffer it takes, and what is left beyond the peak, as measured', async ({
    page,
  }) => {
    const from = await record();
    const fitted = point(series(from, 'fits'), { source: 'zero', law: 'knee' }).values;
    const [left] = claim(from, 'past-the-peak').figures;
    await expect(page.locator('.mt-lead .mt-inline-value')).toHaveText([
      written(fitted['per_call_seconds']!.value, 's'),
      written(fitted['smallest_buffer_bytes']!.value, 'bytes'),
      written(left!.measured!.value, left!.unit),
    ]);
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-buffer-size-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the heat maps', () => {
  test('have a cell for each pair of sizes, darker where it is faster, with its value for whoever cannot see', async ({
    page,
  }) => {
    const grid = await gridOf();
    const cells = page.locator('.mt-map').first().locator('tbody td');
    await expect(cells).toHaveCount(grid.reads.length * grid.writes.length);
    const shades = await cells.evaluateAll((all) =>
      all.map((one) => Number(/mt-shade-(\d+)/.exec(one.className)?.[1])),
    );
    const values = grid.surfaces[0]!.cells.flat().map((cell) => cell![0]);
    expect(shades).toEqual(values.map((value) => shadeOf(value, grid.most)));
    expect(new Set(shades).size).toBeGreaterThan(4);
    expect((await cells.first().innerText()).trim()).toMatch(/^\d+(\.\d)?$/);
  });

  test('show the slices through two sizes at first, and say what was measured there', async ({ page }) => {
    await expectReading(page, await first());
    await expect(page.locator('.mt-slice-title')).toHaveText([
      /^Reads of .* by write size$/,
      /^Writes of 256.KiB, by read size$/,
    ]);
    await expect(page.locator('.mt-map-picked')).toHaveCount(2);
  });

  test('keep the cell that is clicked or tapped', async ({ page, isMobile }) => {
    await near(page);
    const cell = { row: 1, column: 2 };
    await (isMobile ? cellOf(page, cell, 1).tap() : cellOf(page, cell, 1).click());
    await expectReading(page, cell);
    const grid = await gridOf();
    await expect(page.locator('[data-slice="writes"] .mt-slice-title')).toHaveText(
      `Reads of ${plain(formatBytes(grid.reads[1]!))}, by write size`,
    );
    await expect(cellOf(page, cell)).toHaveClass(/mt-map-picked/);
    await expect(maps(page).locator('[data-live]')).toHaveText(readingOf(grid, cell));
  });

  test('slice along a whole row or column by its head', async ({ page }) => {
    await near(page);
    const before = await first();
    await page.locator('.mt-map').first().locator('tbody th').first().click();
    await expectReading(page, { row: 0, column: before.column });
    await page.locator('.mt-map').first().locator('thead th').nth(1).click();
    await expectReading(page, { row: 0, column: 1 });
  });

  test('show what the mouse rests on, and go back when it leaves', async ({ page, isMobile }) => {
    test.skip(isMobile, 'nothing rests on a touch screen');
    await near(page);
    await cellOf(page, { row: 0, column: 0 }).hover();
    await expectReading(page, { row: 0, column: 0 });
    await reading(page).hover();
    await expectReading(page, await first());
  });

  test('can be walked with the arrow keys, from one stop for each map', async ({ page }) => {
    await near(page);
    const at = await first();
    await expect(page.locator('.mt-map [tabindex="0"]')).toHaveCount(2);
    await cellOf(page, at).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    const next = { row: at.row + 1, column: at.column - 1 };
    await expect(cellOf(page, next)).toBeFocused();
    await expectReading(page, next);
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    await expect(cellOf(page, { row: 0, column: 0 })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(cellOf(page, { row: 0, column: 0 })).toBeFocused();
  });

  test('zoom around the cell and back, by buttons', async ({ page }) => {
    await near(page);
    const grid = await gridOf();
    const whole: [number, number] = [grid.reads.length, grid.writes.length];
    expect(await extent(page)).toEqual(whole);
    await page.getByRole('button', { name: 'Zoom in here' }).click();
    await expect.poll(() => extent(page)).toEqual([5, 5]);
    await expectReading(page, await first());
    await expect(page.getByRole('button', { name: 'Zoom in here' })).toBeDisabled();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => extent(page)).toEqual(whole);
    await expect(maps(page).locator('[data-live]')).toHaveText('All sizes.');
  });

  test('zoom to what the mouse is drawn over, and Escape goes back', async ({ page, isMobile }) => {
    test.skip(isMobile, 'drawing with a finger scrolls the page');
    await near(page);
    await cellOf(page, { row: 1, column: 1 }).hover();
    await page.mouse.down();
    await cellOf(page, { row: 3, column: 2 }).hover();
    await expect(page.locator('.mt-map-chosen')).toHaveCount(2 * 3 * 2);
    await page.mouse.up();
    await expect.poll(() => extent(page)).toEqual([3, 2]);
    await cellOf(page, { row: 2, column: 1 }).focus();
    await page.keyboard.press('Escape');
    const { to } = wholeOf(await gridOf());
    await expect.poll(() => extent(page)).toEqual([to.row + 1, to.column + 1]);
  });

  test('zoom to what is chosen with Shift and the arrow keys', async ({ page }) => {
    await near(page);
    const at = await first();
    await cellOf(page, at).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.locator('.mt-map-chosen')).toHaveCount(2 * 2 * 3);
    await page.keyboard.press('Enter');
    await expect.poll(() => extent(page)).toEqual([3, 2]);
    await expect(cellOf(page, at)).toBeFocused();
  });

  test('write their values when asked, in whole where there is room', async ({ page }) => {
    await near(page);
    const grid = await gridOf();
    const at = await first();
    const value = cellOf(page, at).locator('span');
    expect((await value.boundingBox())!.width).toBeLessThanOrEqual(1);
    await page.getByLabel('Values').check();
    expect((await value.boundingBox())!.width).toBeGreaterThan(8);
    await page.getByRole('button', { name: 'Zoom in here' }).click();
    await expect(value).toHaveText(
      plain(written(grid.surfaces[0]!.cells[at.row]![at.column]![0], 'bytes per second')).replace(' MiB/s', ''),
    );
  });

  test('keep their place on the page whatever is picked', async ({ page }) => {
    await near(page);
    const bottom = async () =>
      await page.locator('#maps figcaption').evaluate((one) => one.getBoundingClientRect().y + scrollY);
    const before = await bottom();
    for (const cell of [
      { row: 0, column: 0 },
      { row: 3, column: 3 },
    ]) {
      await cellOf(page, cell).click();
      await expectReading(page, cell);
      expect(await bottom()).toBe(before);
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`have no violation of accessibility rules in the ${colorScheme} theme, with values`, async ({ page }) => {
      // Each of several hundred cells has its contrast computed.
      test.slow();
      await page.emulateMedia({ colorScheme });
      await near(page);
      await page.getByLabel('Values').check();
      await expectAccessible(page, '#maps');
    });
  }
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('maps, slices and values are there, and nothing that would not work', async ({ page }) => {
    const grid = await gridOf();
    await expect(page.locator('.mt-map').nth(1).locator('tbody td')).toHaveCount(
      grid.reads.length * grid.writes.length,
    );
    expect(plain((await reading(page).innerText()).trim())).toBe(plain(readingOf(grid, await first())));
    await expect(page.locator('[data-slice="reads"] svg[role="img"]:visible')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Zoom in here' })).toBeHidden();
    await page.getByLabel('Values').check();
    expect((await cellOf(page, { row: 0, column: 0 }).locator('span').boundingBox())!.width).toBeGreaterThan(8);
  });
});

test.describe('charts are the record’s', { tag: '@once' }, () => {
  test('of /dev/zero: a dot for each size, both laws, and what was published', async ({ page }) => {
    const from = await record();
    const found = points(series(from, 'devices'), { source: 'zero' });
    const drawing = page.locator('#zero .mt-figure-wide svg[role="img"]').first();
    await expect(drawing.locator('.mt-mark--measured')).toHaveCount(found.length);
    await expect(drawing.locator('.mt-stroke--predicted')).toHaveCount(2);
    await expect(drawing.locator('.mt-area--predicted')).toHaveCount(2);
    await expect(drawing.locator('.mt-mark--published')).toHaveCount(
      found.filter(({ published }) => published?.['throughput_bytes_per_second'] !== undefined).length,
    );
    await expect(drawing.locator('.mt-stroke--published')).toHaveCount(1);
  });

  test('of residuals: a dot for each size and law that the record has one of', async ({ page }) => {
    const found = points(series(await record(), 'model'), { source: 'zero' });
    await expect(page.locator('#residuals .mt-figure-wide svg[role="img"] .mt-mark--measured')).toHaveCount(
      found.filter(({ values }) => values['residual'] !== undefined).length,
    );
  });

  test('of other settings: a row for each, with TCP and Unix', async ({ page }) => {
    const found = series(await record(), 'variants').points.filter(
      ({ at, values }) =>
        at['transport'] !== 'veth' &&
        at['read_bytes'] === at['write_bytes'] &&
        [64 * KIB, 256 * KIB].includes(Number(at['read_bytes'])) &&
        values['ratio_to_default'] !== undefined,
    );
    expect(found.length).toBeGreaterThan(4);
    await expect(page.locator('#variants .mt-figure-wide svg[role="img"] .mt-mark--measured')).toHaveCount(
      found.length,
    );
  });
});

testClaims(article);
testDownloads(article);
testEveryFigure(5);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has a dot for each size, and names the best', async ({ page }) => {
    await page.goto('/');
    const picture = page.locator('article', { hasText: 'How large a buffer should be' }).locator('svg.mt-thumbnail');
    const found = points(series(await record(), 'devices'), { source: 'zero' });
    await expect(picture.locator('.dots circle')).toHaveCount(found.length);
    const best = Math.max(...found.map(({ values }) => values['throughput_bytes_per_second']!.value));
    await expect(picture.locator('.best')).toContainText(written(best, 'bytes per second'));
  });
});
