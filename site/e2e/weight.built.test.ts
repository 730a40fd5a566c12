/** Size limits of pages as HTML with its inline styles; files that they load are weighed in a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { articles, dist, pageAt } from './built';

/** Bytes of an article as it is sent, which takes Brotli, and how many elements a browser lays out. */
const AN_ARTICLE = { bytes: 60_000, elements: 6500 };
/** Bytes of the page of all claims, before it is compressed: nearly all of it is rows. */
const ALL_CLAIMS = 300_000;

const htmlOf = (path: string) => readFileSync(join(dist, path, 'index.html'));
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

test.each(articles())('%s is light', (path) => {
  expect(brotliCompressSync(htmlOf(path), best).length).toBeLessThanOrEqual(AN_ARTICLE.bytes);
  expect(pageAt(path).querySelectorAll('*').length).toBeLessThanOrEqual(AN_ARTICLE.elements);
});

test('the page of all claims is light', () => {
  expect(htmlOf('/claims/').length).toBeLessThanOrEqual(ALL_CLAIMS);
});
