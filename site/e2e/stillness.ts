import type { Page } from '@playwright/test';

/**
 * Watches from now on, and over the next page, what moves without the reader's doing. Call it before the page is opened.
 *
 * @returns the sum so far, as the web platform counts it (Layout Instability): 0 where nothing moved
 */
export async function watchMovement(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved: number[] = ((window as unknown as { moved: number[] }).moved = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) moved.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { moved: number[] }).moved.reduce((sum, value) => sum + value, 0));
}
