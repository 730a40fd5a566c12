import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differences, pageLines, readSite } from './pages.mjs';
import { makeTemporary, remove } from './remove.mjs';

const page = (body: string) => pageLines(`<html><head><title>A page</title></head><body>${body}</body></html>`);

test('a page is its text, and the attributes that a reader notices', () => {
  expect(
    page('<p class="wide">Half of\n  them</p><path class="curve" d="M0 0L9 9"/><output data-value="0.5">50%</output>'),
  ).toEqual([...['A page', 'Half of them', '<path d=M0 0L9 9>', '<output data-value=0.5>', '50%']]);
});

test('neither scripts and styles nor the hashes of built files count', () => {
  const built = (hash: string) => page(`<style>p{}</style><script>${hash}</script><img src="/_astro/a.${hash}.png">`);
  expect(built('B1x-9_')).toEqual(built('Q7'));
  expect(built('Q7')).toEqual(['A page', '<img src=/_astro/…>']);
});

test.each([
  ['another word', '<p>one two</p>', '<p>one three</p>'],
  ['a lost label', '<svg aria-label="Loads"></svg>', '<svg></svg>'],
  ['a moved dot', '<circle cx="1"/>', '<circle cx="2"/>'],
  ['a changed figure', '<output data-value="1">1</output>', '<output data-value="1.0001">1</output>'],
  ['a control that is dead', '<button>Reset</button>', '<button disabled>Reset</button>'],
  ['another order', '<p>one</p><p>two</p>', '<p>two</p><p>one</p>'],
  ['a row less of two alike', '<p>one</p><p>one</p>', '<p>one</p>'],
])('%s is a difference', (_, before, after) => {
  expect(differences({ 'a.html': page(before) }, { 'a.html': page(before) })).toEqual([]);
  const [found] = differences({ 'a.html': page(before) }, { 'a.html': page(after) });
  expect([...found!.removed, ...found!.added]).not.toEqual([]);
});

test('a page that went and one that came are differences; what is ignored is none', () => {
  expect(differences({ a: ['x'] }, { b: ['x'] }).map(({ file }) => file)).toEqual(['a', 'b']);
  expect(differences({ a: ['12 s, old'] }, { a: ['12 s'] }, [/, old/g])).toEqual([]);
});

test('a built site is read without the index of its search', () => {
  const folder = makeTemporary('pages-');
  try {
    for (const name of ['index.html', 'data.csv', 'pagefind-entry.json', 'picture.png'])
      writeFileSync(join(folder, name), 'a');
    expect(Object.keys(readSite(folder))).toEqual(['data.csv', 'index.html']);
  } finally {
    remove(folder);
  }
});
