/** The lab as a reader uses it. */
import { expect, test } from '@/e2e/fixtures';
import { labOf } from '@/e2e/labs';

const { open, settled, figure, typed, lab, expectAsBuilt } = labOf('/test/__slug__/lab/', 'mt-__slug__-lab');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('shows before any script has run what it shows after', async ({ page }) => {
  await expectAsBuilt(page, ['simulated']);
});

test('answers for as many people as are typed', async ({ page }) => {
  await open(page);
  await typed(page, 'people').fill('40');
  await typed(page, 'people').press('Enter');
  await settled(page);
  await expect(lab(page).locator('[data-exact="simulated"]')).toHaveText('exact 89%');
  expect(await figure(page, 'simulated')).toBeCloseTo(0.89, 1);
  await expect(page).toHaveURL(/people=40/);
});

test('answers for a preset', async ({ page }) => {
  await open(page);
  await lab(page).getByRole('button', { name: 'a school class of 30' }).click();
  await settled(page);
  await expect(typed(page, 'people')).toHaveValue('30');
  await expect(lab(page).locator('[data-exact="simulated"]')).toHaveText('exact 71%');
});
