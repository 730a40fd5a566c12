/** The reverse tool: what to set, to know of a lost peer in time. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, dragBy, labOf, test } from '@/e2e/labs';

const { lab: tool, settled, open, openArticle, typed, figure: figureOf } = labOf('dead-connections', 'reverse');

const sentence = (page: Page): Locator => tool(page).locator('[data-sentence]');
const button = (page: Page, name: RegExp | string): Locator => tool(page).getByRole('button', { name });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('settings for a deadline', { tag: '@once' }, () => {
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
