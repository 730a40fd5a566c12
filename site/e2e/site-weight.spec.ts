import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { articles, dist } from './built';
import { expect, test } from './fixtures';
import { watchRequests } from './quiet';

/** Bytes, as a server would send them: of a page without its labs, and of what one lab brings along when it comes near. */
const BEFORE_A_LAB = 12_000;
const A_LAB = 80_000;

/** The labs of a page, by their tags: each is an element of its own with words for when its script can't be loaded. */
function labs(path: string): string[] {
  const html = parse(readFileSync(join(dist, path, 'index.html'), 'utf8'));
  const elements = html.querySelectorAll('*').filter(({ rawTagName }) => rawTagName.includes('-'));
  return elements.filter((element) => element.querySelector('[data-trouble]')).map(({ rawTagName }) => rawTagName);
}

const gzipped = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 }).length;

/** Notes the files of code that a page and its workers load. */
function listen(page: Page): Set<string> {
  const files = new Set<string>();
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(m?js|wasm)$/.test(pathname)) files.add(pathname);
  });
  return files;
}

const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, path) => sum + gzipped(readFileSync(join(dist, path))), 0);

test.describe('the weight of code', { tag: '@once' }, () => {
  for (const path of articles()) {
    test(`${path} asks for little before its lab is near`, async ({ page, request }) => {
      await page.addInitScript(() => {
        // Nothing ever comes near.
        window.IntersectionObserver = class extends IntersectionObserver {
          override observe() {}
        };
      });
      const quiet = watchRequests(page);
      const files = listen(page);
      await page.goto(path);
      await quiet();
      expect(files.size).toBeGreaterThan(0);

      const html = await (await request.get(path)).text();
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*type="application)[^>]*>([^]*?)<\/script>/g)];
      const weight = weigh(files) + gzipped(inline.map(([, code]) => code).join('\n'));
      expect([...files].filter((file) => file.endsWith('.wasm'))).toEqual([]);
      expect(weight, [...files].join('\n')).toBeLessThan(BEFORE_A_LAB);
    });

    for (const lab of labs(path)) {
      test(`${path} loads ${lab} in little more`, async ({ page }) => {
        await page.addInitScript((lab) => {
          // No other lab comes near, and this one when the test says so.
          window.IntersectionObserver = class extends IntersectionObserver {
            override observe(target: Element) {
              const watch = () => super.observe(target);
              if (target.localName === lab) Object.assign(window, { comeNear: watch });
              else if (!target.localName.includes('-')) watch();
            }
          };
        }, lab);
        const quiet = watchRequests(page);
        const files = listen(page);
        await page.goto(path);
        await quiet();
        files.clear();
        await page.locator(lab).scrollIntoViewIfNeeded();
        await page.evaluate('comeNear()');
        await expect(page.locator(lab)).toHaveAttribute('data-state', /^(?!busy|failed)/);
        await quiet();
        expect(files.size).toBeGreaterThan(0);
        expect(weigh(files), [...files].join('\n')).toBeLessThan(A_LAB);
      });
    }

    test(`${path} loads models in its labs`, async ({ page }) => {
      const files = listen(page);
      await page.goto(path);
      for (const lab of labs(path)) await page.locator(lab).scrollIntoViewIfNeeded();
      await expect.poll(() => [...files].some((file) => file.endsWith('.wasm'))).toBe(true);
    });
  }
});
