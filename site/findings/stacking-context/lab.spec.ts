/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import { expect } from '@/e2e/fixtures';
import { expectAccessible, labOf, test } from '@/e2e/labs';

const { lab, open, settled, figure, button, preset } = labOf('stacking-context');
const matrix = labOf('stacking-context', 'matrix');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of stacking contexts', { tag: '@once' }, () => {
  test('opens on the hidden banner; the switch and the fixes bring it back, and this browser agrees', async ({
    page,
  }) => {
    await open(page);
    const headline = lab(page).locator('[data-headline]');
    const agreement = lab(page).locator('[data-agreement]');
    await expect(headline).toHaveText('The image is above the banner.');
    await expect(agreement).toHaveText('This browser paints all 3 boxes in the predicted order.');
    await lab(page).locator('[data-filter]').press('Space');
    await expect(headline).toHaveText('The banner is above the image.');
    await settled(page);
    await expect(agreement).toHaveText('This browser paints all 3 boxes in the predicted order.');
    for (const [id, above] of [
      ['z-1', 'banner'],
      ['z-0', 'image'],
      ['swap', 'banner'],
      ['filter-on-card', 'banner'],
    ] as const) {
      await preset(page, id).click();
      await expect(headline, id).toContainText(`The ${above} is above`);
      await settled(page);
      await expect(agreement, id).toContainText('in the predicted order');
    }
  });

  test('is right about what lies on top in the drawing itself', async ({ page }) => {
    await open(page);
    const top = () =>
      lab(page)
        .locator('[data-stage]')
        .evaluate((stage) => {
          stage.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = stage.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2) as HTMLElement;
          return /%3E(banner|image|card)%3C/.exec(found.style.backgroundImage)?.[1];
        });
    expect(await top()).toBe('image');
    await preset(page, 'z-1').click();
    await settled(page);
    expect(await top()).toBe('banner');
  });

  test('builds a tree by the keyboard alone, and says why z-index 9999 is not on top', async ({ page }) => {
    await open(page, '?tree=a.rel;c.rel');
    await lab(page).locator('.mt-lab-more summary').press('Enter');
    const add = button(page, 'Add a box in it');
    await lab(page).locator('[data-box="a"]').press('Enter');
    await settled(page);
    await add.press('Enter');
    await settled(page);
    await lab(page).locator('[data-declare]').selectOption('abs');
    await settled(page);
    const z = lab(page).locator('[data-z]');
    await z.fill('9999');
    await z.press('Enter');
    await settled(page);
    await lab(page).locator('[data-box="a"]').press('Enter');
    await settled(page);
    await z.fill('1');
    await z.press('Enter');
    await settled(page);
    await lab(page).locator('[data-box="c"]').press('Enter');
    await settled(page);
    await z.fill('2');
    await z.press('Enter');
    await settled(page);
    await lab(page).locator('[data-pick="other"]').selectOption('b');
    await settled(page);
    await expect(lab(page).locator('[data-headline]')).toHaveText('C is above b.');
    await expect(lab(page).locator('[data-sentences]')).toContainText('b is painted with a');
    await expect(lab(page).locator('[data-agreement]')).toContainText('all 3 boxes in the predicted order');
    await expect(page).toHaveURL(/tree=a\.rel\.z1%28b\.abs\.z9999%29%3Bc\.rel\.z2/);
    await z.fill('high');
    await z.press('Enter');
    await expect(lab(page).locator('[data-remark-edit]')).toContainText('it must be a whole number');
  });

  test('refuses a tree by name, and shows the published case instead', async ({ page }) => {
    await open(page, '?tree=b.magic;i');
    await expect(lab(page).locator('[data-problem]')).toContainText('magic, said of b, is no word');
    expect(await figure(page, 'boxes')).toBe(3);
  });
});

test.describe('the matrix in this browser', { tag: '@once' }, () => {
  test('is measured when asked, by keys alone', async ({ page }) => {
    await page.goto(matrix.path);
    const root = matrix.lab(page);
    await root.scrollIntoViewIfNeeded();
    const ask = root.getByRole('button', { name: 'Ask this browser' });
    await expect(ask).toBeEnabled();
    await expect(root.locator('[data-answers]')).toBeHidden();
    await ask.press('Enter');
    await expect(root.locator('[data-said]')).toContainText('This browser differs from the specifications in', {
      timeout: 30_000,
    });
    await root.locator('[data-all]').press('Space');
    const row = (css: string) =>
      root
        .locator('tbody tr')
        .filter({ has: page.getByText(css, { exact: true }) })
        .first();
    const answer = (css: string) => row(css).locator('td').first();
    // This is Chromium, and does what Chromium was seen to do, but for what another version may have changed.
    await expect(root.locator('[data-said]')).toContainText(/ of Chromium in \d, /);
    const { rows } = JSON.parse((await root.locator('[data-matrix]').textContent())!) as { rows: unknown[] };
    await expect(root.locator('tbody tr')).toHaveCount(rows.length);
    await expect(answer('filter: grayscale(10%)')).toHaveText('context, lifts, absolute, fixed');
    await expect(answer('opacity: .99')).toHaveText('context, lifts');
    await expect(answer('position: relative')).toHaveText('lifts, absolute');
    await expect(answer('container-type: inline-size')).toHaveText('nothing');
    await expect(answer('element.showPopover()')).toHaveText('context, lifts, absolute');
    await expect(answer('will-change: transform')).toHaveText('context, lifts, absolute, fixed');
    await expectAccessible(page, matrix.tag);
  });
});
