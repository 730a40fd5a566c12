/** Tests of the built site as a whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { articles, brokenLinks, dist, onlyElement, pageAt, pagesInFolder, pagesInSiteMap, textOf } from './built';

/** Texts of links that say nothing of where they lead, after Lighthouse's audit `link-text`. */
const SAYS_NOTHING =
  /^(click here|click this|go|(right )?here|(more )?info(rmation)?|((learn|read|see) )?more|start|this)$/i;

/** Addresses whose pages are gone, and what is said there. */
const GONE = { '/speed/': 'npm run bench', '/compare/': 'Compare with…' };
const pages = new Map(pagesInFolder().map((path) => [path, pageAt(path)]));

/** The content of a page's element of the head. */
const metaOf = (path: string, selector: string) =>
  pages.get(path)!.querySelector(selector)?.getAttribute('content') ?? '';

describe('the whole site', () => {
  test('has a page for each finding that was measured', () => {
    const measured = readdirSync('content/findings')
      .map((file) => file.replace(/\.mdx$/, ''))
      .filter((slug) => existsSync(`content/measurements/${slug}`));
    expect(measured).toContain('load-balancing');
    expect(articles()).toEqual(expect.arrayContaining(measured.map((slug) => `/findings/${slug}/`)));
  });

  test('counts on its first page what became of what others published', () => {
    const [all, ...counts] = textOf(onlyElement(pages.get('/')!, '.score'))
      .match(/\d+/g)!
      .map(Number);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
  });

  test('has its findings in one order: in the README, on the first page, in the menu, and from each to the next', () => {
    const linked = (selector: string) =>
      new Set(
        pages
          .get('/')!
          .querySelectorAll(selector)
          .map((link) => link.getAttribute('href')!)
          .filter((href) => articles().includes(href)),
      );
    const menu = [...linked('#mt-menu a')];
    const walked = menu.slice(0, 1);
    for (let next; (next = pages.get(walked.at(-1)!)!.querySelector('a[rel=next]')?.getAttribute('href'));)
      if (articles().includes(next)) walked.push(next);
      else break;
    const readme = readFileSync('README.md', 'utf8').matchAll(/\]\(content\/(findings\/[\w-]+)\.mdx\)/g);
    expect(menu.toSorted()).toEqual(articles());
    // A new finding comes onto the first page, and into the README, once it is measured.
    const measured = menu.filter((path) => publishedOnDisk(path.split('/')[2]!).length > 0);
    expect([...linked('main a')]).toEqual(measured);
    expect(walked).toEqual(menu);
    const listed = Array.from(readme, ([, path]) => `/${path}/`);
    expect(listed.filter((path) => articles().includes(path))).toEqual(measured);
  });

  test('has no script that mixes colours, which scales over numbers need not', () => {
    const scripts = readdirSync(join(dist, '_astro')).filter((name) => name.endsWith('.js'));
    expect(scripts.some((name) => name.startsWith('chart.'))).toBe(true);
    expect(scripts.filter((name) => readFileSync(join(dist, '_astro', name), 'utf8').includes('hsla'))).toEqual([]);
  });

  test('names every page in its site map, and none that is not there', () => {
    const unlisted = ['/404.html', ...Object.keys(GONE)];
    expect(pagesInSiteMap()).toEqual([...pages.keys()].filter((path) => !unlisted.includes(path)));
  });

  test.each(Object.entries(GONE))('leads on from %s, to which nothing leads but old links', (path, says) => {
    const page = pages.get(path)!;
    expect(textOf(onlyElement(page, 'main'))).toContain(says);
    expect(onlyElement(page, '.mt-prose a').getAttribute('href')).toMatch(/^\/method\//);
    expect(metaOf(path, 'meta[name="robots"]')).toBe('noindex');
    expect(pages.get('/method/')!.querySelectorAll('[data-pagefind-body]')).toHaveLength(1);
    expect(page.querySelectorAll('[data-pagefind-body]')).toHaveLength(0);
    const leading = [...pages].filter(([, one]) => one.querySelector(`a[href*="${path}"]`));
    expect(leading).toEqual([]);
  });

  test('leads robots to the site map', () => {
    const [, address] = /^Sitemap: (\S+)$/m.exec(readFileSync(join(dist, 'robots.txt'), 'utf8'))!;
    expect(new URL(address!).pathname).toBe('/sitemap-index.xml');
  });

  test('has no link, file or anchor that leads nowhere', () => {
    expect(brokenLinks(dist, '/')).toEqual([]);
  });

  test('describes each page in a way of its own', () => {
    const descriptions = pagesInSiteMap().map((path) => metaOf(path, 'meta[name="description"]'));
    expect(descriptions).not.toContain('');
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });

  test('has a share image of 1200 by 630 pixels for each page, by its full address', () => {
    for (const path of pagesInSiteMap()) {
      const address = metaOf(path, 'meta[property="og:image"]');
      expect(address, path).toMatch(/^https:\/\//);
      const image = readFileSync(join(dist, new URL(address).pathname));
      expect(image.subarray(1, 4).toString(), path).toBe('PNG');
      expect([image.readUInt32BE(16), image.readUInt32BE(20)], path).toEqual([1200, 630]);
    }
  });

  test('keeps no trace of the machine it was built on', () => {
    const texts = new Set(['.html', '.js', '.css', '.json', '.xml', '.txt', '.csv', '.svg']);
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => texts.has(extname(file)));
    expect(files.filter((file) => readFileSync(join(dist, file), 'utf8').includes(process.cwd()))).toEqual([]);
  });
});

