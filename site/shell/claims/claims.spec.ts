import { expect, test } from '../../e2e/fixtures';
import type { Page } from '@playwright/test';

const rows = (page: Page) => page.locator('[data-claim-row]');
const shown = (page: Page) => page.locator('[data-claim-row]:visible');
const countOf = async (page: Page, verdict: string) =>
  Number(await page.locator(`label:has(input[name=verdict][value=${verdict}]) .mt-count`).textContent());

test.describe('the page of all claims', { tag: '@once' }, () => {
  test('filters by verdict and finding, and its counts add up', async ({ page }) => {
    await page.goto('/claims/');
    const all = await rows(page).count();
    expect(await countOf(page, 'all')).toBe(all);
    const verdicts = await page
      .locator('input[name=verdict]')
      .evaluateAll((radios) =>
        radios.map((radio) => (radio as HTMLInputElement).value).filter((value) => value !== 'all'),
      );
    expect(verdicts.length).toBeGreaterThan(2);
    const counts = [];
    for (const verdict of verdicts) counts.push(await countOf(page, verdict));
    expect(counts.reduce((sum, count) => sum + count)).toBe(all);
    await page.locator('select[name=finding]').selectOption('setenv');
    const ofFinding = page.locator('[data-claim-row][data-finding=setenv]');
    await expect(shown(page)).toHaveCount(await ofFinding.count());
    expect(await countOf(page, 'all')).toBe(await ofFinding.count());
    for (const verdict of verdicts) {
      await page.locator(`input[name=verdict][value=${verdict}]`).check();
      await expect(shown(page)).toHaveCount(await countOf(page, verdict));
      const wanted = page.locator(`[data-claim-row][data-finding=setenv][data-verdict=${verdict}]`);
      expect(await wanted.count()).toBe(await countOf(page, verdict));
    }
  });

  test('keeps what is chosen in its address', async ({ page }) => {
    await page.goto('/claims/?verdict=differs&finding=load-balancing');
    await expect(shown(page)).not.toHaveCount(await rows(page).count());
    for (const row of await shown(page).all()) {
      await expect(row).toHaveAttribute('data-verdict', 'differs');
      await expect(row).toHaveAttribute('data-finding', 'load-balancing');
    }
    await expect(page.locator('[data-claims-of=own] [data-none]')).toBeVisible();
    await page.locator('input[name=verdict][value=all]').check();
    await expect(page).toHaveURL(/\/claims\/\?finding=load-balancing$/);
    await page.reload();
    await expect(page.locator('select[name=finding]')).toHaveValue('load-balancing');
  });

  for (const hostile of ['?verdict=%22%5D&finding=__proto__&sort=toString', '#%E0%A4%A']) {
    test(`shows every claim where an address asks for what is not there: ${hostile}`, async ({ page }) => {
      await page.goto(`/claims/${hostile}`);
      await expect(shown(page)).toHaveCount(await rows(page).count());
      await expect(page.locator('input[name=verdict][value=all]')).toBeChecked();
    });
  }

  test('hands on the machine that a reader compares with', async ({ page }) => {
    await page.goto('/claims/?with=amd-19-01-2-core-vm');
    await page.locator('input[name=verdict][value=differs]').check();
    await expect(page).toHaveURL(/with=amd-19-01-2-core-vm/);
    await shown(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/claims\/[^/]+\/\?with=amd-19-01-2-core-vm#claim-/);
    await expect(page.locator('[data-claim]:target')).toContainText('Zen 3 VM:');
  });

  test('takes the verdict of the machine that is chosen', async ({ page }) => {
    // As built where two machines disagree on the first row.
    await page.route(/\/claims\/\?/, async (route) => {
      const response = await route.fetch();
      const html = (await response.text())
        .replace(/<select name="machine"[^]*?<\/select>/, '')
        .replace(
          /data-verdict="differs" data-verdicts="[^"]*"/,
          'data-verdict="differs" data-verdicts="a=differs b=reproduced"',
        )
        .replace(
          /<select name="finding"[^>]*>/,
          '<select name="machine"><option value="all">Any</option><option value="a">a</option><option value="b">b</option></select>$&',
        );
      await route.fulfill({ response, body: html });
    });
    await page.goto('/claims/?machine=b&verdict=reproduced');
    await expect(shown(page)).toHaveCount(1);
    await expect(shown(page)).toHaveAttribute('data-verdict', 'differs');
    await page.locator('input[name=verdict][value=differs]').check();
    await expect(shown(page)).toHaveCount(0);
    await page.locator('select[name=machine]').selectOption('a');
    await expect(shown(page)).toHaveCount(1);
  });
});

test.describe('the page of all claims without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('filters by verdict, and shows no control that would do nothing', async ({ page }) => {
    await page.goto('/claims/');
    await expect(page.locator('select:visible')).toHaveCount(0);
    await page.locator('input[name=verdict][value=differs]').check();
    await expect(shown(page)).toHaveCount(await page.locator('[data-claim-row][data-verdict=differs]').count());
  });
});
