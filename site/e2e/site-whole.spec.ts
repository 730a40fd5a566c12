import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { articles, brokenLinks, dist, pagesInFolder, pagesInSiteMap } from './built';
import { expect, test } from './fixtures';

test.describe('the whole site', { tag: '@once' }, () => {
  test('has at least one finding', () => {
    expect(articles()).toContain('/findings/load-balancing/');
  });

  test('names every page in its site map, and none that is not there', () => {
    expect(pagesInSiteMap()).toEqual(pagesInFolder().filter((path) => path !== '/404.html'));
  });

  test('has no link, file or anchor that leads nowhere', () => {
    expect(brokenLinks(dist, '/')).toEqual([]);
  });

  test('answers an unknown address with its own page and status 404', async ({ request }) => {
    const response = await request.get('/no/such/page/');
    expect(response.status()).toBe(404);
    expect(await response.text()).toContain('<h1');
  });

  test('has a feed that names every finding', async ({ page, request }) => {
    await page.goto('/');
    const href = await page.locator('link[rel=alternate][type="application/rss+xml"]').first().getAttribute('href');
    const response = await request.get(new URL(href!, page.url()).pathname);
    const feed = await page.evaluate(
      (xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml');
        const texts = (selector: string) =>
          [...parsed.querySelectorAll(selector)].map((element) => element.textContent);
        return {
          wellFormed: parsed.querySelector('parsererror') === null,
          version: parsed.documentElement.getAttribute('version'),
          titles: texts('channel > title, channel > link, channel > description'),
          links: texts('item > link'),
          identifiers: new Set(texts('item > guid')).size,
        };
      },
      await response.text(),
    );
    expect(feed).toMatchObject({ wellFormed: true, version: '2.0' });
    expect(feed.titles).toHaveLength(3);
    expect(feed.links.map((link) => new URL(link).pathname).sort()).toEqual(articles());
    expect(feed.identifiers).toBe(feed.links.length);
  });

  test('describes each page in a way of its own', async ({ request }) => {
    const seen = new Map<string, string>();
    for (const path of pagesInSiteMap()) {
      const html = await (await request.get(path)).text();
      const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1];
      expect(description, path).toBeTruthy();
      expect(seen.get(description!), `${path} says the same as another page`).toBeUndefined();
      seen.set(description!, path);
    }
  });

  test('keeps no trace of the machine it was built on', () => {
    for (const path of pagesInFolder()) {
      const file = join(dist, path, existsSync(join(dist, path, 'index.html')) ? 'index.html' : '');
      expect(readFileSync(file, 'utf8'), path).not.toContain(process.cwd());
    }
  });
});
