/** What an address asks for stops after ten seconds and says how long the rest takes; the reader decides whether it goes on. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { labOf } from './labs';

const lab = labOf('load-balancing');

/** A worker that says of each job that a fifth of it took ten seconds, and finishes none. It tells the page's console what it is told. */
const SLOW = `
onmessage = ({ data: { type, id } }) => {
  console.log(type + ' of slow work');
  if (type !== 'start') return;
  postMessage({ type: 'ready' });
  postMessage({ type: 'progress', id, share: 0.2, workedMs: 10_000 });
};`;

/** The orders that the slow worker has been given, but those to start. */
async function slowWorker(page: Page): Promise<string[]> {
  const orders: string[] = [];
  page.on('console', (message) => {
    const [, order] = /^(hold|resume) of slow work$/.exec(message.text()) ?? [];
    if (order) orders.push(order);
  });
  await page.route(/\/worker-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: SLOW }));
  return orders;
}

test('what an address asks for waits for its reader after ten seconds', { tag: '@once' }, async ({ page }) => {
  const orders = await slowWorker(page);
  await page.goto(`${lab.path}?view=placements&items=1000`);
  const notice = lab.lab(page).locator('.mt-lab-long');
  await expect(notice).toContainText('Stopped, with 20% done; the rest takes about 40 seconds.');
  await expect(lab.lab(page)).toHaveAttribute('data-state', 'stopped');
  expect(orders).toContain('hold');
  expect(orders).not.toContain('resume');
  await notice.getByRole('button', { name: 'Go on' }).click();
  await expect(notice).toContainText('This takes about 40 seconds more.');
  await expect.poll(() => orders).toContain('resume');
});

test('what a reader asks for goes on', { tag: '@once' }, async ({ page }) => {
  const orders = await slowWorker(page);
  await page.goto(`${lab.path}?view=placements`);
  const notice = lab.lab(page).locator('.mt-lab-long');
  await expect(notice).toContainText('Stopped');
  await expect.poll(() => orders).toEqual(['hold', 'hold']);
  await lab.slider(page, 'servers').press('ArrowRight');
  await expect(notice).toContainText('This takes about 40 seconds more.');
  expect(orders).toEqual(['hold', 'hold']);
});
