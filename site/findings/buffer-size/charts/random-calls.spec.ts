/** The browser's own calls, timed when they are asked for. */
import { violationsOn } from '@/e2e/accessible';
import { expect, test } from '@/e2e/fixtures';

test(
  'this browser’s calls are timed when asked for, drawn as the reader’s, and can be read',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/findings/buffer-size/');
    const part = page.locator('mt-random-calls');
    await part.scrollIntoViewIfNeeded();
    const button = part.getByRole('button', { name: 'Measure' });
    await expect(button).toBeEnabled();
    await expect(part.locator('[data-picture] svg')).toHaveCount(0);
    // On a machine that is busy with something else the times may follow no law, which is said; then they are taken again.
    test.slow();
    const status = part.getByRole('status');
    await expect(async () => {
      await button.press('Enter');
      await expect(status).toContainText(/In this browser a call costs|No law of two costs/, { timeout: 40_000 });
      await expect(status).toContainText('In this browser a call costs', { timeout: 1 });
    }).toPass({ timeout: 120_000 });
    await expect(part.locator('[data-picture] .mt-mark--yours')).toHaveCount(9);
    await expect(part.locator('[data-picture] .mt-mark--measured')).not.toHaveCount(0);
    await part.locator('summary').press('Enter');
    await expect(part.getByRole('row').filter({ hasText: 'this browser' })).toHaveCount(9);
    await part.locator('[data-read]').focus();
    await expect(page.locator('.mt-reading')).toContainText('/dev/urandom');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('.mt-reading')).toContainText('getRandomValues(), this browser');
    expect(await violationsOn(page, { within: 'mt-random-calls' })).toEqual([]);
  },
);
