import { expect, test } from '../../e2e/fixtures';
import { holdBack } from '../../e2e/hold-back';
import { watchMovement } from '../../e2e/layout-shift';

test.describe('the clock on the home page', { tag: '@once' }, () => {
  test('is read when the page is there, and again when asked', async ({ page }) => {
    await page.goto('/');
    const clock = page.locator('mt-home-clock');
    const equal = clock.locator('output[data-result=equal-readings]');
    await expect(equal).toHaveAttribute('data-value', /^\d+$/);
    expect(Number(await equal.getAttribute('data-value'))).toBeLessThan(10_000);
    // No browser steps by less than 5 µs, and Chromium, on a page that is not isolated, by 100 µs.
    const step = Number(await clock.locator('output[data-result=smallest-step]').getAttribute('data-value'));
    expect(step).toBeGreaterThanOrEqual(5e-6);
    const path = clock.locator('[data-staircase]');
    const first = await path.getAttribute('d');
    expect(first).toMatch(/^M0 72\.0(H[\d.]+V[\d.]+)+H400$/);
    const read = () => page.evaluate(() => document.querySelector('[data-staircase]')!.getAttribute('d'));
    await clock.getByRole('button', { name: 'Read it again' }).click();
    expect(await read()).not.toBe(first);
  });

  for (const width of [320, 412, 768, 1280]) {
    test(`moves nothing when its figures come, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1200 });
      const movement = await watchMovement(page);
      const release = await holdBack(page, '**/*.js');
      await page.goto('/', { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      // What late faces move is not the figures' doing.
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const link = page.getByRole('link', { name: 'Why nanosecond timestamps collide' });
      const [before, moved] = [await link.boundingBox(), await movement()];
      release();
      await expect(page.locator('mt-home-clock output').first()).toHaveAttribute('data-value', /./);
      expect(await link.boundingBox()).toEqual(before);
      expect((await movement()) - moved).toBeLessThan(0.001);
    });
  }

  test('stands in the first screen', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('mt-home-clock')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the home page says so', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('mt-home-clock noscript')).toBeVisible();
    await expect(page.locator('mt-home-clock button')).toBeHidden();
  });
});
