import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import { madeUpFile } from './fixtures/record.ts';
import { wordsOnDisk } from './on-disk.ts';
import type { RecordFile } from './types.ts';
import { previewRecords, readYours } from './yours.ts';

/** Today's method of the made-up record's only series. */
const METHOD = wordsOnDisk('load-balancing')!.series.find(({ id }) => id === 'published-table')!.method;

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

/** The made-up record with today's methods, changed. */
function recordWith(change: (record: RecordFile) => void = () => {}): string {
  const record = madeUpFile();
  record.series[0]!.method = METHOD;
  change(record);
  return JSON.stringify(record);
}

const remarks = () => readYours(folder).remarks.map((remark) => remark.replace(`${folder}/`, ''));

test('of several runs of an experiment the newest is taken', () => {
  const at = (time: string) => recordWith(({ provenance }) => (provenance.time = time));
  write('load-balancing/one', at('2021-02-03T00:00:00Z'));
  write('load-balancing/two', at('2021-02-04T00:00:00Z'));
  write('load-balancing/zero', at('2021-02-02T00:00:00Z'));
  expect(readYours(folder)).toEqual({
    runs: [{ experiment: 'load-balancing', file: join(folder, 'load-balancing/two.json') }],
    previews: [],
    remarks: [],
  });
});

test('where no record is published, the newest run stands for one, and is read again once it has changed', () => {
  const published = join(folder, 'none');
  const seeded = (seed: number) => recordWith(({ provenance }) => (provenance.seed = seed));
  const seeds = () => previewRecords(folder, published).map(({ provenance }) => provenance.seed);
  write('load-balancing/one', seeded(1));
  expect(readYours(folder, published)).toMatchObject({
    runs: [],
    previews: [{ experiment: 'load-balancing' }],
    remarks: [],
  });
  expect(previewRecords(folder, published)).toBe(previewRecords(folder, published));
  expect(seeds()).toEqual([1]);
  write('load-balancing/one', seeded(2));
  utimesSync(join(folder, 'load-balancing/one.json'), 1, 1);
  expect(seeds()).toEqual([2]);
  expect(previewRecords(undefined, published)).toEqual([]);
});

test('there are none where no folder is named, or there is none', () => {
  const none = { runs: [], previews: [], remarks: [] };
  expect(readYours(undefined)).toEqual(none);
  expect(readYours(join(folder, 'nowhere'))).toEqual(none);
});

describe('a file that can’t be drawn is said to be, in a sentence, and ends nothing:', () => {
  test.each([
    [
      'a damaged one',
      'load-balancing',
      '{"schema_version": 3',
      'it is damaged (no JSON). Measure again, or remove it.',
    ],
    ['no record', 'load-balancing', '[]', 'it is no record of this version: it must be object.'],
    [
      'one of the old form',
      'load-balancing',
      recordWith((record) => Object.assign(record, { schema_version: 2 })),
      'its format is version 2, and this site reads version 3; measure again.',
    ],
    [
      'one by a newer program',
      'load-balancing',
      recordWith(({ series }) => (series[0]!.method = METHOD + 1)),
      `its series published-table was measured by method ${METHOD + 1}, and this site, with method ${METHOD}, is older: take the newest.`,
    ],
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
});
