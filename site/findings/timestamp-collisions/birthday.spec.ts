/** The birthday calculator: how many identifiers until a duplicate. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, pressInMenu, test } from '@/e2e/labs';

const { lab: calculator, open, openArticle, settled, typed, type } = labOf('timestamp-collisions', 'birthday');

const clock = (page: Page): Locator => page.locator('mt-live-clock');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('identifiers until a duplicate', { tag: '@once' }, () => {
  test('change by dragging the rate itself', async ({ page }) => {
    await open(page);
    await dragBy(page, calculator(page).locator('[data-handle="rate"] span'), { x: 40 });
    await settled(page);
    const rate = Number((await addressParameters(page)).get('b-rate'));
    expect(rate).toBeGreaterThan(30);
    await page.goBack();
    await expect(typed(page, 'rate')).toHaveValue('10');
  });

  test('leave the other labs of the page and their parameters alone', async ({ page }) => {
    await openArticle(page, '?threads=3&live-threads=1');
    await type(page, 'bits', '8');
    await type(page, 'machines', '5');
    await expect(page).toHaveURL(/threads=3&live-threads=1&b-bits=8&b-machines=5/);
    await clock(page).scrollIntoViewIfNeeded();
    await clock(page).getByRole('combobox').selectOption('all');
    await expect(page).not.toHaveURL(/live-threads/);
    await page.goBack();
    await expect(clock(page).getByRole('combobox')).toHaveValue('1');
    await expect(typed(page, 'machines')).toHaveValue('5');
    await page.goBack();
    await expect(typed(page, 'machines')).toHaveValue('10');
    await expect(typed(page, 'bits')).toHaveValue('8');
    await pressInMenu(calculator(page), 'reset');
    await expect(page).toHaveURL(/\?threads=3&live-threads=1$/);
  });
});
