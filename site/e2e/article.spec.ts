/** A reader's actions on the parts that all articles share, on one article. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const ARTICLE = '/findings/load-balancing/';

/** The first figure in a sentence that was measured, and the note with all that is known of it. */
const figureAndNote = (page: Page) => ({
  figure: page.locator('a[data-named][data-figure="measured"]').first(),
  note: page.locator('.mt-note'),
});

test('a figure in a sentence shows its note inside the window when it is clicked or tapped', async ({ page }) => {
  await page.goto(ARTICLE);
  const { figure, note } = figureAndNote(page);
  await expect(note).toBeHidden();
  await figure.click();
  await expect(note).toBeVisible();
  await expect(note).toContainText('95% interval');
  const box = (await note.boundingBox())!;
  const window = page.viewportSize()!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(window.width);
  expect(box.y + box.height).toBeLessThanOrEqual(window.height);
});

test.describe('with a mouse and keys', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(ARTICLE);
  });

  test('the note opens and closes with the keyboard', async ({ page }) => {
    const { figure, note } = figureAndNote(page);
    await figure.focus();
    await page.keyboard.press('Enter');
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
    await expect(figure).toBeFocused();
  });

  test('the note comes while the pointer rests on the figure, and goes with it', async ({ page }) => {
    const { figure, note } = figureAndNote(page);
    await figure.hover();
    await expect(note).toBeVisible();
    await page.mouse.move(2, 300);
    await expect(note).toBeHidden();
  });

  test('a click keeps the note that hovering opened', async ({ page }) => {
    const { figure, note } = figureAndNote(page);
    await figure.hover();
    await expect(note).toBeVisible();
    await figure.click();
    await page.mouse.move(2, 300);
    // Longer than a note stays that nobody kept.
    await page.waitForTimeout(400);
    await expect(note).toBeVisible();
  });
});

// Sections far below are laid out when they come near, and have about their height before.
test('an address leads to its claim, and what is read stays in place on the way back up', async ({ page }) => {
  await page.goto(ARTICLE);
  const id = await page.locator('[data-claim-line][id]').last().getAttribute('id');
  // A new visit, and not a step within the page.
  await page.goto('about:blank');
  await page.goto(`${ARTICLE}#${id}`);
  const top = () => page.locator(`#${id}`).evaluate((claim) => claim.getBoundingClientRect().top);
  await expect(async () => {
    const before = await top();
    await page.waitForTimeout(100);
    expect(await top()).toBe(before);
  }).toPass();
  expect(await top()).toBeGreaterThan(0);
  expect(await top()).toBeLessThan(page.viewportSize()!.height / 4);

  const { moved, steps, resized } = await page.evaluate(async () => {
    const frames = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const blocks = [...document.querySelectorAll('.mt-prose > :not(script)')];
    /** The block that the middle of the window shows, or the one above the gap there. */
    const read = () => blocks.findLast((block) => block.getBoundingClientRect().top < innerHeight / 2)!;
    const heights = () => blocks.map((block) => block.getBoundingClientRect().height);
    const before = heights();
    const moved: string[] = [];
    let steps = 0;
    for (; scrollY > 300; steps++) {
      const block = read();
      const top = block.getBoundingClientRect().top;
      scrollBy({ top: -200, behavior: 'instant' });
      await frames();
      const by = block.getBoundingClientRect().top - top;
      if (Math.abs(by - 200) > 2) moved.push(`${block.id || block.className}: by ${by} px`);
    }
    const after = heights();
    return { moved, steps, resized: after.filter((height, index) => height !== before[index]).length };
  });
  expect(steps).toBeGreaterThan(20);
  expect(resized, 'blocks that were given another height').toBeGreaterThan(0);
  expect(moved).toEqual([]);
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('a figure and a chart lead to their places on the page of data', async ({ page }) => {
    await page.goto(ARTICLE);
    const { figure } = figureAndNote(page);
    await figure.click();
    await expect(page).toHaveURL(/\/data\/#value-/);
    await expect(page.locator('[data-note]:target')).toContainText('95% interval');
    await page.goto(ARTICLE);
    await page.locator('#capacity').getByText('Data, and how it was').click();
    await expect(page.locator('section#capacity').getByRole('table')).toBeVisible();
  });
});

test('a figure whose record does not come leads to its place on the page of data', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/503/);
  await page.route('**/records/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(ARTICLE);
  await figureAndNote(page).figure.click();
  await expect(page).toHaveURL(/\/data\/#value-/);
});
