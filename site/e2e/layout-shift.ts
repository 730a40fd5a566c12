import { test, type Page } from '@playwright/test';

interface Movement {
  /** Score of the shift, by the web platform's count (Layout Instability). */
  readonly value: number;
  /** Elements that moved, for whoever has to find out why. */
  readonly what: readonly string[];
}

/** Has all laid out that else is when it comes near, and may change its height then. */
export const layOutAll = (page: Page) =>
  page.locator('main details, [data-against] > li, figure.mt-figure, section.mt-claim').evaluateAll((all) => {
    for (const one of all as HTMLElement[]) one.style.contentVisibility = 'visible';
  });

/**
 * Watches from now on, and over the next page, what moves without the reader's doing. Call it before the page is opened.
 *
 * @returns the sum so far, as the web platform counts it (Layout Instability): 0 where nothing moved
 */
export async function watchMovement(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved: Movement[] = ((window as unknown as { moved: Movement[] }).moved = []);
    const name = (node: Node | null) =>
      node instanceof Element ? `${node.localName}.${node.getAttribute('class') ?? ''}` : (node?.textContent ?? '');
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) moved.push({ value, what: sources.map(({ node }) => name(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const moved = await page.evaluate(() => (window as unknown as { moved: Movement[] }).moved);
    for (const { value, what } of moved) {
      const description = `${value.toFixed(3)}: ${what.join(', ')}`;
      // A test that fails says so with its error.
      if (value > 0.01) test.info().annotations.push({ type: 'moved by', description });
    }
    return moved.reduce((sum, { value }) => sum + value, 0);
  };
}
