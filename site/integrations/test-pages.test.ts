import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import { labsOnTestPages, testPages } from './test-pages.ts';

let root = '';
beforeEach(() => {
  root = makeTemporary('test-pages-');
  for (const folder of ['lab', 'lab/own', 'charts']) {
    mkdirSync(join(root, 'site/findings/buffer-size', folder), { recursive: true });
    writeFileSync(join(root, 'site/findings/buffer-size', folder, 'Lab.astro'), '');
  }
});
afterEach(() => remove(root));

/** What the integration adds to a site. */
function routes(wanted: boolean): { pattern: string; entrypoint: string | URL }[] {
  const added: { pattern: string; entrypoint: string | URL }[] = [];
  const setup = labsOnTestPages(wanted).hooks['astro:config:setup'] as unknown as (given: object) => void;
  setup({
    config: { root: pathToFileURL(`${root}/`) },
    injectRoute: (route: (typeof added)[number]) => added.push(route),
    createCodegenDir: () => pathToFileURL(`${root}/`),
    logger: { info: () => {} },
  });
  return added;
}

test('every lab has a test page, named after its finding and its folder', () => {
  expect(testPages(`${root}/`)).toEqual([
    {
      component: 'site/findings/buffer-size/lab/Lab.astro',
      slug: 'buffer-size',
      name: 'lab',
      path: '/test/buffer-size/lab/',
    },
    {
      component: 'site/findings/buffer-size/lab/own/Lab.astro',
      slug: 'buffer-size',
      name: 'own',
      path: '/test/buffer-size/own/',
    },
  ]);
});

test('a site for tests holds them, each with its lab alone', () => {
  const added = routes(true);
  expect(added.map(({ pattern }) => pattern)).toEqual(['/test/buffer-size/lab/', '/test/buffer-size/own/']);
  const texts = added.map(({ entrypoint }) => readFileSync(entrypoint, 'utf8'));
  expect(texts[0]).toContain('site/findings/buffer-size/lab/Lab.astro"');
  expect(texts[1]).toContain('site/findings/buffer-size/lab/own/Lab.astro"');
});

test('a site for readers holds none', () => {
  expect(routes(false)).toEqual([]);
});