/** Elements that screen readers list for a way through the page; a name makes some of them one. */
const LANDMARKS = [
  ...['main', 'nav', 'aside', 'body > header', 'body > footer', '.mt-pane > footer'],
  ...['form', 'section'].flatMap((name) => [`${name}[aria-label]:not([role])`, `${name}[aria-labelledby]:not([role])`]),
  ...['region', 'search', 'form', 'complementary', 'banner', 'contentinfo', 'navigation'].map(
    (role) => `[role="${role}"]`,
  ),
].join();
/** More than this are no way through. */
const MOST_LANDMARKS = 8;

describe.each([...pages])('%s', (path, page) => {
  test('has few landmarks', () => {
    const landmarks = page.querySelectorAll(LANDMARKS).filter((one) => !one.closest('[popover], dialog'));
    expect(landmarks.map(({ rawTagName }) => rawTagName)).toContain('main');
    expect(landmarks.map((one) => one.toString().slice(0, 80)).slice(MOST_LANDMARKS)).toEqual([]);
  });

  test('says in each link where it leads', () => {
    const texts = page.querySelectorAll('a[href]').map((link) => textOf(link).trim());
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => SAYS_NOTHING.test(text))).toEqual([]);
  });

  test('allows no scripts but its own', () => {
    const policy = metaOf(path, 'meta[http-equiv="content-security-policy" i]');
    const directives = new Map(policy.split(';').map((text) => [text.trim().split(/\s+/)[0], text.trim()]));
    expect(directives.get('script-src')).toMatch(/'self'/);
    expect(directives.get('default-src')).toMatch(/^default-src '(self|none)'$/);
    expect(directives.get('object-src') ?? directives.get('default-src')).toMatch(/'(none|self)'$/);
    expect(directives.get('base-uri')).toMatch(/'(none|self)'/);
    for (const loose of ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", 'data: ', 'https:', '*']) {
      expect(directives.get('script-src')).not.toContain(loose);
    }
    expect(policy).not.toContain("'unsafe-inline'");
  });

  test('has its title, its text and every result before any script runs', () => {
    expect(textOf(onlyElement(page, 'h1'))).not.toBe('');
    expect(textOf(onlyElement(page, 'main')).length).toBeGreaterThan(80);
    for (const output of page.querySelectorAll('output[data-result]')) {
      const name = output.getAttribute('data-result');
      // Figures from the reader's own browser are not known before it is asked: their places are empty, and look it.
      if (output.closest('mt-live-clock')) expect(textOf(output), name).toBe('–');
      else expect(output.getAttribute('data-value'), name).toMatch(/\d/);
    }
  });
});
