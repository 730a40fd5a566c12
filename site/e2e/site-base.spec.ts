import { resolve } from 'node:path';
import { buildSite } from '@/scripts/lib/build.mjs';
import { serve } from '@/scripts/lib/serve.mjs';
import { brokenLinks, labsOf, pagesInSiteMap } from './built';
import { expect, test as base } from './fixtures';

const folder = '.cache/site-at-sub';

/** The same site, built for and served at a base path. */
const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      await buildSite({ base: '/sub/', out: folder });
      const { address, close } = await serve({ folder: resolve(folder), base: '/sub/', port: 0 });
      await use(address);
      await close();
    },
    // Long enough to build it, where `npm test` has not.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ address }, use) => use(address),
});

test.describe.configure({ mode: 'default' });

test.describe('a site under a base path', { tag: '@once' }, () => {
  test.skip(!process.env.TEST_ALL, 'it takes a second build of the whole site: npm test -- --all');

  test('keeps every link within it', ({ address }) => {
    expect(address).toMatch(/\/sub\/$/);
    expect(brokenLinks(resolve(folder), '/sub/')).toEqual([]);
  });

  test('has the same pages', ({ address }) => {
    expect(address).toBeTruthy();
    expect(pagesInSiteMap(resolve(folder))).toEqual(pagesInSiteMap().map((path) => `/sub${path}`));
  });

  test('asks for nothing outside it', async ({ page, address }) => {
    const outside: string[] = [];
    page.context().on('request', (request) => {
      if (!request.url().startsWith(address) && request.url().startsWith('http')) outside.push(request.url());
    });
    await page.goto('./findings/load-balancing/');
    const [lab] = labsOf('/findings/load-balancing/');
    await page.locator(lab!).scrollIntoViewIfNeeded();
    await expect(page.locator(lab!)).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
    expect(outside).toEqual([]);
  });

  test('finds its pages by searching', async ({ page }) => {
    await page.goto('./');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('balancing');
    const result = page
      .getByRole('dialog')
      .getByRole('link', { name: /load balancing/i })
      .first();
    await result.click();
    await expect(page).toHaveURL(/\/sub\/findings\/load-balancing\//);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
