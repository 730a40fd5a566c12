/** The birthday calculator: how many identifiers until a duplicate. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, figure, labOf, test } from '@/e2e/labs';

const { lab: calculator, open, openArticle, settled, typed, slider, type } = labOf('timestamp-collisions', 'birthday');

const clock = (page: Page): Locator => page.locator('mt-live-clock');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('identifiers until a duplicate', { tag: '@once' }, () => {
  const risk = (page: Page) => figure(calculator(page), 'risk');

  /** 1 - e^-pairs, which the exact risk of the first example is in six digits: a hundred a second, in nanoseconds. */
  const EXAMPLE = 1 - Math.exp((-(100 ** 2) * 1e-9 * 86_400) / 2);

  test('open with an example that anybody can work out', async ({ page }) => {
    await open(page);
    expect(await risk(page)).toBeCloseTo(EXAMPLE, 5);
    await expect(calculator(page).locator('[data-remark-on="risk"]')).toHaveText('exact');
  });

  test('change by typing, in any unit', async ({ page }) => {
    await open(page);
    await type(page, 'span', '2 days');
    expect(1 - (await risk(page))).toBeCloseTo((1 - EXAMPLE) ** 2, 5);
    await type(page, 'granularity', '1 us');
    await type(page, 'bits', '10');
    expect(Object.fromEntries(await asked(page))).toEqual({
      'b-granularity': '1us',
      'b-bits': '10',
      'b-span': '2d',
    });
    await expect(typed(page, 'granularity')).toHaveValue('1\u00a0µs');
    await type(page, 'rate', 'often');
    await expect(calculator(page).locator('[data-ruler="rate"] [data-remark]')).toContainText('is not a number');
    await expect(typed(page, 'rate')).toHaveValue('10');
  });

  test('change by the keyboard alone', async ({ page }) => {
    await open(page);
    await slider(page, 'rate').focus();
    await page.keyboard.press('ArrowRight');
    await settled(page);
    await expect(slider(page, 'rate')).toHaveAttribute('aria-valuetext', '20 a second');
    await expect.poll(() => risk(page)).toBeCloseTo(1 - (1 - EXAMPLE) ** 4, 5);
    await calculator(page).getByRole('button', { name: 'UUIDv7' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/b-granularity=1ms&b-bits=74/);
    await expect(calculator(page).getByRole('button', { name: 'UUIDv7' })).toHaveAttribute('aria-pressed', 'true');
    await expect(calculator(page).locator('[data-live]')).toContainText('1\u00a0ms and 74 random bits');
  });

  test('change by dragging the rate itself', async ({ page }) => {
    await open(page);
    await dragBy(page, calculator(page).locator('[data-handle="rate"] span'), { x: 40 });
    await settled(page);
    const rate = Number((await asked(page)).get('b-rate'));
    expect(rate).toBeGreaterThan(30);
    expect(await risk(page)).toBeGreaterThan(EXAMPLE);
    await page.goBack();
    await expect(typed(page, 'rate')).toHaveValue('10');
    await expect.poll(() => risk(page)).toBeCloseTo(EXAMPLE, 5);
  });

  test('say where a risk is only known between bounds', async ({ page }) => {
    await open(page, '?b-granularity=none&b-bits=122&b-rate=1000000&b-machines=1000&b-span=1y');
    await expect(calculator(page).locator('[data-remark-on="risk"]')).toContainText(/bounded|exact/);
    // n² / 2d, which the risk of so many UUIDs is very nearly.
    const identifiers = await figure(calculator(page), 'identifiers');
    expect((await risk(page)) / (identifiers ** 2 / 2 / 2 ** 122)).toBeCloseTo(1, 3);
    await expect(calculator(page)).toContainText('does not matter, only how many');
  });

  test('have the tolerated risk at the rate that is told for it', async ({ page }) => {
    await open(page, '?b-granularity=1ms&b-bits=20&b-risk=0.01');
    const rate = await figure(calculator(page), 'rate-for-risk');
    await open(page, `?b-granularity=1ms&b-bits=20&b-risk=0.01&b-rate=${rate}`);
    expect(await risk(page)).toBeCloseTo(0.01, 9);
  });

  test('are in the file as they are shown', async ({ page }) => {
    await open(page, '?b-bits=4');
    const { rows } = await download(page, calculator(page));
    const cell = (kind: string, named: string) => Number(rows.find(([k, n]) => k === kind && n === named)?.[3]);
    expect(cell('parameter', 'bits')).toBe(4);
    expect(cell('figure', 'risk at most')).toBe(await risk(page));
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
    await calculator(page).getByRole('button', { name: 'Reset' }).click();
    await expect(page).toHaveURL(/\?threads=3&live-threads=1$/);
  });
});
