import type { Page } from '@playwright/test';
import { onlyElement, pageAt, textOf } from '@/e2e/built';
import { expect, test } from '@/e2e/fixtures';

/** A window for each size of the drawing, in pixels. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 800, height: 1000 },
  { width: 1440, height: 900 },
];

const lanes = (page: Page) => page.locator('mt-home-lanes');
const guess = (page: Page) => lanes(page).getByRole('slider', { name: 'Your guess' });
const button = (page: Page, name: string) => lanes(page).getByRole('button', { name });
const answer = (page: Page) => lanes(page).locator('.answer');

/** The pieces of the lanes that are drawn, and those of them that the veils do not cover. */
const uncovered = (page: Page) =>
  page.locator('mt-home-lanes .stage').evaluate((stage) => {
    const boxes = (selector: string) =>
      [...stage.querySelectorAll(selector)]
        .map((one) => one.getBoundingClientRect())
        .filter(({ height }) => height > 0);
    const veils = boxes('.veil');
    const isCovered = (box: DOMRect) =>
      veils.some(
        (veil) =>
          veil.left <= box.left && box.right <= veil.right && veil.top < box.top + 1 && box.bottom < veil.bottom + 1,
      );
    const drawn = boxes('.mt-dc-life, .mt-dc-late, .mt-dc-end, .mt-dc-mark, .mt-dc-asleep, .mt-mark--measured');
    return { drawn: drawn.length, seen: drawn.filter((box) => !isCovered(box)).length };
  });

test.describe('the first finding on the home page', { tag: '@once' }, () => {
  for (const window of WINDOWS) {
    test(`covers its lanes until a guess, which stands where the finger was, at ${window.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(window);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      for (const part of ['h1', 'mt-home-lanes .stage', 'mt-home-lanes button'])
        await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('list', { name: 'Other findings' }).getByRole('listitem').first()).toBeInViewport();
      const { drawn, seen } = await uncovered(page);
      expect(drawn).toBeGreaterThan(6);
      expect(seen).toBe(0);

      const { x, y, width, height } = (await lanes(page).locator('.stage').boundingBox())!;
      for (const share of [0.3, 0.8]) {
        const at = x + share * width;
        await page.mouse.click(at, y + height / 2);
        const mark = (await lanes(page).locator('.mark').boundingBox())!;
        expect(Math.abs(mark.x - at)).toBeLessThan(5);
        await expect(answer(page)).toBeVisible();
        await button(page, 'Again').click();
      }
    });
  }

  test('runs to the figure that its article leads with, can be skipped, and moves nothing below', async ({ page }) => {
    await page.goto('/');
    const figure = textOf(onlyElement(pageAt('/findings/dead-connections/'), '.mt-lead .mt-inline-value'));
    const below = lanes(page).getByRole('link', { name: 'Why, and the fix' });
    const before = await below.boundingBox();
    await button(page, 'Cut the cable').click();
    await expect(lanes(page).locator('.clock')).toHaveText(/^\d+\smin \d+\ss$/);
    await expect(answer(page)).toBeHidden();
    await button(page, 'Skip').click();
    await expect(answer(page)).toBeVisible();
    await expect(answer(page).locator('.mt-inline-value')).toHaveText(figure);
    await expect(lanes(page).locator('.mt-dc-verdict:visible').last()).toContainText(figure);
    expect((await uncovered(page)).seen).toBeGreaterThan(6);
    expect(await below.boundingBox()).toEqual(before);
  });

  test('is played by keys, stands still where motion is not wanted, and says what came of the guess', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await guess(page).focus();
    await page.keyboard.press('End');
    await expect(guess(page)).toHaveAttribute('aria-valuetext', /^16\smin/);
    await page.keyboard.press('Enter');
    expect(await lanes(page).getAttribute('data-phase')).toBe('played');
    await expect(lanes(page).getByRole('status')).toHaveText(
      /You guessed 16\smin 0\ss\. It took .*, in \d+ of \d+ trials/,
    );
    await expect(button(page, 'Again')).toBeFocused();
  });
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the first finding on the home page is told to its end, and asks for nothing', async ({ page }) => {
    await page.goto('/');
    await expect(answer(page)).toBeVisible();
    await expect(lanes(page).locator('.veil').first()).toBeHidden();
    await expect(guess(page)).toBeHidden();
    await expect(button(page, 'Cut the cable')).toBeHidden();
  });
});
