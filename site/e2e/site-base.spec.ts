import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { selfContained } from '@/kit/record/fixtures/yours';
import { buildSite, SITE_AT_BASE } from '@/scripts/lib/build.mjs';
import { serve } from '@/scripts/lib/serve.mjs';
import { brokenLinks, labsOf, pagesInSiteMap } from './built';
import { expect, test as base } from './fixtures';

const folder = resolve(SITE_AT_BASE.out);
const article = `/findings/${SITE_AT_BASE.finding}/`;

/** The same site with one article, built for and served at a base path. */
const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      await buildSite(SITE_AT_BASE);
      const { address, close } = await serve({ folder, base: SITE_AT_BASE.base, port: 0 });
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
  test('keeps every link within it', ({ address }) => {
    expect(address).toMatch(/\/sub\/$/);
    // The site has them, and this one does not.
    const others = pagesInSiteMap().filter((path) => /^\/findings\/[^/]+\/$/.test(path) && path !== article);
    const toOthers = others.map((path) => `a ..${path.replace('/findings', '')} is not there`);
    const broken = brokenLinks(folder, SITE_AT_BASE.base);
    expect(broken.filter((words) => !toOthers.some((other) => words.endsWith(other)))).toEqual([]);
  });

  test('has the same pages, of articles the one', ({ address }) => {
    expect(address).toBeTruthy();
    const isOfOthers = (path: string) =>
      /^\/(findings|claims)\/[^/]+\//.test(path) && !path.includes(SITE_AT_BASE.finding);
    const pages = pagesInSiteMap().filter((path) => !isOfOthers(path));
    expect(pages).toContain(article);
    expect(pagesInSiteMap(folder)).toEqual(pages.map((path) => `/sub${path}`));
  });

  test('asks for nothing outside it', async ({ page, address }) => {
    const outside: string[] = [];
    page.context().on('request', (request) => {
      if (!request.url().startsWith(address) && request.url().startsWith('http')) outside.push(request.url());
    });
    await page.goto(`.${article}`);
    const [lab] = labsOf(article);
    await page.locator(lab!).scrollIntoViewIfNeeded();
    await expect(page.locator(lab!)).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
    const [record] = globSync(`content/measurements/${SITE_AT_BASE.finding}/*.json`);
    await page.locator('[data-compare] input[type=file]').setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(selfContained(record!))),
    });
    await expect(page.locator('.mt-compare-button').first()).toHaveText('Beside it: your machine');
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
