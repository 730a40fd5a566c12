/** Reading a chart as a reader does: with the pointer, a finger and keys. What every chart says, the visits of pages look at. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const ARTICLE = '/findings/load-balancing/';
const chart = (page: Page) => page.locator('figure [data-read]').first();
const RECORD = /\/load-balancing\/[\w-]+\.json$/;
const panel = (page: Page) => page.locator('.mt-reading');

/** Where the middle of a point of the chart is in the window. */
async function pointOf(page: Page): Promise<{ x: number; y: number }> {
  await chart(page).scrollIntoViewIfNeeded();
  const box = (await chart(page).locator('.mt-mark--measured:visible').first().boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a tap or a click on a point keeps its panel in the window, with what is known, until one elsewhere', async ({
  page,
  isMobile,
}) => {
  await page.goto(ARTICLE);
  const { x, y } = await pointOf(page);
  const point = isMobile ? page.touchscreen.tap.bind(page.touchscreen) : page.mouse.click.bind(page.mouse);
  await point(x, y);
  await expect(panel(page)).toContainText('measured');
  await expect(panel(page)).toContainText('95% interval');
  await expect(panel(page).getByRole('button')).toHaveText(['Copy', 'Copy link', 'SVG', 'PNG']);
  const box = (await panel(page).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await point(4, 120);
  await expect(panel(page)).toBeHidden();
});

test.describe('with a mouse and keys', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(ARTICLE);
  });

  test('the panel follows the pointer, goes with it, and Escape closes it', async ({ page }) => {
    const { x, y } = await pointOf(page);
    await page.mouse.move(x, y);
    await expect(panel(page)).toBeVisible();
    await expect(panel(page).getByRole('button').first()).toBeHidden();
    await page.mouse.move(4, 120);
    await expect(panel(page)).toBeHidden();
    await page.mouse.move(x, y);
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  test('a click keeps the panel, also where the pointer had asked for its data before', async ({ page }) => {
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const isAsked = page.waitForRequest(RECORD);
    await page.route(RECORD, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const { x, y } = await pointOf(page);
    await page.mouse.move(x, y);
    await isAsked;
    await page.mouse.click(x, y);
    await page.mouse.move(x + 1, y);
    answer();
    await expect(panel(page).getByRole('button').first()).toBeVisible();
  });

  test('a chart is one stop of the Tab key, whose arrow keys say its points, and Escape leads back to it', async ({
    page,
  }) => {
    await chart(page).focus();
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('End');
    const spoken = page.locator('#mt-announcement');
    const last = /; (\d+) of \1$/;
    await expect(spoken).toHaveText(last);
    // The chart is one of rows, whose points follow each other downwards.
    await page.keyboard.press('ArrowUp');
    await expect(spoken).not.toHaveText(last);
    await page.keyboard.press('Tab');
    await expect(panel(page).getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(chart(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(chart(page)).not.toBeFocused();
  });

  test('a point, its figure’s address and its picture can be taken along', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chart(page).focus();
    await expect(panel(page)).toBeVisible();
    const taken = () => page.evaluate(() => navigator.clipboard.readText());
    await panel(page).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(taken).toMatch(/^measured: .+; .+ 20\d\d$/);
    await panel(page).getByRole('button', { name: 'Copy link' }).click();
    const id = await page.locator('figure.mt-figure').first().getAttribute('id');
    await expect.poll(taken).toMatch(new RegExp(`${ARTICLE}#${id}$`));

    const title = (await page.locator('.mt-figure-title').first().innerText()).split(' ')[0]!;
    for (const type of ['SVG', 'PNG']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        panel(page).getByRole('button', { name: type }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${id}.${type.toLowerCase()}`);
      const bytes = readFileSync(await file.path());
      if (type === 'PNG') expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      else {
        const text = bytes.toString();
        for (const part of [title, `${ARTICLE}#${id}`, '</svg>']) expect(text).toContain(part);
        expect(text).not.toMatch(/class=|var\(|mt-reading/);
      }
    }
  });
});
