/** Who agrees on what is a space: the lab in the section on characters. */
import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, labOf, test } from '@/e2e/labs';

const { tag, lab, open, openArticle, figure, button, preset, choice } = labOf('isspace', 'agree');

const box = (page: Page, name: string) => lab(page).locator(`[data-text="${name}"]`);
const rows = (page: Page) => lab(page).locator('[data-matrix] tbody tr');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('who agrees on what is a space', { tag: '@once' }, () => {
  test('opens on a space that Python strips and Java keeps; the other way round there is none', async ({ page }) => {
    await open(page);
    await expect(rows(page).filter({ hasText: 'no-break space' }).first()).toBeVisible();
    const opened = await rows(page).count();
    expect(opened).toBeGreaterThan(0);
    await button(page, 'The other way round').press('Enter');
    await expect(rows(page)).toHaveCount(0);
    expect(Object.fromEntries(await asked(page))).toEqual({ who: 'java-strip', not: 'python-str' });
    await button(page, 'The other way round').click();
    await expect(rows(page)).toHaveCount(opened);
    expect((await asked(page)).toString()).toBe('');
    await preset(page, 'javascript-python').click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('U+FEFF');
    await button(page, 'Reset').click();
    await expect(rows(page)).toHaveCount(opened);
  });

  test('filters by implementation, name and code point', async ({ page }) => {
    await open(page, '?who=anyone');
    const all = await figure(page, 'rows');
    expect(all).toBeGreaterThan(25);
    await choice(page, 'who').selectOption('javascript-regex');
    await choice(page, 'not').selectOption('unicode-white-space');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('U+FEFF');
    expect(Object.fromEntries(await asked(page))).toMatchObject({
      who: 'javascript-regex',
      not: 'unicode-white-space',
    });
    await choice(page, 'who').selectOption('anyone');
    await choice(page, 'not').selectOption('nobody');
    await box(page, 'find').fill('u+0085');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('next line');
    await box(page, 'find').fill('no such name');
    await expect(rows(page)).toHaveCount(0);
    await expect(lab(page).locator('[data-matrix-words]')).toContainText('None of');
    await box(page, 'find').fill('');
    await choice(page, 'differ').check();
    await expect.poll(() => figure(page, 'rows')).toBe(await figure(page, 'disputed-rows'));
    // The heads stay in sight while the table scrolls below them.
    const region = lab(page).locator('[data-matrix]');
    await region.evaluate((element) => (element.scrollTop = element.scrollHeight));
    const [top, head] = [await region.boundingBox(), await region.locator('thead th').nth(1).boundingBox()];
    expect(Math.abs(head!.y - top!.y)).toBeLessThan(4);
  });

  test('answers addresses of the view that it was, in its article', async ({ page }) => {
    await openArticle(page, '?view=matrix&who=javascript-regex&not=unicode-white-space');
    await expect(lab(page)).toBeInViewport();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('U+FEFF');
    await page.goto('/findings/isspace/?view=matrix');
    await expect(page.locator(tag)).toBeInViewport();
    await expect.poll(() => figure(page, 'rows')).toBeGreaterThan(25);
  });
});
