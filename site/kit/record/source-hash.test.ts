import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import { isStale, sourceHash } from './source-hash.ts';

// The same small tree and the same answer stand in experiments/lib/provenance/src/sources.rs.
const TREE = 'experiments/lib/provenance/tests/tree';
const SOURCES = ['wasm/models/src/placement.rs', 'wasm/models/src/deep', 'experiments/one'];
const HASH = 'dde96932a619352259f194a70621a6449edd88cd7966ee5e75d5661ee083e8ef';

test('the site and the experiments hash sources alike', () => {
  expect(sourceHash(TREE, SOURCES)).toBe(HASH);
});

test('the order in which sources are listed, and listing them twice, change nothing', () => {
  expect(sourceHash(TREE, [...SOURCES, 'experiments/one/src'].reverse())).toBe(HASH);
});

test('paths and contents are hashed in order, without tests, documents, hidden files and judges', () => {
  const hash = createHash('sha256');
  hash.update('experiments/one/src/main.rs\0').update('13\0').update('fn main() {}\n');
  hash.update('experiments/one/table.csv\0').update('18\0').update('items,servers\n1,2\n');
  expect(sourceHash(TREE, ['experiments/one'])).toBe(hash.digest('hex'));
});

test('of the experiments themselves every file counts, but for tests, documents, hidden files and judges', () => {
  const sources = globSync('{experiments/{*,lib/*/src},wasm/{models,lib}/*/src}')
    .filter((path) => !path.endsWith('/lib'))
    .sort();
  expect(sources.length).toBeGreaterThan(30);
  for (const source of sources) {
    const files = globSync(`${source}/**`, {
      exclude: ['**/.*', '**/tests', '**/tests.rs', '**/judge', '**/judge.rs', '**/*.md'],
    });
    const hash = createHash('sha256');
    for (const path of files.filter((path) => statSync(path).isFile()).sort()) {
      const content = readFileSync(path);
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
    expect(sourceHash('.', [source]), source).toBe(hash.digest('hex'));
  }
});

test('a record is stale when its sources changed or are gone, and only then', () => {
  const record = madeUpRecord();
  record.provenance.sources = SOURCES;
  record.provenance.source_hash = HASH;
  expect(isStale(record, TREE)).toBe(false);
  record.provenance.source_hash = '0'.repeat(64);
  expect(isStale(record, TREE)).toBe(true);
  record.provenance.sources = ['wasm/models/src/gone.rs'];
  expect(isStale(record, TREE)).toBe(true);
});
