import { expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import { ownRuns, provide, publishedRecords } from './in-browser.ts';

const record = madeUpRecord();
const other = madeUpRecord('other');
other.provenance.machine.logical_cores = 16;
const namesOf = () => ownRuns().map(({ record }) => record.machineName);

test('the reader’s machine is called so, and by its name where there are several of an experiment', () => {
  provide([], [record]);
  expect(namesOf()).toEqual(['your machine']);
  provide([], [record, { ...other, experiment: 'another' }]);
  expect(namesOf()).toEqual(['your machine', 'your machine']);
  provide([], [record, other]);
  expect(namesOf()).toEqual([
    'your machine Abacus 9000 computer, 2 cores',
    'your machine Abacus 9000 computer, 16 cores',
  ]);
});

test('the published records are those of all findings', async () => {
  provide(
    [
      { records: [record], words: {} },
      { records: [other], words: {} },
    ],
    [],
  );
  expect(await publishedRecords()).toEqual([record, other]);
});
