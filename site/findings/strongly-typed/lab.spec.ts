/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { labOf, test } from '@/e2e/labs';

const { lab, open, settled, choice } = labOf('strongly-typed');
const answer = (page: Page) => lab(page).locator('.mt-st-answer');
const guess = (page: Page, name: string) => lab(page).locator(`[data-guess="${name}"]`);
const meaning = (page: Page, name: string) => lab(page).getByRole('radio', { name });
/** Cell of the wall: the row of a language, and a column. */
const cell = (page: Page, language: string, column: number) =>
  lab(page).getByRole('row', { name: language }).locator('td').nth(column);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of strongly-typed', { tag: '@once' }, () => {
  test('keeps its answer back until a guess, colours the cell, and asks the next', async ({ page }) => {
    await open(page);
    await expect(answer(page)).toBeHidden();
    await expect(lab(page).locator('td[data-open][data-chosen]')).toHaveCount(1);
    const count = lab(page).locator('[data-result="undefined"]');
    await expect(count, 'would tell').toBeHidden();
    await guess(page, 'silent').click();
    await expect(answer(page)).toContainText(/^Undefined: anything may happen\.\s*You said silent: 0 of 1 right\./);
    await expect(page, 'sorted by the meaning that this is about').toHaveURL(/view=safe/);
    await expect(count).toBeVisible();
    await expect(lab(page).locator('td[data-open][data-chosen]')).toHaveCount(0);
    await expect(lab(page).locator('[data-st-next]')).toBeFocused();
    await page.keyboard.press('Enter');
    await settled(page);
    await expect(page).toHaveURL(/a=java/);
    await guess(page, 'caught').press('Enter');
    await expect(answer(page)).toContainText('You said caught: 1 of 2 right.');
    await expect(answer(page)).toContainText('ArrayStoreException');
  });

  test('shows the program of a cell that is clicked, chosen, or reached by arrow keys', async ({ page }) => {
    await open(page);
    await cell(page, 'JavaScript', 10).click();
    await settled(page);
    await expect(page).toHaveURL(/a=javascript/);
    await expect(answer(page)).toContainText('TypeError');
    await choice(page, 'a').selectOption('cpp');
    await settled(page);
    await expect(answer(page)).toContainText('Undefined');
    await lab(page).locator('[data-st-wall]').press('ArrowDown');
    await settled(page);
    await expect(choice(page, 'a')).toHaveValue('cpp-clang');
  });

  test('sorts the wall by the meaning that is chosen, by mouse and keys, and two languages change places', async ({
    page,
  }) => {
    await open(page);
    const isFirst = async (one: string, other: string) => {
      await settled(page);
      const rows = await lab(page).locator('[data-a]').all();
      const order = await Promise.all(rows.map((row) => row.getAttribute('data-a')));
      return order.indexOf(one) < order.indexOf(other);
    };
    const order = lab(page).locator('[data-st-order]');
    expect(await isFirst('cpp', 'javascript')).toBe(true);
    await expect(order).toContainText('C++ is the stronger');
    await meaning(page, 'never undefined').check();
    expect(await isFirst('javascript', 'cpp')).toBe(true);
    await expect(order).toContainText('JavaScript is the stronger');
    await expect(page).toHaveURL(/view=safe/);
    await expect(lab(page).locator('td[data-apart]')).toHaveCount(0);
    await meaning(page, 'never undefined').press('ArrowRight');
    await settled(page);
    await expect(page).toHaveURL(/view=promise/);
    await expect(lab(page).locator('tr[data-a="rust"] td:not([data-apart])')).toHaveCount(5);
    await expect(choice(page, 'linted')).toBeEnabled();
    await meaning(page, 'meaning checked').check();
    await expect(choice(page, 'linted'), 'counts warnings anyway').toBeDisabled();
    await expect(choice(page, 'linted')).toBeChecked();
  });

  test('names the cell that is pointed at, else the chosen one, and keeps back the end of one to guess', async ({
    page,
  }) => {
    await open(page);
    const name = lab(page).locator('[data-st-at]');
    await expect(name).toHaveText('C++, the largest integer plus one');
    await cell(page, 'JavaScript', 10).hover();
    await expect(name).toHaveText(/^JavaScript, .+\. Caught as it runs\.$/);
    await page.mouse.move(0, 0);
    await expect(name).toHaveText('C++, the largest integer plus one');
    await guess(page, 'silent').click();
    await expect(name).toHaveText(/\. Undefined: anything may happen\.$/);
  });

  test('has its answer and every step’s program without script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/findings/strongly-typed/');
    await expect(answer(page)).toContainText('signed integer overflow');
    await expect(page.locator('.mt-step .mt-st-still')).toHaveCount(5);
    await expect(lab(page).locator('.mt-st-guess')).toBeHidden();
    await context.close();
  });
});
