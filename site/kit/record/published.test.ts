// The records that are published, as they lie in the tree.
import { globSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LARGEST_RECORD } from './largest.mjs';
import { recordName } from './queries.ts';
import type { MeasurementRecord } from './types.ts';
import { recordProblems } from './validate.ts';

const FOLDER = 'content/measurements';

const files = globSync(`${FOLDER}/**/*.json`);

test('nothing but records lies among the records', () => {
  expect(globSync(`${FOLDER}/*/*`).filter((file) => !/\/[a-z0-9-]+\/[a-z0-9-]+\.json$/.test(file))).toEqual([]);
});

describe.runIf(files.length > 0).each(files)('%s', (file) => {
  const record = JSON.parse(readFileSync(file, 'utf8')) as MeasurementRecord;

  test('is a record by the schema', () => expect(recordProblems(record)).toEqual([]));
  test('lies where its name says', () => expect(file).toBe(`${FOLDER}/${recordName(record)}.json`));
  test('is small', () => expect(statSync(file).size).toBeLessThan(LARGEST_RECORD));
  test('comes from a full run of committed sources', () => {
    expect(record.provenance).toMatchObject({ profile: 'full', dirty: false });
    expect(record.provenance.commit).not.toBe('unknown');
  });
  test('names the figures of its claims in words, and by no key that has words', () => {
    const keys = record.series.flatMap(({ dimensions }) =>
      dimensions.flatMap(({ words = {} }) =>
        Object.keys(words).filter((key) => key.includes('-') && !words[key]!.toLowerCase().includes(key)),
      ),
    );
    const labels = record.claims.flatMap(({ figures }) => figures.map(({ label }) => label));
    const isIn = (key: string) => new RegExp(`(?<![\\w-])${key}(?![\\w-])`);
    expect(labels.filter((label) => keys.some((key) => isIn(key).test(label)))).toEqual([]);
  });
  test('says which of its figures are shares', () => {
    for (const { id, measures } of record.series)
      for (const { name, statistic, unit } of measures)
        expect(unit === 'share', `${id}, ${name}`).toBe(
          statistic.startsWith('share') || /_share$|_share_|^share_|rms/.test(name),
        );
  });
  test('has intervals around its values', () => {
    const estimates = record.series.flatMap(({ points }) => points.flatMap(({ values }) => Object.values(values)));
    expect(estimates.filter(({ low, value, high }) => !(low <= value && value <= high))).toEqual([]);
  });
});
