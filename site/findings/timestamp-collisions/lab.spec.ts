import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';

const ARTICLE = '/findings/timestamp-collisions/';

const { lab, settled, open, figure, typed, slider, button, preset } = labOf('timestamp-collisions');

const timeline = (page: Page) => lab(page).locator('[data-zoom]');
const ties = (page: Page) => lab(page).locator('[data-picture="line"] .mt-tl-tie--hit');
const unfold = (page: Page) => lab(page).locator('.mt-lab-more > summary').click();

/** The start and the length of the stretch of time that the address asks for, in nanoseconds; NaN where it is the default. */
async function shown(page: Page): Promise<{ from: number; span: number }> {
  const search = await addressParameters(page);
  const read = (name: string) => (search.has(name) ? Number(search.get(name)) : Number.NaN);
  return { from: read('from'), span: read('span') };
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of timestamps', { tag: '@once' }, () => {
  test.describe('the offset between the counters', () => {
    test('makes collisions fewer with each tick by the keyboard, and none from three on', async ({ page }) => {
      await open(page);
      const shares = [await figure(page, 'share')];
      await slider(page, 'residue').focus();
      for (const words of [/^1 tick, /, /^2 ticks, /, /^3 ticks, /]) {
        await page.keyboard.press('ArrowRight');
        await settled(page);
        await expect(slider(page, 'residue')).toHaveAttribute('aria-valuetext', words);
        shares.push(await figure(page, 'share'));
      }
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(new Set(shares).size).toBe(4);
      expect(shares.at(-1)).toBe(0);
      // Nobody moved a reading: it is the counters that say something else.
      await expect(lab(page).locator('[data-picture="line"] .mt-tl-head')).not.toHaveCount(0);
    });

    test('that is typed and can’t be says which is used, and the address has that one', async ({ page }) => {
      await open(page);
      await typed(page, 'residue').fill('12');
      await typed(page, 'residue').press('Enter');
      await settled(page);
      await expect(lab(page).locator('[data-ruler="residue"] [data-remark]')).toContainText('1.985 is used');
      expect((await addressParameters(page)).get('residue')).toBe('1.985');
    });

    test('that can change nothing says why', async ({ page }) => {
      await open(page);
      await preset(page, 'linux').click();
      await settled(page);
      await expect(lab(page).locator('[data-why="residue"]')).toContainText('hides any offset');
    });
  });

  for (const [device, width, height] of [
    ['a small phone', 360, 780],
    ['a laptop', 1280, 800],
  ] as const) {
    test(`shows its picture on the first screen of ${device}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(ARTICLE);
      const picture = (await lab(page).locator('[data-picture="line"]').boundingBox())!;
      expect(height - picture.y).toBeGreaterThan(picture.height / 3);
    });
  }

  test.describe('the time line', () => {
    test('zooms and moves by its buttons, and goes back step by step', async ({ page }) => {
      await open(page);
      await unfold(page);
      await button(page, 'Show less time, nearer').click();
      await settled(page);
      const { span } = await shown(page);
      expect(span).toBeGreaterThan(0);
      await button(page, 'Later').click();
      await settled(page);
      expect((await shown(page)).span).toBe(span);
      const { from } = await shown(page);
      await button(page, 'Earlier').click();
      await settled(page);
      expect((await shown(page)).from).toBeCloseTo(from - span / 4, 1);
      await page.goBack();
      await settled(page);
      expect((await shown(page)).from).toBe(from);
      await button(page, 'Fit').click();
      await settled(page);
      expect(await shown(page)).toEqual({ from: Number.NaN, span: Number.NaN });
    });

    test('zooms and moves by keys', async ({ page }) => {
      await open(page);
      await timeline(page).focus();
      await page.keyboard.press('+');
      const near = (await shown(page)).span;
      await page.keyboard.press('+');
      expect((await shown(page)).span).toBeCloseTo(near / 2, 0);
      const { from } = await shown(page);
      await page.keyboard.press('ArrowRight');
      expect((await shown(page)).from).toBeGreaterThan(from);
      await page.keyboard.press('-');
      expect((await shown(page)).span).toBeCloseTo(near, 0);
      await settled(page);
    });

    test('is dragged sideways', async ({ page }) => {
      await open(page, '?from=200&span=200');
      await dragBy(page, timeline(page), { x: -60 });
      await settled(page);
      expect((await shown(page)).span).toBeCloseTo(200, 0);
      expect((await shown(page)).from).toBeGreaterThan(205);
      await page.goBack();
      await settled(page);
      expect((await shown(page)).from).toBe(200);
    });

    test('zooms by the wheel with Ctrl around the pointer, and leaves the wheel alone to the page', async ({
      page,
    }) => {
      await open(page, '?from=200&span=200');
      const { x, y } = await middleOf(timeline(page));
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -300);
      await page.keyboard.up('Control');
      await expect.poll(async () => (await shown(page)).span).toBeLessThan(150);
      const { from, span } = await shown(page);
      // The middle stays where it was, but for the room that the lanes' names take.
      expect(from + span / 2).toBeGreaterThan(280);
      expect(from + span / 2).toBeLessThan(320);
      const scrolled = await page.evaluate(() => window.scrollY);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled);
      expect(await shown(page)).toEqual({ from, span });
    });

    test('jumps to the next collision, near enough to see the ticks', async ({ page }) => {
      await open(page, '?threads=2&cores=2&hardware=1');
      await button(page, 'Next collision').click();
      await expect.poll(() => ties(page).count()).toBeGreaterThan(0);
      await settled(page);
      expect((await shown(page)).span).toBeLessThanOrEqual(40);
      const first = (await shown(page)).from;
      await button(page, 'Next collision').click();
      await expect.poll(async () => (await shown(page)).from).toBeGreaterThan(first);
    });

    test('simulates more where it is moved beyond what it has', async ({ page }) => {
      await open(page, '?from=150000&span=500');
      expect(await lab(page).locator('[data-picture="line"] .mt-tl-head').count()).toBeGreaterThan(0);
      await expect(lab(page).locator('[data-result="duplicates"]')).toHaveText(/of [1-9]/);
    });
  });

  test.describe('the share by threads', () => {
    test('has the present point under the hand', async ({ page }) => {
      await open(page, '?view=curve');
      await dragBy(page, lab(page).locator('[data-handle="curve"] span'), { x: -90 });
      await settled(page);
      const threads = Number(await typed(page, 'threads').inputValue());
      expect(threads).toBeLessThan(8);
      await expect(page).toHaveURL(new RegExp(`threads=${threads}`));
    });

    test('shows what was measured, for the machine it was measured on', async ({ page }) => {
      await open(page, '?view=curve');
      const measured = lab(page).locator('[data-picture="curve"] .mt-mark--measured');
      await expect(measured).toHaveCount(0);
      await preset(page, 'measured').click();
      await settled(page);
      expect(await measured.count()).toBeGreaterThan(3);
      await expect(lab(page).locator('[data-measured-key]')).toBeVisible();
    });
  });
});

test(
  'the time line is moved and pinched by fingers, and lets them scroll the page',
  { tag: '@touch' },
  async ({ page }) => {
    await open(page, '?from=200&span=200');
    const { x, y } = await middleOf(timeline(page));
    await touch(page, ...[0, 10, 20, 40, 60].map((by) => [[x - by, y]] as const));
    await settled(page);
    expect((await shown(page)).from).toBeGreaterThan(205);

    const fingers = (by: number) =>
      [
        [x - by, y],
        [x + by, y],
      ] as const;
    await touch(page, ...[30, 40, 50, 60].map(fingers));
    await settled(page);
    expect((await shown(page)).span).toBeLessThan(130);

    const [before, scrolled] = [await shown(page), await page.evaluate(() => window.scrollY)];
    await touch(page, ...[0, 20, 40, 80, 120].map((by) => [[x, y - by]] as const));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled);
    expect(await shown(page)).toEqual(before);
  },
);
