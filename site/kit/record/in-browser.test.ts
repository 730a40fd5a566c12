import { expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import { isStale, ownRuns, provide } from './in-browser.ts';
import { isYours } from './origin.ts';

const record = madeUpRecord();
const { sources, source_hash } = record.provenance;
const other = madeUpRecord();
other.provenance.machine.id = 'other';
const namesOf = () => ownRuns().map(({ record }) => isYours(record) && record.machineName);

test('the reader’s machine is called so, and by its name where there are several of a finding', () => {
  provide([], [record]);
  expect(namesOf()).toEqual(['your machine']);
  provide([], [record, other]);
  expect(namesOf()).toEqual(['your machine made-up', 'your machine other']);
});

test('a record is of this version where the site has the same sources behind it', () => {
  provide([{ records: [], sources: [{ sources, source_hash }] }], []);
  expect(isStale(record)).toBe(false);
  provide([{ records: [], sources: [{ sources, source_hash: '1'.repeat(64) }] }], []);
  expect(isStale(record)).toBe(true);
  provide([{ records: [], sources: [{ sources: ['others'], source_hash }] }], []);
  expect(isStale(record)).toBe(true);
});
