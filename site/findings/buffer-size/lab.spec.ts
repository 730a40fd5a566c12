/** The lab of buffer sizes: a buffer that is dragged along the measured curve. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, test } from '@/e2e/labs';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { bestOf, machinesFrom, measuredShare, sourceOf } from './lab/measured';

const { lab, settled, open, openArticle, figure, typed, slider, choice, button } = labOf('buffer-size');

const handle = (page: Page): Locator => lab(page).locator('[data-handle="buffer"] span');
const bars = (page: Page): Locator => lab(page).locator('[data-picture="bars"] [data-seconds]:visible');
const running = (page: Page): Promise<number> =>
  lab(page).evaluate((root) => root.getAnimations({ subtree: true }).length);

const [own] = machinesFrom(publishedOnDisk('buffer-size'));
const zero = sourceOf(own!, 'zero')!;

test.describe('the lab of buffer sizes', { tag: '@once' }, () => {
  test.describe('standing still', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('has one buffer in the hand, which finds the best: by mouse and by keys', async ({ page }) => {
      await open(page);
      await expect(typed(page, 'buffer')).toHaveValue('32\u00a0KiB');
      expect(await figure(page, 'share')).toBe(measuredShare(zero, 2 ** 15)!.value);
      for (let steps = 0; (await figure(page, 'share')) < 1; steps++) {
        expect(steps, 'steps on the way to the best').toBeLessThan(10);
        await dragBy(page, handle(page), { x: 30 });
        await settled(page);
      }
      expect(Number((await addressParameters(page)).get('buffer'))).toBe(bestOf(zero)[0]);
      await slider(page, 'buffer').press('End');
      await settled(page);
      expect(await figure(page, 'share')).toBe(measuredShare(zero, 2 ** 26)!.value);
      await slider(page, 'buffer').press('Home');
      await settled(page);
      expect(await figure(page, 'share')).toBeLessThan(0.02);
      await page.goBack();
      await expect(typed(page, 'buffer')).toHaveValue('64\u00a0MiB');
    });

    test('shows every source that was measured', async ({ page }) => {
      await open(page);
      for (const { name, label } of own!.sources) {
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
    const machines = await bars(page).count();
    expect(machines).toBeGreaterThan(1);
    // A bar and its time for each machine, counted at once: the shortest run is soon over.
    const started = await button(page, 'Run in real time').evaluate((run: HTMLElement) => {
      run.click();
      return run.closest('.mt-lab')!.getAnimations({ subtree: true }).length;
    });
    expect(started).toBe(2 * machines);
  });
});
