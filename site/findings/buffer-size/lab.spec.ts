/** The lab of buffer sizes: a law as a curve that is taken in the hand, and what it says of buffers. */
import type { Locator, Page } from '@playwright/test';
import { articleOf } from '@/e2e/articles';
import { expect } from '@/e2e/fixtures';
import { asked, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';
import { claim } from '@/kit/record/queries';

const { lab, settled, open, figure, typed, slider, type, button, preset, choice } = labOf('buffer-size');

const picture = (page: Page): Locator => lab(page).locator('[data-picture="curve"]');
const grip = (page: Page, name: string): Locator => lab(page).locator(`[data-grip="${name}"]`);

async function drag(page: Page, handle: Locator, by: { x?: number; y?: number }): Promise<void> {
  await dragBy(page, handle, by);
  await settled(page);
}

/** A law that anybody can work out: 100 ns a call, 0.01 ns a byte, no cache. */
const PLAIN = '?call=100&byte=0.01&penalty=0&source=none';
const GIB = 2 ** 30;
const MIB = 2 ** 20;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of buffer sizes', { tag: '@once' }, () => {
  test.describe('the opening', () => {
    const shares = (page: Page) => Promise.all(['measured-share', 'share-by-law'].map((name) => figure(page, name)));

    test('is the article’s headline: what a buffer past the best leaves', async ({ page }) => {
      await open(page);
      await expect(lab(page).locator('.mt-lab-views input:checked')).toHaveAttribute('value', 'share');
      await expect(typed(page, 'buffer')).toHaveValue('16\u00a0MiB');
      const [measured, byLaw] = await shares(page);
      const left = articleOf('buffer-size').records.map((record) => {
        const { figures } = claim(record, 'past-the-peak');
        return figures.find(({ label }) => label === 'share of the best throughput with 16 MiB, /dev/zero')?.measured
          ?.value;
      });
      expect(left).toContain(measured);
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

    test('keeps what old links mean', async ({ page }) => {
      await open(page, '?call=200');
      await expect(lab(page).locator('.mt-lab-views input:checked')).toHaveAttribute('value', 'throughput');
      await expect(typed(page, 'buffer')).toHaveValue('64\u00a0KiB');
    });

    test('folds what a reader may do without, and unfolds what a link sets', async ({ page }) => {
      await open(page);
      for (const name of ['penalty', 'cache', 'share']) await expect(typed(page, name)).toBeHidden();
      for (const name of ['buffer', 'call', 'byte']) await expect(typed(page, name)).toBeVisible();
      await open(page, '?share=50');
      await expect(typed(page, 'share')).toBeVisible();
    });
  });

  test.describe('the figures', () => {
    test('are what the law says, by hand', async ({ page }) => {
      await open(page, `${PLAIN}&buffer=10000&share=50`);
      expect(await figure(page, 'call-time')).toBeCloseTo(200e-9, 15);
      expect((await figure(page, 'throughput')) / (10_000 / 200e-9)).toBeCloseTo(1, 9);
      expect(await figure(page, 'calls')).toBeCloseTo(GIB / 10_000, 6);
      expect(await figure(page, 'seconds-per-gib')).toBeCloseTo((GIB / 10_000) * 200e-9, 9);
      const best = (64 * MIB) / (100e-9 + 64 * MIB * 1e-11);
      expect((await figure(page, 'best')) / best).toBeCloseTo(1, 9);
      // n / (c + b n) = share · best, solved for n.
      const half = best / 2;
      expect((await figure(page, 'smallest')) / ((half * 100e-9) / (1 - half * 1e-11))).toBeCloseTo(1, 6);
      await expect(lab(page).locator('[data-remark-on="best"]')).toHaveText('still rising at the end');
    });

    test('have the best where the cache ends, if bytes beyond it cost enough', async ({ page }) => {
      await open(page, '?call=100&byte=0.01&penalty=0.01&cache=64k&source=none');
      expect((await figure(page, 'best')) / (65_536 / (100e-9 + 65_536e-11))).toBeCloseTo(1, 9);
      await expect(lab(page).locator('[data-remark-on="best"]')).toHaveText('with 64\u00a0KiB');
      expect(await figure(page, 'smallest')).toBeLessThan(65_536);
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

    test('goes where each grip is dragged', async ({ page }) => {
      await open(page, '?call=100&byte=0.01&penalty=0.01&cache=256k&source=none');
      await drag(page, grip(page, 'byte'), { y: 30 });
      expect(Number((await asked(page)).get('byte'))).toBeGreaterThan(0.012);
      await drag(page, grip(page, 'penalty'), { y: 20 });
      expect(Number((await asked(page)).get('penalty'))).toBeGreaterThan(0.012);
      await drag(page, grip(page, 'cache'), { x: -60 });
      expect(Number((await asked(page)).get('cache'))).toBeLessThan(262_144);
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
      await choiceOfView(page, 'time');
      await grip(page, 'call').focus();
      await page.keyboard.press('ArrowUp');
      await settled(page);
      expect((await asked(page)).get('call')).toBe('120');
    });

    test('has its lines dragged: the buffer, and the share that is wanted', async ({ page }) => {
      await open(page, PLAIN);
      await drag(page, lab(page).locator('[data-handle="buffer"] span'), { x: -70 });
      expect(Number((await asked(page)).get('buffer'))).toBeLessThan(65_536);
      expect(Math.log2(Number((await asked(page)).get('buffer'))) % 1).toBe(0);
      await drag(page, lab(page).locator('[data-handle="share"] span'), { y: 60 });
      const share = Number((await asked(page)).get('share'));
      expect(share).toBeGreaterThan(1);
      expect(share).toBeLessThan(90);
      await expect(lab(page).locator('[data-label="smallest"]')).toHaveText(`Enough for ${share}%`);
    });

    test('has grips only where they mean something', async ({ page }) => {
      await open(page, PLAIN);
      await expect(grip(page, 'cache')).toBeHidden();
      await expect(grip(page, 'penalty')).toBeVisible();
      await choiceOfView(page, 'share');
      for (const name of ['call', 'byte', 'penalty']) await expect(grip(page, name)).toBeHidden();
      await expect(lab(page).locator('[data-handle="share"]')).toBeHidden();
      await expect(lab(page).locator('[data-handle="buffer"]')).toBeVisible();
    });
  });

  const choiceOfView = async (page: Page, view: string) => {
    await lab(page).locator(`.mt-lab-views input[value="${view}"]`).check({ force: true });
    await settled(page);
  };

  test.describe('changing the question', () => {
    test('by typing, in any unit', async ({ page }) => {
      await open(page, PLAIN);
      await type(page, 'call', '2 us');
      expect((await asked(page)).get('call')).toBe('2000');
      await type(page, 'byte', '23.5 ps');
      expect((await asked(page)).get('byte')).toBe('0.0235');
      await type(page, 'buffer', '1M');
      expect((await asked(page)).get('buffer')).toBe(String(MIB));
      expect(await figure(page, 'calls')).toBe(1024);
      await type(page, 'buffer', 'large');
      await expect(lab(page).locator('[data-ruler="buffer"] [data-remark]')).toContainText('is not a number');
      await expect(typed(page, 'buffer')).toHaveValue('1\u00a0MiB');
    });

    test('by the keyboard alone', async ({ page }) => {
      await open(page, '?view=throughput');
      await slider(page, 'buffer').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'buffer')).toHaveAttribute('aria-valuetext', 'a buffer of 128\u00a0KiB');
      expect(await figure(page, 'calls')).toBe(8192);
      await expect(lab(page).locator('[data-live]')).toContainText('With 128\u00a0KiB a call:');
    });

    test('by presets, and what was fitted comes back', async ({ page }) => {
      await open(page);
      const smallest = await figure(page, 'smallest');
      await preset(page, 'slow').click();
      await settled(page);
      expect(await figure(page, 'smallest')).toBeGreaterThan(MIB);
      await expect(preset(page, 'slow')).toHaveAttribute('aria-pressed', 'true');
      await expect(picture(page).locator('.mt-mark--measured')).toHaveCount(0);
      await choice(page, 'source').selectOption('zero');
      await settled(page);
      await lab(page)
        .getByText(/^More: /)
        .click();
      await button(page, 'Fit to the measured points').click();
      await settled(page);
      await expect(preset(page, 'zero')).toHaveAttribute('aria-pressed', 'true');
      expect(await figure(page, 'smallest')).toBe(smallest);
    });

    test('by the published law, which is drawn beside what was measured', async ({ page }) => {
      await open(page);
      await preset(page, 'published').click();
      await settled(page);
      await expect(typed(page, 'call')).toHaveValue('167\u00a0ns');
      await expect(typed(page, 'byte')).toHaveValue('23.5\u00a0ps');
      await expect(preset(page, 'published')).toHaveAttribute('title', /^Published/);
      expect(await picture(page).locator('.mt-mark--measured').count()).toBeGreaterThan(5);
    });

    test('by source and fit, each with its own words', async ({ page }) => {
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
