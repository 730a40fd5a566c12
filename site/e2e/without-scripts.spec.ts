/** Labs of an article whose scripts do not come say so, and keep what they were built with. */
import { expect, test } from './fixtures';

test.use({ expectedComplaints: [/ERR_FAILED/] });

// Shared by all labs, before any lab's own script.
for (const script of ['activate', 'preload-helper'])
  test(`labs without ${script} say that they have no script`, { tag: '@once' }, async ({ page }) => {
    let missed = 0;
    await page.route(`**/_astro/${script}.*.js`, (route) => {
      missed += 1;
      return route.abort();
    });
    await page.goto('/findings/static-page/');
    expect(missed).toBeGreaterThan(0);
    const labs = page.locator('.mt-lab');
    expect(await labs.count()).toBeGreaterThan(1);
    for (const lab of await labs.all()) {
      await expect(lab.locator('[data-trouble]')).toBeVisible();
      await expect(lab.locator('fieldset:enabled')).toHaveCount(0);
    }
  });
