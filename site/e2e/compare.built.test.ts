// What the built site has for browsers that draw a reader's record: run here, it draws what the site's build has drawn.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { measuredElsewhere } from '@/kit/record/fixtures/yours.ts';
import type { PublishedRecords } from '@/kit/record/in-browser.ts';
import { partsOfOthers } from './articles.ts';
import { articles, dist, pageAt, textOf } from './built.ts';

interface Drawing {
  FINDINGS: readonly string[];
  provide(published: readonly PublishedRecords[], yours: readonly PublishedRecords['records'][number][]): void;
  articleHtml(slug: string): Promise<string>;
  claimRowsHtml(titles: ReadonlyMap<string, string>): Promise<string>;
}

const [entry] = globSync('_astro/drawing.*.js', { cwd: dist });
const drawing = (await import(/* @vite-ignore */ pathToFileURL(join(dist, entry!)).href)) as Drawing;
const publishedOf = (slug: string) =>
  JSON.parse(readFileSync(join(dist, 'data', `${slug}.json`), 'utf8')) as PublishedRecords;
/** Those with a record: before, there is nothing to draw. */
const slugs = articles()
  .map((path) => path.split('/')[2]!)
  .filter((slug) => globSync(`content/measurements/${slug}/*.json`).length > 0);

const PARTS = '.mt-figure, .mt-inline, .mt-claim';
/** The outermost ones, each as markup with any white space as one space, whatever number its note has, and without scripts. */
const partsOf = (html: HTMLElement): string[] =>
  html
    .querySelectorAll(PARTS)
    .filter((part) => !part.parentNode?.closest(PARTS))
    .map((part) =>
      part
        .toString()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/figure-\d+|<script type="module"[^>]*><\/script>/g, ''),
    );
const bodyOf = (path: string) => pageAt(path).querySelector('.sl-markdown-content')!;

test('knows the findings that have an article and records', () => {
  expect([...drawing.FINDINGS].sort()).toEqual(expect.arrayContaining(slugs));
});

describe.each(slugs)('%s', (slug) => {
  test('is drawn from the published records as the site has it', async () => {
    drawing.provide([publishedOf(slug)], []);
    const built = partsOf(bodyOf(`/findings/${slug}/`));
    expect(built.length).toBeGreaterThan(2);
    expect(partsOf(parse(await drawing.articleHtml(slug)))).toEqual(built);
  });

  test('has a reader’s record in each figure and claim', async () => {
    const published = publishedOf(slug);
    drawing.provide([published], [measuredElsewhere(published.records[0]!)]);
    const html = parse(await drawing.articleHtml(slug));
    partsOfOthers(html).forEach((part) => part.remove());
    for (const figure of html.querySelectorAll('figure.mt-figure')) {
      figure.querySelector('.mt-provenance')?.remove();
      expect(textOf(figure), figure.id).toMatch(/your machine|Your run has nothing to draw here/);
    }
    for (const claim of html.querySelectorAll('[data-claim]'))
      expect(claim.querySelectorAll('[data-yours]'), claim.id).toHaveLength(1);
    expect(html.querySelectorAll('.mt-inline-figure--yours').length).toBeGreaterThan(0);
  });
});

test('the rows of all claims are drawn as the page has them', async () => {
  const rowsOf = (html: HTMLElement) =>
    html.querySelectorAll('[data-claim-row]').map((row) => row.toString().replaceAll(/\s+/g, ' '));
  const page = pageAt('/claims/');
  const titles = page
    .querySelectorAll('select[name="finding"] option')
    .map((option) => [option.getAttribute('value')!, textOf(option)] as const);
  drawing.provide(slugs.map(publishedOf), []);
  const drawn = rowsOf(parse(await drawing.claimRowsHtml(new Map(titles))));
  // A copy may have records of findings whose article it lacks.
  const built = rowsOf(page.querySelector('.sl-markdown-content')!).filter((row) =>
    slugs.includes(/data-finding="(.+?)"/.exec(row)![1]!),
  );
  expect(drawn.length).toBe(built.length);
  expect(drawn.length).toBeGreaterThan(slugs.length);
  expect(drawn.filter((row) => !built.includes(row))).toEqual([]);
});
