import { expect, test } from './fixtures';

test('an article loads without complaint', async ({ page }) => {
  await page.goto('/findings/load-balancing/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
