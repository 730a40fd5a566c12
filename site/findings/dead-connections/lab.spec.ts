import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, test } from '@/e2e/labs';

const { lab, settled, open, openArticle, figure, slider, type, typed } = labOf('dead-connections');

const cut = (page: Page) => lab(page).locator('[data-cut]');
const headline = (page: Page) => lab(page).locator('[data-result="answer"]');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of dead connections', { tag: '@once' }, () => {
  test('the cable is cut earlier and later, by mouse and by keys, and a step back undoes it', async ({ page }) => {
    await open(page);
    await expect(headline(page)).toHaveText(/^15\smin 39\ss$/);
    const { x, y, width, height } = (await cut(page).boundingBox())!;
    await page.mouse.click(x + 3, y + height / 2);
    await settled(page);
    await expect(headline(page)).toHaveText(/^4\.09\ss$/);
    await page.mouse.move(x + 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 8, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await settled(page);
    await expect(cut(page)).toHaveAttribute('aria-valuetext', 'after the ACK');
    // A reply is lost where packets from the peer are.
    expect(Object.fromEntries(await addressParameters(page))).toMatchObject({
      scenario: 'drop-inbound',
      pattern: 'acknowledged',
    });
    await cut(page).press('ArrowLeft');
    await settled(page);
    await expect(headline(page)).toHaveText(/^15\smin 39\ss$/);
    expect((await addressParameters(page)).toString()).toBe('');
    await page.goBack();
    await expect(cut(page)).toHaveValue('2');
  });

  test('the user timeout is dragged to where the idle one ends, and off again', async ({ page }) => {
    await open(page);
    const handle = lab(page).locator('[data-handle="limit"] span');
    const { width } = (await lab(page).locator('[data-picture="lanes"] svg').boundingBox())!;
    const place = async () => (await handle.boundingBox())!.x;
    const drag = async (by: number) => {
      await dragBy(page, handle, { x: by });
      await settled(page);
    };
    const off = await place();
    await drag(-0.6 * width);
    expect(await figure(page, 'answer')).toBeLessThan(400);
    expect(Number((await addressParameters(page)).get('timeout'))).toBeGreaterThan(60_000);
    expect(await place()).toBeLessThan(off - 0.5 * width);
    await drag(width);
    expect(await figure(page, 'answer')).toBeGreaterThan(924);
    expect(await place()).toBe(off);
    expect((await addressParameters(page)).toString()).toBe('');
  });

  test('the user timeout is typed, set by keys, and off in one word wherever it is told', async ({ page }) => {
    await open(page);
    for (const turnOff of [() => slider(page, 'timeout').press('End'), () => type(page, 'timeout', 'off')]) {
      await type(page, 'timeout', '90000');
      expect(await figure(page, 'answer')).toBeCloseTo(90, -1);
      await slider(page, 'timeout').press('ArrowLeft');
      await settled(page);
      expect(await figure(page, 'answer')).toBeCloseTo(75, -1);
      await turnOff();
      await settled(page);
      await expect(slider(page, 'timeout')).toHaveAttribute('aria-valuetext', 'off');
      await expect(typed(page, 'timeout')).toHaveValue('off');
      await expect(headline(page)).toHaveText(/^15\smin 39\ss$/);
    }
  });

  test('covers its lanes while there is something to guess, and never without script', async ({
    page,
    browser,
    baseURL,
  }) => {
    const veil = (page: Page) => lab(page).locator('[data-veil]');
    await openArticle(page);
    await expect(veil(page)).toBeVisible();
    await page.getByRole('button', { name: '4 seconds' }).click();
    await expect(veil(page)).toBeHidden();
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const still = await context.newPage();
    await still.goto('/findings/dead-connections/');
    await expect(veil(still)).toBeHidden();
    await context.close();
  });

  test('opens what old links say, of views, of a lab and of controls that are no more', async ({ page }) => {
    for (const old of ['view=line', 'view=lanes', 'r-within=90&r-probes=240', 'buffer=20&timeout=0&rtomin=100']) {
      await open(page, `?${old}&idle=3`);
      expect(await figure(page, 'answer')).toBe(78);
      await expect(lab(page).locator('[data-note]')).toHaveCount(0);
    }
  });
});
