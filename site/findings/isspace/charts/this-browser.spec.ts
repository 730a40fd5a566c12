/** The browser that the reader has, asked what white space is. */
import { violationsOn } from '@/e2e/accessible';
import { expect, test } from '@/e2e/fixtures';

test(
  'this browser answers when it is asked, with the reader’s mark, and by keys alone',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/findings/isspace/');
    const part = page.locator('mt-this-browser');
    await part.scrollIntoViewIfNeeded();
    const ask = part.getByRole('button', { name: 'Ask it' });
    await expect(ask).toBeEnabled();
    await expect(part.getByRole('table')).toBeHidden();
    await ask.press('Enter');
    const rows = part.locator('tbody tr');
    await expect(rows).toHaveCount(6, { timeout: 30_000 });
    await expect(part.locator('.mt-mark--yours')).toHaveCount(6);
    await expect(part.getByRole('status')).toContainText('6 tests of this browser');
    await expect(rows.filter({ hasText: '\\s' }).first()).toContainText('25 of 1,112,064');
    await expect(rows.filter({ hasText: 'HTML' })).toContainText('5 of');
    await expect(rows.filter({ hasText: 'HTML' })).toContainText('U+0009, U+000A, U+000C, U+000D, U+0020');
    await expect(rows.filter({ hasText: 'CSS' })).toContainText('U+0020');
    expect(await violationsOn(page, { within: 'mt-this-browser' })).toEqual([]);
  },
);
