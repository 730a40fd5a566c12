/** What all articles share that open with their lab and lead it through their reasons: each row of this table is an article with a story. */
import type { Locator, Page } from '@playwright/test';
import { articles, pageAt } from './built';
import { expect } from './fixtures';
import { allLabs, atRest, contentsOf, overflow, test, type LabContents } from './labs';

const stories = articles().flatMap((path) => {
  const steps = pageAt(path).querySelector('.mt-story mt-steps');
  if (!steps) return [];
  const tag = steps.getAttribute('data-lab')!;
  const at = steps
    .querySelectorAll('[data-step]')
    .map((step) => ({ id: step.id, state: step.getAttribute('data-step')! }));
  return [{ path, tag, steps: at, hasGuess: pageAt(path).querySelector('mt-guess') !== null }];
});

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 120_000 });

/** A lab's figures and controls, its answer and its question: not what is dimmed or folded. */
const answerOf = ({ figures, controls }: LabContents) => ({ figures, controls });
const stepOf = (page: Page, id: string): Locator => page.locator(`#${id}`);
const isCurrent = (page: Page, id: string) => expect(stepOf(page, id)).toHaveAttribute('aria-current', 'step');

for (const { path, tag, steps, hasGuess } of stories) {
  const lab = (page: Page): Locator => page.locator(tag);
  const guess = (page: Page): Locator => page.locator('mt-guess');
  const answers = (page: Page): Locator => guess(page).locator('[data-answer]:not([data-answer=""])');
  const skip = (page: Page): Locator => guess(page).locator('[data-answer=""]');
  const shown = async (page: Page) => {
    await atRest(lab(page));
    return answerOf(await contentsOf(lab(page)));
  };
  const open = async (page: Page, query = ''): Promise<void> => {
    await page.goto(path + query);
    await lab(page).scrollIntoViewIfNeeded();
    await atRest(lab(page));
  };

  test.describe(`the story of ${path}`, { tag: '@once' }, () => {
    test('is led by scrolling where there is room, to what the address of each step opens', async ({ page }) => {
      await page.setViewportSize(WIDE);
      expect(allLabs.map((one) => one.tag)).toContain(tag);
      await open(page);
      const led = [];
      for (const { id } of steps) {
        await stepOf(page, id).evaluate((step) => step.scrollIntoView({ block: 'center', behavior: 'instant' }));
        await isCurrent(page, id);
        await expect(page.locator('[data-step][aria-current]')).toHaveCount(1);
        // Whoever reads on does not want to guess.
        if (hasGuess) await expect(lab(page).locator('[data-after-guess]').first()).toBeVisible();
        led.push(await shown(page));
        const { y } = (await lab(page).boundingBox())!;
        expect(y, 'the lab is in view').toBeGreaterThanOrEqual(0);
        expect(y, 'the lab is in view').toBeLessThan(WIDE.height / 3);
      }
      for (const [index, { id, state }] of steps.entries()) {
        await open(page, state);
        expect(await shown(page), id).toEqual(led[index]);
      }
      // A link to the step itself opens it, too.
      const last = steps.at(-1)!;
      await page.goto('about:blank');
      await page.goto(`${path}#${last.id}`);
      await isCurrent(page, last.id);
      expect(await shown(page)).toEqual(led.at(-1));
    });

    test('says on a phone’s first screen whom it concerns, and shows its picture there', async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await atRest(lab(page));
      const concerns = page.locator('.mt-story-concerns');
      await expect(concerns).toContainText(/^Concerns you .+ Do: /);
      for (const part of [concerns, lab(page).locator('[data-picture], pre').first()]) {
        const { y, height } = (await part.boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(PHONE.height);
      }
    });

    test('is led by Back and Next on a phone, by keyboard alone', async ({ page }) => {
      await page.setViewportSize(PHONE);
      await open(page);
      expect(await overflow(page)).toBe(0);
      const [back, next] = [lab(page).locator('[data-go="-1"]'), lab(page).locator('[data-go="1"]')];
      const press = async (button: Locator) => {
        await button.focus();
        await page.keyboard.press('Enter');
      };
      await expect(back).toBeDisabled();
      for (const { id } of steps) {
        const opening = (await next.boundingBox())!.y;
        await press(next);
        await isCurrent(page, id);
        await expect(page.locator('[data-step]:visible')).toHaveCount(1);
        await atRest(lab(page));
        expect((await next.boundingBox())!.y, 'the button stays where it is').toBeCloseTo(opening, 0);
      }
      await expect(next).toBeDisabled();
      const last = await shown(page);
      await press(back);
      await isCurrent(page, steps.at(-2)!.id);
      expect(await shown(page)).not.toEqual(last);
      expect(await overflow(page)).toBe(0);
    });

    test('is whole without script: each step has its picture', async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: WIDE,
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      await page.goto(path);
      for (const { id } of steps) {
        await expect(stepOf(page, id)).toBeVisible();
        await expect(stepOf(page, id).locator('svg, img').first()).toBeVisible();
      }
      await expect(page.locator('[data-go]').first()).toBeHidden();
      if (hasGuess) {
        await expect(guess(page)).toBeHidden();
        await expect(lab(page).locator('[data-after-guess]').first()).toBeVisible();
      }
      await context.close();
    });

    if (!hasGuess) return;

    test('asks for a guess, which can be skipped, and gives nothing away before', async ({ page }) => {
      await page.setViewportSize(WIDE);
      const known = lab(page).locator('[data-after-guess]').first();
      const told = page.locator('.mt-lead .mt-inline-figure > *').first();
      await open(page);
      for (const hidden of [known, told]) await expect(hidden).toBeHidden();
      await answers(page).first().focus();
      await page.keyboard.press('Enter');
      for (const seen of [known, told]) await expect(seen).toBeVisible();
      await expect(guess(page).getByRole('status')).toHaveText(/^You said .+/);
      await expect(guess(page).locator('[data-is="right"]')).toHaveText(
        (await guess(page).getAttribute('data-right'))!,
      );
      await expect(answers(page).first()).toBeDisabled();
      const where = await page.evaluate((tag) => document.querySelector(tag)!.contains(document.activeElement), tag);
      expect(where, 'the keyboard goes on in the lab').toBe(true);
      const playing = await lab(page).evaluate((root) => root.getAnimations({ subtree: true }).length);
      expect(playing, 'nothing plays where less motion is asked for').toBe(0);

      await open(page);
      await skip(page).click();
      for (const seen of [known, told]) await expect(seen).toBeVisible();

      await open(page, steps[0]!.state);
      await expect(guess(page)).toBeHidden();
      for (const seen of [known, told]) await expect(seen).toBeVisible();
    });
  });
}
