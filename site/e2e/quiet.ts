import { expect, type Page } from '@playwright/test';

/** For how long a page has to ask for nothing more, in milliseconds. */
const PAUSE = 700;

/**
 * Watches what the page and its workers ask for. Call it before the page is opened.
 *
 * Playwright's `networkidle` waits for every answer as well, and once in a thousand times for ever.
 *
 * @returns a function that waits until the page has loaded and asks for nothing more
 */
export function watchRequests(page: Page): () => Promise<void> {
  let last = Date.now();
  page.context().on('request', () => (last = Date.now()));
  return async () => {
    await page.waitForLoadState('load');
    await expect.poll(() => Date.now() - last > PAUSE, { timeout: 30_000, intervals: [100] }).toBe(true);
  };
}
