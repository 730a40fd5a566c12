import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, test } from '@/e2e/labs';

const { lab, settled, open, figure, button } = labOf('load-balancing');

const policy = (page: Page, name: string) => lab(page).getByRole('radio', { name, exact: true });
const broken = (page: Page) => lab(page).getByRole('switch', { name: 'Break server 1' });
const scrub = (page: Page) => lab(page).locator('[data-scrub]');
const red = (page: Page) => lab(page).locator('.mt-lb-moments-over').first();

test.describe('the lab of load balancing', { tag: '@once' }, () => {
  test.describe('standing still', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('policies are switched by pointer and by keys, and the red vanishes', async ({ page }) => {
      await open(page);
      expect(await figure(page, 'answer')).toBeGreaterThan(0.2);
      await expect(red(page)).not.toHaveAttribute('d', '');
      await policy(page, 'two choices').click();
      await settled(page);
      expect(await figure(page, 'answer')).toBe(0);
      await expect(red(page)).toHaveAttribute('d', '');
      await policy(page, 'two choices').press('ArrowRight');
      await settled(page);
      await expect(policy(page, 'least_conn')).toBeChecked();
      expect((await addressParameters(page)).get('strategy')).toBe('least-loaded');
      await page.goBack();
      await expect(policy(page, 'two choices')).toBeChecked();
    });

    test('a broken server draws requests', async ({ page }) => {
      await open(page, '?view=rounds&strategy=least-loaded');
      await broken(page).check();
      await settled(page);
      expect(await figure(page, 'answer')).toBeGreaterThan(0.5);
      await expect(lab(page).locator('.mt-lb-broken-words').first()).toContainText('errors in 100 ms');
    });

    test('the limit is dragged, and stays under the hand', async ({ page }) => {
      await open(page);
      await dragBy(page, lab(page).locator('[data-handle="limit"] span'), { y: 60 });
      await settled(page);
      expect(Number((await addressParameters(page)).get('limit'))).toBeLessThan(14);
      await expect(lab(page).locator('[data-note-on]')).toContainText('a limit of 16 alone');
    });

    test('moments are gone through by keys', async ({ page }) => {
      await open(page);
      await expect(scrub(page)).toHaveValue('80');
      await scrub(page).press('Home');
      await expect(scrub(page)).toHaveAttribute('aria-valuetext', '0 of 80 moments');
      await scrub(page).press('ArrowRight');
      await expect(scrub(page)).toHaveValue('1');
    });
  });

  test('a round plays when it is first seen, and again where the policy changes, and can be stopped', async ({
    page,
  }) => {
    await open(page);
    await expect(scrub(page)).toHaveValue('80', { timeout: 15_000 });
    await policy(page, 'least_conn').click();
    await button(page, 'Pause').click();
    expect(Number(await scrub(page).inputValue())).toBeLessThan(80);
  });
});

test.describe('the article on load balancing', { tag: '@once' }, () => {
  test('its steps lead the lab', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('findings/load-balancing/');
    await settled(page);
    const next = page.getByRole('button', { name: 'Next' });
    for (const name of ['random', 'round robin', 'two choices', 'least_conn']) {
      await next.click();
      await expect(policy(page, name)).toBeChecked();
      await expect(broken(page)).not.toBeChecked();
    }
    await next.click();
    await expect(broken(page)).toBeChecked();
    await expect(next).toBeDisabled();
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('shows the answer, the end of the round, and each step’s picture', async ({ page }) => {
      await page.goto('findings/load-balancing/');
      await expect(page.locator('[data-result="answer"]')).toHaveText(/^\s*\d+%\s*$/);
      await expect(page.locator('.mt-lb-stacks:visible')).toHaveCount(6);
    });
  });
});
