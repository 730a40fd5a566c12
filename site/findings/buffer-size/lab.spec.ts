/** The lab of buffer sizes: a law as a curve that is taken in the hand, and what it says of buffers. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { claim } from '@/kit/record/queries';

const { lab, settled, open, figure, typed, slider, button, choice } = labOf('buffer-size');

const picture = (page: Page): Locator => lab(page).locator('[data-picture="curve"]');
const grip = (page: Page, name: string): Locator => lab(page).locator(`[data-grip="${name}"]`);

async function drag(page: Page, handle: Locator, by: { x?: number; y?: number }): Promise<void> {
  await dragBy(page, handle, by);
  await settled(page);
}

/** A law that anybody can work out: 100 ns a call, 0.01 ns a byte, no cache. */
const PLAIN = '?call=100&byte=0.01&penalty=0&source=none';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of buffer sizes', { tag: '@once' }, () => {
  test.describe('the opening', () => {
    const shares = (page: Page) => Promise.all(['measured-share', 'share-by-law'].map((name) => figure(page, name)));

    test('is the article’s headline: what a buffer past the best leaves', async ({ page }) => {
      await open(page);
      await expect(lab(page).locator('.mt-lab-views input:checked')).toHaveAttribute('value', 'share');
      await expect(typed(page, 'buffer')).toHaveValue('16\u00a0MiB');
      const [measured, byLaw] = await shares(page);
      const { figures } = claim(publishedOnDisk('buffer-size')[0]!, 'past-the-peak');
      const left = figures.find(({ label }) => label === 'share of the best throughput with 16 MiB, /dev/zero');
      expect(measured).toBe(left!.measured!.value);
      expect(byLaw).toBeLessThan(0.9);
      await expect(lab(page).locator('[data-part-of-call="beyond"]')).toContainText('%');
    });

    test('has one buffer in the hand, which finds the best again: by mouse and by keys', async ({ page }) => {
      await open(page);
      const [, before] = await shares(page);
      // How far off the best is depends on the machine.
      const beyond = lab(page).locator('[data-part-of-call="beyond"]');
      for (let steps = 0; (await beyond.textContent()) !== 'nothing beyond the cache'; steps++) {
        expect(steps, 'steps on the way to the cache').toBeLessThan(10);
        await drag(page, lab(page).locator('[data-handle="buffer"] span'), { x: -30 });
      }
      expect(Number((await asked(page)).get('buffer'))).toBeLessThan(2 ** 24);
      expect((await shares(page))[1]).toBeGreaterThan(0.95);
      await slider(page, 'buffer').press('End');
      await settled(page);
      expect((await shares(page))[1]).toBeLessThan(before!);
      await slider(page, 'buffer').press('Home');
      await settled(page);
      expect((await shares(page))[1]).toBeLessThan(0.01);
      await expect(lab(page).locator('[data-part-of-call="call"]')).toContainText('99.');
    });

    test('folds what a reader may do without, and unfolds what a link sets', async ({ page }) => {
      await open(page);
      for (const name of ['penalty', 'cache', 'share']) await expect(typed(page, name)).toBeHidden();
      for (const name of ['buffer', 'call', 'byte']) await expect(typed(page, name)).toBeVisible();
      await open(page, '?share=50');
      await expect(typed(page, 'share')).toBeVisible();
    });
  });

  test.describe('the curve in the hand', () => {
    test('goes down where a call is dragged to cost more, and a step back undoes it', async ({ page }) => {
      await open(page, PLAIN);
      const before = await figure(page, 'throughput');
      await drag(page, grip(page, 'call'), { y: 40 });
      const call = Number((await asked(page)).get('call'));
      expect(call).toBeGreaterThan(150);
      expect(await figure(page, 'throughput')).toBeLessThan(before);
      await expect(typed(page, 'call')).toHaveValue(/ns|µs/);
      await page.goBack();
      await expect(typed(page, 'call')).toHaveValue('100\u00a0ns');
      await expect.poll(() => figure(page, 'throughput')).toBe(before);
    });

    test('is at the pointer while it is held, also beyond the picture', async ({ page }) => {
      await open(page, PLAIN);
      const held = grip(page, 'call');
      const { x, y } = await middleOf(held);
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const down of [30, 60, 45]) {
        await page.mouse.move(x, y + down);
        await settled(page);
        await expect
          .poll(async () => {
            const at = (await held.boundingBox())!;
            return Math.abs(at.y + at.height / 2 - (y + down));
          })
          .toBeLessThan(3);
      }
      await page.mouse.up();
    });

    test('is moved by arrow keys on the focused grip, where they point', async ({ page }) => {
      await open(page, PLAIN);
      await grip(page, 'call').focus();
      await page.keyboard.press('ArrowUp');
      await settled(page);
      expect((await asked(page)).get('call')).toBe('80');
      await expect(grip(page, 'call')).toHaveAttribute('aria-valuetext', '80\u00a0ns a call');
      await page.keyboard.press('ArrowDown');
      await settled(page);
      expect((await asked(page)).get('call')).toBe('100');
    });

    test('has the line of the share that is wanted dragged', async ({ page }) => {
      await open(page, PLAIN);
      await drag(page, lab(page).locator('[data-handle="share"] span'), { y: 60 });
      const share = Number((await asked(page)).get('share'));
      expect(share).toBeGreaterThan(1);
      expect(share).toBeLessThan(90);
      await expect(lab(page).locator('[data-label="smallest"]')).toHaveText(`Enough for ${share}%`);
    });
  });

  test('says what is fitted to each source, and takes it on demand', async ({ page }) => {
    await open(page);
    const words = lab(page).locator('[data-fit-words]');
    for (const [source, name] of [
      ['urandom', '/dev/urandom'],
      ['unix', 'Unix socket'],
      ['tcp', 'TCP'],
    ] as const) {
      await choice(page, 'source').selectOption(source);
      await settled(page);
      await expect(words).toContainText(name);
    }
    await choice(page, 'source').selectOption('zero');
    await lab(page)
      .getByText(/^More: /)
      .click();
    await choice(page, 'fit').selectOption('linear');
    await settled(page);
    await expect(words).not.toContainText('beyond');
    await button(page, 'Fit to the measured points').click();
    await settled(page);
    await expect(typed(page, 'penalty')).toHaveValue('nothing');
  });
});

test('a finger drags a grip, and still scrolls the page beside it', { tag: '@touch' }, async ({ page }) => {
  await open(page, PLAIN);
  const held = grip(page, 'call');
  await expect(held).toHaveCSS('touch-action', 'none');
  await expect(picture(page)).not.toHaveCSS('touch-action', 'none');
  const { x, y } = await middleOf(held);
  await touch(page, ...[0, 10, 20, 30, 40].map((down) => [[x, y + down]] as const));
  await settled(page);
  expect(Number((await asked(page)).get('call'))).toBeGreaterThan(120);
});
