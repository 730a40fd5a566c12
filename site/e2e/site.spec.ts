import type { Page } from '@playwright/test';
import { violationsOn } from './accessible';
import { pagesInSiteMap } from './built';
import { expect, test } from './fixtures';
import { watchRequests } from './quiet';

/** Brings everything into view once, as a reader does. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    scrollTo(0, 0);
  });
}

/** Opens a page and brings everything into view, so that what loads late has loaded. */
async function readThrough(page: Page, path: string) {
  const quiet = watchRequests(page);
  await page.goto(path);
  await scrollThrough(page);
  await quiet();
}

for (const path of [...pagesInSiteMap(), '/404.html']) {
  test.describe(path, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`is accessible when ${colorScheme}`, async ({ page }) => {
        // An article's tables have thousands of cells, and axe looks at each.
        test.slow();
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await readThrough(page, path);
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        // In the dark only the colours differ.
        const found = await violationsOn(page, { rules: colorScheme === 'light' ? 'all' : 'colours' });
        expect(found).toEqual([]);
      });
    }

    test('fits its width, from a small phone to a wide screen', { tag: '@once' }, async ({ page }) => {
      const quiet = watchRequests(page);
      await page.goto(path);
      for (const width of [360, 768, 1152, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        await scrollThrough(page);
        await quiet();
        const tooWide = await page.evaluate(() => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          const out = [...document.querySelectorAll('body *')].filter(
            (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
          );
          return [`${root.scrollWidth} px`, ...out.slice(0, 10).map((element) => element.outerHTML.slice(0, 120))];
        });
        expect(tooWide, `at ${width} px`).toEqual([]);
      }
    });

    test('stands still where motion is not wanted', { tag: '@once' }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await readThrough(page, path);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 10,
          )
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
      );
      expect(moving).toEqual([]);
    });

    test('forbids scripts that are not its own', { tag: '@once' }, async ({ page, complaints }) => {
      await page.goto(path);
      const policy = await page.locator('meta[http-equiv="content-security-policy" i]').getAttribute('content');
      const directives = new Map(policy?.split(';').map((text) => [text.trim().split(/\s+/)[0], text.trim()]));
      expect(directives.get('script-src')).toMatch(/'self'/);
      expect(directives.get('default-src')).toMatch(/^default-src '(self|none)'$/);
      expect(directives.get('object-src') ?? directives.get('default-src')).toMatch(/'(none|self)'$/);
      expect(directives.get('base-uri')).toMatch(/'(none|self)'/);
      for (const loose of ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", 'data: ', 'https:', '*']) {
        expect(directives.get('script-src')).not.toContain(loose);
      }
      expect(policy).not.toContain("'unsafe-inline'");

      await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.intruded = true';
        document.body.append(script);
      });
      expect(await page.evaluate(() => 'intruded' in window)).toBe(false);
      await expect.poll(() => complaints.join()).toContain('script-src');
      // This one was provoked.
      complaints.length = 0;
    });
  });

  test.describe(`${path} without JavaScript`, { tag: '@once' }, () => {
    test.use({ javaScriptEnabled: false });

    test('shows its text and every result', async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(80);
      // What only the reader's own browser can tell is not known before it is asked: its place is empty, and looks it.
      for (const output of await page.locator('mt-live-clock output[data-result]').all()) {
        await expect(output).toHaveText('–');
      }
      for (const output of await page.locator('output[data-result]:not(mt-live-clock *)').all()) {
        expect(await output.getAttribute('data-value'), await output.getAttribute('data-result').then(String)).toMatch(
          /\d/,
        );
      }
    });
  });
}
