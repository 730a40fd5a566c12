/** The reverse tool: what to set, to know of a lost peer in time. And the recipes beside it. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, dragBy, expectAccessible, labOf, overflow, test } from '@/e2e/labs';

const {
  lab: tool,
  settled,
  open,
  openArticle,
  typed,
  slider,
  type,
  figure: figureOf,
} = labOf('dead-connections', 'reverse');

const ARTICLE = '/findings/dead-connections/';
const sentence = (page: Page): Locator => tool(page).locator('[data-sentence]');
const button = (page: Page, name: RegExp | string): Locator => tool(page).getByRole('button', { name });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('what to set, to know of a lost peer in time', { tag: '@once' }, () => {
  test.describe('settings for a deadline', () => {
    const FIGURES = [
      'idle',
      'interval',
      'count',
      'user-timeout',
      'idle-latest',
      'in-flight-latest',
      'packets-per-hour',
    ];

    test('open with an answer that keeps what it promises', async ({ page }) => {
      await open(page);
      const [idle, interval, count, timeout, whileIdle, inFlight, packets] = (await Promise.all(
        FIGURES.map((name) => figureOf(page, name)),
      )) as [number, number, number, number, number, number, number];
      expect(timeout).toBe((idle + count * interval) * 1000);
      expect(whileIdle).toBeLessThanOrEqual(90);
      expect(whileIdle).toBeGreaterThanOrEqual(timeout / 1000);
      expect(inFlight).toBeLessThanOrEqual(90);
      expect(packets).toBe(2 * Math.ceil(3600 / idle));
    });

    test('change by typing, in any unit', async ({ page }) => {
      await open(page);
      await type(page, 'within', '15 min');
      await type(page, 'probes', '12');
      expect(Object.fromEntries(await asked(page))).toEqual({ 'r-within': '900', 'r-probes': '12' });
      expect(await figureOf(page, 'idle')).toBe(300);
      await type(page, 'within', 'soon');
      await expect(tool(page).locator('[data-ruler="within"] [data-remark]')).toContainText('is not a number');
      await expect(typed(page, 'within')).toHaveValue('15\u00a0min');
      const before = await figureOf(page, 'packets-per-second');
      await type(page, 'connections', '1,000,000');
      expect((await figureOf(page, 'packets-per-second')) / before).toBeCloseTo(100, 6);
    });

    test('change by the keyboard alone', async ({ page }) => {
      await open(page);
      await slider(page, 'within').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'within')).toHaveAttribute('aria-valuetext', '2\u00a0min');
      await button(page, '10 seconds').focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/r-within=10&r-probes=1800/);
      await settled(page);
      expect(await figureOf(page, 'idle-latest')).toBeLessThanOrEqual(10);
      await expect(tool(page).locator('[data-live]')).toContainText('a lost peer is noticed within');
    });

    test('change by dragging the point itself', async ({ page }) => {
      await open(page);
      await dragBy(page, tool(page).locator('[data-handle="point"] span'), { x: -40, y: -60 });
      await settled(page);
      const address = await asked(page);
      expect(Number(address.get('r-within'))).toBeGreaterThan(180);
      expect(Number(address.get('r-probes'))).toBeLessThan(180);
      await page.goBack();
      await expect(typed(page, 'within')).toHaveValue('90\u00a0s');
      await expect(typed(page, 'probes')).toHaveValue('240');
      await settled(page);
      expect(await figureOf(page, 'idle-latest')).toBeGreaterThan(80);
    });

    test('say what would do where nothing does, and take it when asked', async ({ page }) => {
      await open(page, '?r-within=10&r-probes=60');
      await expect(sentence(page)).toContainText('no settings notice a lost peer within 10\u00a0s');
      expect(await figureOf(page, 'idle')).toBeNaN();
      await expect(tool(page).locator('[data-found]')).toBeHidden();
      await button(page, /^Allow \d+/).click();
      await expect(page).not.toHaveURL(/r-probes=60$/);
      await settled(page);
      await expect(sentence(page)).toBeFocused();
      expect(await figureOf(page, 'idle-latest')).toBeLessThanOrEqual(10);
      await page.goBack();
      await expect(typed(page, 'probes')).toHaveValue('60');
      await settled(page);
      await button(page, /^Wait up to/).click();
      await expect(typed(page, 'within')).not.toHaveValue('10\u00a0s');
      await settled(page);
      expect(await figureOf(page, 'packets-per-hour')).toBe(120);
      await expect(button(page, /^Wait up to/)).toBeHidden();
    });

    test('come as lines to paste, in the reader’s language', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, '?r-within=3600&r-probes=4');
      const lines = tool(page).locator('[data-lines]');
      await expect(lines).toContainText('idle_s = 900');
      await tool(page).getByRole('combobox').selectOption('rust');
      await expect(lines).toContainText('Duration::from_secs(900)');
      await expect(page).toHaveURL(/r-language=rust/);
      await button(page, 'Copy lines').click();
      await expect(button(page, 'Copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await lines.textContent());
    });

    test('are played by the lab above', async ({ page }) => {
      await openArticle(page, '?r-within=600&grpc=on');
      const [idle, timeout] = [await figureOf(page, 'idle'), await figureOf(page, 'user-timeout')];
      await button(page, 'Play it in the lab above').click();
      const lab = page.locator('mt-dead-connections-lab');
      await expect(lab).toBeInViewport();
      await expect(lab).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
      await expect(lab.locator('[data-ruler="idle"] input[type=text]')).toHaveValue(new RegExp(`^${idle}(\\D|$)`));
      expect(Object.fromEntries(await asked(page))).toMatchObject({
        'r-within': '600',
        keepalive: 'on',
        timeout: String(timeout),
        grpc: 'off',
        view: 'lanes',
      });
      await page.goBack();
      await expect(lab.locator('[data-ruler="idle"] input[type=text]')).toHaveValue(/^15(\D|$)/);
      await expect(typed(page, 'within')).toHaveValue('10\u00a0min');
    });
  });

  test.describe('the recipes', () => {
    const recipe = (page: Page, id: string) => page.locator(`#recipe-${id}`);

    test('are all there, one open at a time', async ({ page }) => {
      await page.goto(ARTICLE);
      await expect(recipe(page, 'c')).toHaveAttribute('open');
      await recipe(page, 'java').locator('summary').click();
      await expect(recipe(page, 'java').locator('pre')).toContainText('TCP_KEEPINTERVAL');
      await expect(recipe(page, 'c')).not.toHaveAttribute('open');
      await expect(recipe(page, 'tonic')).toContainText('http2_keep_alive_interval');
      await expectAccessible(page, '.mt-recipes');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });

    test('can be read without JavaScript', async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
      const page = await context.newPage();
      await page.goto(ARTICLE);
      await recipe(page, 'node').locator('summary').click();
      await expect(recipe(page, 'node').locator('pre')).toContainText('setKeepAlive(true, IDLE_MS');
      await context.close();
    });
  });
});
