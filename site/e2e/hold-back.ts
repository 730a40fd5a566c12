import type { Page } from '@playwright/test';

/**
 * Keeps files whose addresses are like this from a page until they are released: what they change is seen before and after.
 *
 * @param files such as `**\/*.woff2`
 * @returns what releases them
 */
export async function holdBack(page: Page, files: string): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
