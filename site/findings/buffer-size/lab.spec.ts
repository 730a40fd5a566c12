/** The lab of buffer sizes: a buffer that is dragged along the measured curves. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, test } from '@/e2e/labs';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { bestOf, machineFrom, pointAt } from './lab/measured';

const { lab, settled, open, openArticle, figure, typed, type, slider, choice, button } = labOf('buffer-size');

const handle = (page: Page): Locator => lab(page).locator('[data-handle="buffer"] span');
const bars = (page: Page): Locator => lab(page).locator('[data-picture="bars"] [data-seconds]:visible');
const running = (page: Page): Promise<number> =>
  lab(page).evaluate((root) => root.getAnimations({ subtree: true }).length);

const own = machineFrom(publishedOnDisk('buffer-size')[0]!);
const writes = own.sources.find(({ name }) => name === 'tcp-cubic')!.curves[0];
const speedOf = (buffer: number) => pointAt(writes, buffer)![1];

test.describe('the lab of buffer sizes', { tag: '@once' }, () => {
  test.describe('standing still', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('has one buffer in the hand, which finds the best: by mouse and by keys', async ({ page }) => {
      await open(page);
      await expect(typed(page, 'buffer')).toHaveValue('32\u00a0KiB');
      expect(await figure(page, 'speed')).toBe(speedOf(2 ** 15));
      const [best, fastest] = bestOf(writes);
      for (let steps = 0; (await figure(page, 'speed')) < fastest; steps++) {
        expect(steps, 'steps on the way to the best').toBeLessThan(10);
        await dragBy(page, handle(page), { x: 45 });
        await settled(page);
      }
      expect(Number((await addressParameters(page)).get('buffer'))).toBe(best);
      await type(page, 'buffer', '4 MiB');
      expect(await figure(page, 'speed')).toBe(speedOf(2 ** 22));
      await slider(page, 'buffer').press('End');
      await settled(page);
      expect(await figure(page, 'speed'), 'no write was as large').toBeNaN();
      await page.goBack();
      await expect(typed(page, 'buffer')).toHaveValue('4\u00a0MiB');
    });

    test('shows every source that was measured', async ({ page }) => {
      await open(page);
      for (const { name, label } of own.sources) {
        await choice(page, 'source').selectOption(name);
        await settled(page);
        const picture = lab(page).locator('[data-picture="curves"] svg[role="img"]:visible');
        await expect(picture).toHaveAttribute('aria-label', new RegExp(`: ${label}$`));
        await expect(bars(page).first()).toBeAttached();
      }
    });

    test('runs nothing', async ({ page }) => {
      await openArticle(page);
      expect(await running(page)).toBe(0);
      await expect(button(page, 'Run in real time')).toBeHidden();
    });
  });

  test('runs its bars when it is first seen and when asked, until something is changed', async ({ page }) => {
    await openArticle(page);
    await expect.poll(() => running(page)).toBeGreaterThan(0);
    await slider(page, 'buffer').press('ArrowRight');
    await settled(page);
    expect(await running(page)).toBe(0);
    const shown = await bars(page).count();
    expect(shown).toBeGreaterThan(1);
    // Each bar and its time, counted at once: the shortest run is soon over.
    const started = await button(page, 'Run in real time').evaluate((run: HTMLElement) => {
      run.click();
      return run.closest('.mt-lab')!.getAnimations({ subtree: true }).length;
    });
    expect(started).toBe(2 * shown);
  });
});
