/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { labOf, test } from '@/e2e/labs';

const { lab, open, settled, figure, type, choice } = labOf('strongly-typed');

/** Until there is a record. */
const isMadeUp = async (page: Page) => (await lab(page).getAttribute('data-made-up')) !== null;

test.describe('the lab of strongly-typed', { tag: '@once' }, () => {
  test('opens on two languages that cross, and a weight puts them the other way', async ({ page }) => {
    await open(page);
    const headline = lab(page).locator('[data-headline="rank"]');
    const before = (await headline.textContent())!;
    expect(before).toContain('would reverse them');
    expect(await figure(page, 'flips')).toBeGreaterThan(0);
    await type(page, 'static', '0');
    const alone = (await headline.textContent())!;
    await type(page, 'static', '10');
    await type(page, 'safe', '0');
    const other = (await headline.textContent())!;
    const first = (words: string) => words.split(/[,.]/)[0];
    expect(first(alone)).not.toBe(first(other));
    await expect(page).toHaveURL(/static=10/);
  });

  test('opens the program of a cell that is clicked, and of one that is chosen by the keyboard', async ({ page }) => {
    await open(page, '?view=matrix');
    test.skip(await isMadeUp(page), 'a record');
    await lab(page).locator('[data-st-cell="c null"]').click();
    await settled(page);
    const detail = lab(page).locator('[data-st-detail]');
    await expect(detail).toContainText('MISTAKE');
    await expect(detail).toContainText('The program: C ');
    await expect(page).toHaveURL(/a=c&.*mistake=null|mistake=null.*a=c/);
    await choice(page, 'a').selectOption('javascript');
    await settled(page);
    await expect(detail).toContainText('TypeError');
  });

  test('makes mistakes in this browser, which end as in the record', async ({ page }) => {
    await open(page, '?view=traps');
    test.skip(await isMadeUp(page), 'a record');
    expect(await figure(page, 'trap')).toBe(3);
    expect(await figure(page, 'as-recorded')).toBe(15);
    await open(page, '?view=equality');
    expect(await figure(page, 'intransitive')).toBe(4);
  });
});
