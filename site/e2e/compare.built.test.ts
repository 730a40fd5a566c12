// What the built site has for browsers that draw a reader's record: run here, it draws what the site's build has drawn.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { measuredElsewhere } from '@/kit/record/fixtures/yours.ts';
import type { PublishedRecords } from '@/kit/record/in-browser.ts';
import { findingOf } from '@/kit/record/queries.ts';
import { bare, endsOf } from './articles.ts';
import { articles, dist, pageAt, textOf } from './built.ts';

interface Drawing {
  FINDINGS: readonly string[];
  EXPERIMENTS: readonly string[];
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

test('draws a record of every experiment that is published', () => {
  const published = globSync('content/measurements/*/*.json').map((file) => basename(dirname(file)));
  // A copy may have records of findings whose article it lacks.
  const articles = globSync('content/findings/*.mdx').map((file) => basename(file, '.mdx'));
  const shown = published.filter((experiment) => findingOf(experiment, articles) !== undefined);
  expect(shown.length).toBeGreaterThan(slugs.length);
  expect([...drawing.EXPERIMENTS].sort()).toEqual([...new Set(shown)].sort());
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
    // Of all experiments that it shows.
    const firsts = [...Map.groupBy(published.records, ({ experiment }) => experiment).values()].map(([one]) => one!);
    const yours = firsts.map((record) => measuredElsewhere(record));
    drawing.provide([published], yours);
    const html = parse(await drawing.articleHtml(slug));
    for (const figure of html.querySelectorAll('figure.mt-figure')) {
      figure.querySelector('.mt-provenance')?.remove();
      expect(textOf(figure), figure.id).toMatch(/your machine|Your run has nothing to draw here/);
    }
    const claims = yours.flatMap((record) => record.claims);
    for (const claim of html.querySelectorAll('[data-claim]')) {
      expect(claim.querySelectorAll('[data-yours]'), claim.id).toHaveLength(1);
      const { figures } = claims.find(({ id }) => claim.id === `claim-${id}`)!;
      const rows = claim
        .querySelectorAll('tbody tr')
        .map((row) => row.childNodes.map((cell) => textOf(cell as HTMLElement)));
      for (const { label, measured, unit } of figures) {
        const own = rows.filter(([of]) => of?.startsWith(label.replace(/\s+/g, ' ')));
        expect(own.length, label).toBeGreaterThan(0);
        for (const end of endsOf(measured))
          expect(own.flat().join(), `${claim.id}: ${label}`).toContain(bare(end, unit));
      }
    }
    expect(html.querySelectorAll('.mt-inline-figure--yours').length).toBeGreaterThan(0);
  });
});

test('an article has little of it before a record is chosen', () => {
  const page = pageAt('/findings/load-balancing/');
  const scripts = page
    .querySelectorAll('script[src]')
    .map((script) => readFileSync(join(dist, script.getAttribute('src')!), 'utf8'))
    .filter((script) => script.includes(entry!));
  expect(scripts).toHaveLength(1);
  const said = page.querySelector('[data-compare]')!.toString();
  expect(gzipSync(said + scripts.join('\n'), { level: 9 }).length).toBeLessThan(2_000);
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
