/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import { expect } from '@/e2e/fixtures';
import { labOf, test } from '@/e2e/labs';

const { lab, open, settled, choice } = labOf('strongly-typed');

test.describe('the lab of strongly-typed', { tag: '@once' }, () => {
  test('opens the program of a cell that is clicked, and of one that is chosen by the keyboard', async ({ page }) => {
    await open(page);
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
});
