import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { articleOf, bare, written } from '@/e2e/articles';
import { dist, pageAt, textsOf } from '@/e2e/built';
import { needs } from '@/kit/needs';
import { claim, point, series } from '@/kit/record/queries';

const path = '/findings/static-page/';

test('the tool stands before the made-up books, and both before what to do', () => {
  const html = pageAt(path).toString();
  const places = ['<mt-static-page-tool', '<mt-static-page-lab', 'id="what-to-do"'].map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('the covers of all made-up books are files, each its own, which a reader gets who comes near', () => {
  const covers = pageAt(path).querySelectorAll('[data-thumb]');
  expect(covers.every((cover) => cover.getAttribute('loading') === 'lazy')).toBe(true);
  const files = covers.map((cover) => readFileSync(join(dist, cover.getAttribute('src')!)));
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(4);
  for (const file of files) expect(file.subarray(1, 4).toString()).toBe('PNG');
});

// Before a record is published, the article has no figures.
const published = needs('a published record of static-page', existsSync('content/measurements/static-page'));

describe('with a record', published, () => {
  test('the first sentence, and among the data the entries of EPUB 2, are the record’s', () => {
    const { page, record } = articleOf('static-page');
    const { measured, unit } = claim(record, 'reads-little').figures[0]!;
    expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual([written(measured!.value, unit)]);
    const { value } = point(series(record, 'ways'), { way: 'splice', epub_version: 2 }).values['entries_same_content']!;
    const row = textsOf(pageAt(`${path}data/`), '#ways .mt-data tbody tr').find(
      (text) => /splice plan/.test(text) && /EPUB 2/.test(text),
    );
    expect(row).toContain(bare(value, 'entries'));
  });
});
