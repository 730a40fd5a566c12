import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import { writeSearchIndex } from './search-index.ts';

let folder = '';
beforeEach(() => {
  folder = makeTemporary('search-index-');
});
afterEach(() => remove(folder));

const page = (title: string, words: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main data-pagefind-body><h1>${title}</h1><p>${words}</p></main></body></html>`;

test('writes every file of the index whole, with the pages’ words in it', async () => {
  writeFileSync(join(folder, 'one.html'), page('One', 'a residue of the counter'));
  writeFileSync(join(folder, 'two.html'), page('Two', 'a buffer that is large enough'));
  expect(await writeSearchIndex(folder)).toBe(2);
  const index = join(folder, 'pagefind');
  const files = readdirSync(index, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(index, name)).isFile(),
  );
  expect(files.filter((name) => statSync(join(index, name)).size === 0)).toEqual([]);
  const entry = JSON.parse(readFileSync(join(index, 'pagefind-entry.json'), 'utf8')) as {
    languages: Record<string, { page_count: number }>;
  };
  expect(entry.languages['en']?.page_count).toBe(2);
  const fragments = files
    .filter((name) => name.startsWith('fragment'))
    .map((name) => gunzipSync(readFileSync(join(index, name))).toString('utf8'));
  expect(fragments.join(' ')).toContain('a residue of the counter');
  expect(fragments.join(' ')).toContain('large enough');
});

test('says what is wrong where there is nothing to index', async () => {
  await expect(writeSearchIndex(join(folder, 'nowhere'))).rejects.toThrow(/no page in .*nowhere can be searched/);
});
