import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import { madeUpRecord } from './fixtures/record.ts';
import { isYours } from './origin.ts';
import { sourceHash } from './source-hash.ts';
import type { MeasurementRecord } from './types.ts';
import { readYours } from './yours.ts';

let folder: string;
beforeEach(() => {
  folder = makeTemporary('yours-');
});
afterEach(() => remove(folder));

function write(name: string, content: string): void {
  const file = join(folder, `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** The made-up record, of the sources as they are, changed. */
function recordWith(change: (record: MeasurementRecord) => void = () => {}): string {
  const record = madeUpRecord();
  record.provenance.sources = ['LICENSE'];
  record.provenance.source_hash = sourceHash('.', ['LICENSE']);
  change(record);
  return JSON.stringify(record);
}

const remarks = () => readYours(folder).remarks.map((remark) => remark.replace(`${folder}/`, ''));

test('a run is read as the reader’s, whatever machine of ours has the same name', () => {
  write('load-balancing/made-up', recordWith());
  const { runs } = readYours(folder);
  expect(runs.map(({ file, record }) => [file, isYours(record) && record.machineName])).toEqual([
    [join(folder, 'load-balancing/made-up.json'), 'your machine'],
  ]);
  expect(remarks()).toEqual([]);
});

test('two runs of an experiment are told apart by their names', () => {
  write('load-balancing/one', recordWith());
  write('load-balancing/two', recordWith());
  expect(readYours(folder).runs.map(({ record }) => isYours(record) && record.machineName)).toEqual([
    'your machine one',
    'your machine two',
  ]);
});

test('what is read stays the same until a file changes, comes or goes', () => {
  write('load-balancing/made-up', recordWith());
  const before = readYours(folder);
  expect(readYours(folder)).toBe(before);
  write(
    'load-balancing/made-up',
    recordWith(({ provenance }) => (provenance.seed = 12_345)),
  );
  expect(readYours(folder).runs[0]!.record.provenance.seed).toBe(12_345);
  remove(join(folder, 'load-balancing'));
  expect(readYours(folder).runs).toEqual([]);
});

test('there are none where no folder is named, or there is none', () => {
  expect(readYours(undefined)).toEqual({ runs: [], remarks: [] });
  expect(readYours(join(folder, 'nowhere'))).toEqual({ runs: [], remarks: [] });
});

describe('a file that can’t be drawn is said to be, in a sentence, and ends nothing:', () => {
  test.each([
    [
      'a damaged one',
      'load-balancing',
      '{"schema_version": 2',
      'it is damaged (no JSON). Measure again, or remove it.',
    ],
    ['no record', 'load-balancing', '[]', 'it is no record of this version: it must be object.'],
    [
      'words that a terminal would obey',
      'load-balancing',
      recordWith((record) => Object.assign(record, { '\u001b[2Jgone\n': 1 })),
      'it is no record of this version: it has a field the schema does not know: \ufffd[2Jgone\ufffd.',
    ],
    [
      'one of no day',
      'load-balancing',
      recordWith(({ provenance }) => (provenance.time = '9999-99-99T99:99:99Z')),
      'its time is no time.',
    ],
    ['one in another’s folder', 'isspace', recordWith(), 'it is a record of load-balancing, in the folder of isspace.'],
    [
      'one of an unknown finding',
      'no-such-finding',
      recordWith((record) => (record.experiment = 'no-such-finding')),
      'no record of no-such-finding is published that it could stand beside.',
    ],
  ])('%s', (_, slug, content, sentence) => {
    write(`${slug}/broken`, content);
    write('load-balancing/whole', recordWith());
    expect(remarks()).toEqual([`${slug}/broken.json is not drawn: ${sentence}`]);
    expect(readYours(folder).runs.map(({ file }) => file)).toEqual([join(folder, 'load-balancing/whole.json')]);
  });

  test('one that is older than the code is drawn, and said to be so', () => {
    write(
      'load-balancing/old',
      recordWith(({ provenance }) => (provenance.source_hash = '0'.repeat(64))),
    );
    expect(remarks()).toEqual([
      'load-balancing/old.json is older than the code, and marked so: `npm run experiments -- load-balancing` makes it anew.',
    ]);
    expect(readYours(folder).runs).toHaveLength(1);
  });
});
