/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import { expect } from '@/e2e/fixtures';
import { labOf, test } from '@/e2e/labs';

const { lab, open, settled, figure, type, typed, preset } = labOf('stacking-context');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of stacking-context', { tag: '@once' }, () => {
  test('answers for as many people as are typed', async ({ page }) => {
    await open(page);
    await type(page, 'people', '40');
    await expect(lab(page).locator('[data-exact="simulated"]')).toHaveText('exact 89%');
    expect(await figure(page, 'simulated')).toBeCloseTo(0.89, 1);
    await expect(page).toHaveURL(/people=40/);
  });

  test('answers for a preset', async ({ page }) => {
    await open(page);
    await preset(page, 'class').click();
    await settled(page);
    await expect(typed(page, 'people')).toHaveValue('30');
    await expect(lab(page).locator('[data-exact="simulated"]')).toHaveText('exact 71%');
  });
});
