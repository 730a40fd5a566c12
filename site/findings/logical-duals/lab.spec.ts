/** Behaviour of this lab besides that of every lab, which `site/e2e/labs.spec.ts` tests. */
import { expect } from '@/e2e/fixtures';
import { dragBy, labOf, test } from '@/e2e/labs';

const { lab, open, settled, figure, type, typed, preset, choice, button } = labOf('logical-duals');

test.describe('the lab of logical-duals', { tag: '@once' }, () => {
  test('finds by checking, plays what it found, and finds nothing a move before', async ({ page }) => {
    await open(page);
    const headline = lab(page).locator('[data-headline="puzzle"]');
    const position = lab(page).locator('[data-position]');
    await expect(headline).toContainText('the counterexample is the solution, in 6 moves');
    await expect(position).toHaveText('move 6 of 6');
    await button(page, 'Check that it never happens').click();
    await expect(position).toHaveText('move 1 of 6');
    await expect(lab(page).locator('[data-move-words]')).toContainText('Fill the large jug: 5 litres');
    await button(page, 'Pause').click();
    await button(page, 'A move on').click();
    await expect(position).toHaveText('move 2 of 6');
    await type(page, 'depth', '5');
    await expect(headline).toContainText('holds within 5 moves');
    await expect(position).toHaveText('nothing to play');
    expect(await figure(page, 'path-length')).toBeNaN();
    await dragBy(page, lab(page).locator('[data-handle="depth"] span'), { x: 110 });
    await settled(page);
    await expect(typed(page, 'depth')).toHaveValue('6');
    await expect(page).not.toHaveURL(/depth/);
  });

  test('goes through the orders of two transactions by the keyboard', async ({ page }) => {
    await open(page, '?view=race');
    expect(await figure(page, 'violations')).toBe(12);
    await lab(page).locator('[data-orders] input:checked').focus();
    await page.keyboard.press('ArrowRight');
    await settled(page);
    await expect(page).toHaveURL(/order=122112|order=1[12]{5}/);
    await choice(page, 'level').selectOption('serializable');
    await settled(page);
    expect(await figure(page, 'violations')).toBe(0);
    await preset(page, 'snapshot').click();
    await settled(page);
    expect(await figure(page, 'violations')).toBe(18);
  });
});
