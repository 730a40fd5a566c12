import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { articles, dist, labsOf, pageAt } from './built';
import { expect, test } from './fixtures';

/** Bytes, as a server would send them: of the home page, of an article without its labs, and of what one lab brings along when it comes near. */
const HOME = 12_000;
const BEFORE_A_LAB = 12_000;
const A_LAB = 82_000;
/** What plans covers reads ZIP archives and XML of every kind; its article says so. Declarations and what each does in each engine are many. */
const OTHER_LABS: Readonly<Record<string, number>> = {
  '/findings/static-page/': 98_000,
  '/findings/stacking-context/': 92_000,
};
/** And of what reads charts: it draws the finding's charts anew, since their tables stand on another page. */
const A_READER = 30_000;
/** All that a browser fetches of an article and one of its labs, fonts included, by Brotli where that makes it smaller. */
const AN_ARTICLE = 180_000;
/** Limit for the article about covers, which shows four: more than 50 kB of pictures. */
const WITH_COVERS = 230_000;

const gzipped = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 }).length;

/** Notes the files that a page and its workers load; by default those of code. */
function listen(page: Page, wanted = /\.(m?js|wasm)$/): Set<string> {
  const files = new Set<string>();
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (wanted.test(pathname)) files.add(pathname);
  });
  return files;
}

/** Bytes of a file as the server of the site for tests sends it, which was compressed in less time than the one for readers. */
function sent(path: string): number {
  const file = fileOf(path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/** The same as readers get it, which takes a second or two to find out for a page. */
function sentToReaders(path: string): number {
  const file = fileOf(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return existsSync(`${file}.br`) ? brotliCompressSync(readFileSync(file), best).length : statSync(file).size;
}

const fileOf = (path: string) => join(dist, path.replace(/\/$/, '/index.html'));

const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, path) => sum + gzipped(readFileSync(join(dist, path))), 0);

/** Opens a page of which no lab comes near before `comeNear` is called for it, and waits until its script has nothing left to do. */
async function openFar(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)) as Promise<unknown>);
}

/** Scripts that stand in a page itself. */
const inlineScripts = (path: string) =>
  pageAt(path)
    .querySelectorAll('script:not([src]):not([type^="application"])')
    .map(({ text }) => text)
    .join('\n');

test.describe('the weight of code', { tag: '@once' }, () => {
  test('the home page asks for little, with which its first finding is played', async ({ page }) => {
    const files = listen(page);
    await openFar(page, '/');
    expect(files.size).toBeGreaterThan(0);
    expect(weigh(files) + gzipped(inlineScripts('/')), [...files].join('\n')).toBeLessThan(HOME);
  });

  test('what reads charts comes with the first look at one, and is light, with what makes a picture of it', async ({
    page,
  }) => {
    // No lab comes along.
    await page.addInitScript(() => (window.IntersectionObserver.prototype.observe = () => {}));
    const files = listen(page);
    await openFar(page, '/findings/load-balancing/');
    const before = new Set(files);
    await page.locator('figure [data-read]').first().focus();
    const picture = page.locator('.mt-reading').getByRole('button', { name: 'SVG' });
    await expect(picture).toBeVisible();
    await Promise.all([page.waitForEvent('download'), picture.click()]);
    const own = [...files].filter((file) => !before.has(file));
    expect(own.length).toBeGreaterThan(0);
    expect(weigh(own), own.join('\n')).toBeLessThan(A_READER);
  });

  for (const path of articles()) {
    const hasCovers = path === '/findings/static-page/';
    const most = hasCovers ? WITH_COVERS : AN_ARTICLE;
    test(`${path} asks for little before a lab is near, and for little more with each`, async ({ page }) => {
      await page.addInitScript(() => {
        const near = new Map<string, () => void>();
        window.IntersectionObserver = class extends IntersectionObserver {
          override observe(target: Element) {
            if (target.localName.includes('-')) near.set(target.localName, () => super.observe(target));
            else super.observe(target);
          }
        };
        Object.assign(window, { comeNear: (lab: string) => near.get(lab)!() });
      });
      const files = listen(page);
      const all = listen(page, /./);
      for (const lab of labsOf(path)) {
        files.clear();
        all.clear();
        await openFar(page, path);
        const before = new Set(files);
        expect(before.size).toBeGreaterThan(0);
        expect([...before].filter((file) => file.endsWith('.wasm'))).toEqual([]);
        expect(weigh(before) + gzipped(inlineScripts(path)), [...before].join('\n')).toBeLessThan(BEFORE_A_LAB);

        await page.locator(lab).scrollIntoViewIfNeeded();
        await page.evaluate((lab) => (window as unknown as { comeNear(lab: string): void }).comeNear(lab), lab);
        await expect(page.locator(lab)).toHaveAttribute('data-state', /^(ready|idle)$/, { timeout: 20_000 });
        const own = [...files].filter((file) => !before.has(file));
        expect(own.length).toBeGreaterThan(0);
        expect(weigh(own), own.join('\n')).toBeLessThan(OTHER_LABS[path] ?? A_LAB);
        await page.evaluate(() => document.fonts.ready);
        const weighBy = (size: (path: string) => number) => {
          const weights = [...all].map((file) => ({ file, bytes: size(file) }));
          return { weights, sum: weights.reduce((sum, { bytes }) => sum + bytes, 0) };
        };
        const atMost = weighBy(sent);
        const { weights, sum } = atMost.sum < most ? atMost : weighBy(sentToReaders);
        expect(sum, weights.map(({ file, bytes }) => `${bytes} ${file}`).join('\n')).toBeLessThan(most);
      }
    });
  }
});
