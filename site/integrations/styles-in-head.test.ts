import { expect, test } from 'vitest';
import { withStylesInHead } from './styles-in-head.ts';

const link = (name: string) => `<link rel="stylesheet" href="/_astro/${name}.css">`;
const page = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`;

test('a stylesheet of the body moves to the end of the head', () => {
  expect(withStylesInHead(page(link('a'), `<p>text</p>${link('b')}<pre></pre>`))).toBe(
    page(link('a') + link('b'), '<p>text</p><pre></pre>'),
  );
});

test('each is linked once, in the order of the body, however its tag ends', () => {
  const body = `${link('b')}<link rel="stylesheet" href="/_astro/a.css"/>${link('b')}${link('c')}`;
  expect(withStylesInHead(page(link('c'), body))).toBe(page(link('c') + link('b') + link('a'), ''));
});

test('a page without any stays as it is, to the byte', () => {
  const html = page('<style>p{}</style>', '<link rel="prefetch" href="/x"><p>&lt;link rel="stylesheet"&gt;</p>');
  expect(withStylesInHead(html)).toBe(html);
});

test('a page without a head is refused', () => {
  expect(() => withStylesInHead('<p>')).toThrow(/no <\/head>/);
});
