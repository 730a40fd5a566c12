/** The birthday calculator: how many identifiers until a duplicate. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { download, expectAccessible, figure, overflow } from '@/e2e/labs';

const ARTICLE = '/findings/timestamp-collisions/';

const clock = (page: Page): Locator => page.locator('mt-live-clock');
const calculator = (page: Page): Locator => page.locator('mt-birthday-calculator');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('identifiers until a duplicate', () => {
  const settled = (page: Page) => expect(calculator(page)).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
  const open = async (page: Page, query = '') => {
    await page.goto(ARTICLE + query);
    await calculator(page).scrollIntoViewIfNeeded();
    await settled(page);
  };
  const typed = (page: Page, name: string) => calculator(page).locator(`[data-ruler="${name}"] input[type=text]`);
  const slider = (page: Page, name: string) => calculator(page).locator(`[data-ruler="${name}"] input[type=range]`);
  const type = async (page: Page, name: string, text: string) => {
    await typed(page, name).fill(text);
    await typed(page, name).press('Enter');
    await settled(page);
  };
  const risk = (page: Page) => figure(calculator(page), 'risk');

  /** 1 - e^-pairs, which the exact risk of the first example is in six digits: a hundred a second, in nanoseconds. */
  const EXAMPLE = 1 - Math.exp((-(100 ** 2) * 1e-9 * 86_400) / 2);

  test('open with an example that anybody can work out', async ({ page }) => {
    await open(page);
    expect(await risk(page)).toBeCloseTo(EXAMPLE, 5);
    await expect(calculator(page).locator('[data-remark-on="risk"]')).toHaveText('exact');
    await expectAccessible(page, 'mt-birthday-calculator');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  test('are there before any script has run, and the same after @once', async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const still = await context.newPage();
    await still.goto(ARTICLE);
    await expect(calculator(still).getByText('Without JavaScript')).toBeVisible();
    await expect(calculator(still).locator('[data-picture] .mt-lab-static:visible')).toHaveCount(1);
    await expect(slider(still, 'rate')).toBeDisabled();
    await open(page);
    for (const name of ['risk', 'rate-for-risk', 'half-time', 'identifiers', 'pairs']) {
      expect(await figure(calculator(page), name), name).toBe(await figure(calculator(still), name));
    }
    await context.close();
  });

  test('change by typing, in any unit', async ({ page }) => {
    await open(page);
    await type(page, 'span', '2 days');
    expect(1 - (await risk(page))).toBeCloseTo((1 - EXAMPLE) ** 2, 5);
    await type(page, 'granularity', '1 us');
    await type(page, 'bits', '10');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
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
    const grip = calculator(page).locator('[data-handle="rate"] span');
    await grip.scrollIntoViewIfNeeded();
    const box = (await grip.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const rate = Number(new URL(page.url()).searchParams.get('b-rate'));
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

  test('have the tolerated risk at the rate that is told for it @once', async ({ page }) => {
    await open(page, '?b-granularity=1ms&b-bits=20&b-risk=0.01');
    const rate = await figure(calculator(page), 'rate-for-risk');
    await open(page, `?b-granularity=1ms&b-bits=20&b-risk=0.01&b-rate=${rate}`);
    expect(await risk(page)).toBeCloseTo(0.01, 9);
  });

  test('leave the other labs of the page and their parameters alone @once', async ({ page }) => {
    await open(page, '?threads=3&live-threads=1');
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

  test('put a hostile address right and say what they changed @once', async ({ page }) => {
    await open(page, '?b-granularity=fast&b-bits=1e9&b-machines=0&b-rate=%3Cb%3E&b-span=1ns&b-risk=2&threads=1e9');
    const notes = calculator(page).locator('[data-note]');
    await expect(notes).toHaveCount(6);
    await expect(calculator(page).locator('[data-note="b-bits"]')).toContainText('must be at most 160');
    await expect(calculator(page).locator('[data-note="b-span"]')).toContainText('must be at least 1');
    await expect(calculator(page).locator('[data-note="threads"]')).toHaveCount(0);
  });

  test('can be taken away as a file and as a link @once', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, '?b-bits=4');
    const { name, rows } = await download(page, calculator(page));
    expect(name).toBe('identifiers-until-a-duplicate.csv');
    const cell = (kind: string, named: string) => Number(rows.find(([k, n]) => k === kind && n === named)?.[3]);
    expect(cell('parameter', 'bits')).toBe(4);
    expect(cell('figure', 'risk at most')).toBe(await risk(page));
    expect(cell('figure', 'half-time')).toBe(await figure(calculator(page), 'half-time'));
    await calculator(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(calculator(page).locator('[data-act="copy"]')).toHaveText('Copied');
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(Object.fromEntries(link.searchParams)).toEqual({
      'b-granularity': '1ns',
      'b-bits': '4',
      'b-machines': '10',
      'b-rate': '10',
      'b-span': '1d',
      'b-risk': '0.000001',
    });
  });

  test.describe('whose models cannot be loaded', () => {
    test.use({ expectedComplaints: [/models_bg|ERR_FAILED|wasm/i] });

    test('keep their example, say so, and try again when asked @once', async ({ page }) => {
      await page.route('**/*.wasm', (route) => route.abort());
      await page.goto(ARTICLE);
      await calculator(page).scrollIntoViewIfNeeded();
      const again = calculator(page).getByRole('button', { name: 'Start it again' });
      await expect(again).toBeVisible({ timeout: 20_000 });
      expect(await risk(page)).toBeCloseTo(EXAMPLE, 5);
      await page.unroute('**/*.wasm');
      await again.click();
      await settled(page);
      await expect(again).toBeHidden();
    });
  });

  test('fit a narrow phone with the longest figures @once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '?b-granularity=none&b-bits=160&b-rate=1e12&b-machines=1e6&b-span=100y');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
