import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NodeType, parse, type HTMLElement, type Node } from 'node-html-parser';
import { TEST_PAGES } from '@/integrations/test-pages';
import { siteForTests } from '@/scripts/lib/paths.mjs';

/** The site as it was last built for tests. */
export const dist = resolve(siteForTests);

/** Where the pages of the built site say that they are: only the path matters to tests. */
function pathOf(address: string): string {
  return new URL(address).pathname;
}

/** The elements of a built page. */
export const pageAt = (path: string, folder = dist): HTMLElement =>
  parse(readFileSync(join(folder, path, path.endsWith('/') ? 'index.html' : ''), 'utf8'));

/** The one element that a selector is meant to find. */
export function onlyElement(within: HTMLElement, selector: string): HTMLElement {
  const found = within.querySelectorAll(selector);
  if (found.length !== 1) throw new Error(`${found.length} elements match ${selector}, not one`);
  return found[0]!;
}

/** Text of an element for a reader: white space as one plain space, and without popovers. */
export function textOf(element: HTMLElement): string {
  const text = (node: Node): string => {
    if (node.nodeType !== NodeType.ELEMENT_NODE) return node.text;
    const { rawTagName, attributes, childNodes } = node as HTMLElement;
    return 'popover' in attributes || /^(script|style)$/i.test(rawTagName) ? '' : childNodes.map(text).join('');
  };
  return text(element).replace(/\s+/g, ' ').trim();
}

/** The texts of all elements that a selector finds. */
export const textsOf = (within: HTMLElement, selector: string): string[] =>
  within.querySelectorAll(selector).map(textOf);

/** The paths of all pages in the site map, such as `/findings/load-balancing/`. */
export function pagesInSiteMap(folder = dist): string[] {
  const locations = (file: string) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => pathOf(address!));
  const maps = locations('sitemap-index.xml').map((path) => path.split('/').at(-1)!);
  return maps.flatMap(locations).sort();
}

/** The paths of all pages for readers, from the files; the page for what is not found is `/404.html`. */
export function pagesInFolder(folder = dist): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `/${name.replace(/(^|\/)index\.html$/, '$1')}`)
    .filter((path) => !path.startsWith(TEST_PAGES))
    .sort();
}

/** The articles among the pages. */
export function articles(): string[] {
  return pagesInSiteMap().filter((path) => /^\/findings\/[^/]+\/$/.test(path));
}

/** The labs of a page, by their tags: each is an element of its own with words for when its script can't be loaded. */
export function labsOf(path: string): string[] {
  const elements = pageAt(path)
    .querySelectorAll('*')
    .filter(({ rawTagName }) => rawTagName.includes('-'));
  return elements.filter((element) => element.querySelector('[data-result]')).map(({ rawTagName }) => rawTagName);
}

/**
 * Links of a built site's pages to missing targets within it: pages, files, and the places within pages that a `#`
 * names. An absolute address counts as within where it starts with the site's own.
 *
 * @param base the path it was built for
 */
export function brokenLinks(folder: string, base: string): string[] {
  const trees = new Map<string, HTMLElement>();
  const tree = (file: string) => {
    const parsed = trees.get(file) ?? parse(readFileSync(file, 'utf8'));
    trees.set(file, parsed);
    return parsed;
  };
  const broken: string[] = [];
  for (const page of pagesInFolder(folder)) {
    const html = tree(fileOf(folder, page)!);
    const own = new URL(html.querySelector('link[rel=canonical]')?.getAttribute('href') ?? 'https://own.invalid');
    const here = new URL(base.slice(0, -1) + page, own);
    for (const { element, address } of addresses(html)) {
      const target = URL.canParse(address, here) ? new URL(address, here) : undefined;
      if (!target) broken.push(`${page}: ${element} ${address} is no address`);
      if (target?.origin !== own.origin) continue;
      if (!target.pathname.startsWith(base)) {
        broken.push(`${page}: ${element} ${address} leaves ${base}`);
        continue;
      }
      const file = fileOf(folder, target.pathname.slice(base.length - 1));
      if (!file) broken.push(`${page}: ${element} ${address} is not there`);
      const id = decodeURIComponent(target.hash.slice(1));
      // The top of a page needs no element.
      if (!file?.endsWith('.html') || id === '' || id === 'top') continue;
      if (!tree(file).getElementById(id)) broken.push(`${page}: ${element} ${address} names no place there`);
    }
  }
  return broken;
}

/** Everything on a page that is an address. */
function* addresses(html: HTMLElement): Generator<{ element: string; address: string }> {
  for (const element of html.querySelectorAll('[href], [src], [srcset], [action], [poster]')) {
    for (const name of ['href', 'src', 'action', 'poster']) {
      const address = element.getAttribute(name);
      if (address !== undefined) yield { element: element.rawTagName, address };
    }
    for (const candidate of element.getAttribute('srcset')?.split(',') ?? []) {
      yield { element: element.rawTagName, address: candidate.trim().split(/\s+/)[0]! };
    }
  }
  for (const element of html.querySelectorAll('meta[property="og:image"], meta[name="twitter:image"]')) {
    yield { element: 'meta', address: element.getAttribute('content') ?? '' };
  }
}

/** The file that a path is served from; a folder is served only with its slash. */
function fileOf(folder: string, path: string): string | undefined {
  const file = join(folder, decodeURIComponent(path), path.endsWith('/') ? 'index.html' : '');
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}
