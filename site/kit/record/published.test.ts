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
  test('names every measure and dimension that its points use', () => {
    for (const { id, dimensions, measures, points } of record.series) {
      const names = dimensions.map(({ name }) => name);
      const needed = dimensions.flatMap(({ name, optional }) => (optional ? [] : [name]));
      const known = new Set(measures.map(({ name }) => name));
      for (const { at, values, exact, predicted, published } of points) {
        expect(names, id).toEqual(expect.arrayContaining(Object.keys(at)));
        expect(Object.keys(at), id).toEqual(expect.arrayContaining(needed));
        const used = [values, exact ?? {}, predicted ?? {}, published ?? {}].flatMap(Object.keys);
        expect(
          used.filter((name) => !known.has(name)),
          id,
        ).toEqual([]);
      }
    }
  });
  test('has words for each setting and outcome where it has any', () => {
    for (const { id, dimensions, outcomes = [], points } of record.series) {
      for (const { name, words } of dimensions) {
        const texts = points.flatMap(({ at }) => (typeof at[name] === 'string' ? [at[name]] : []));
        if (words) expect(Object.keys(words).sort(), `${id}, ${name}`).toEqual([...new Set(texts)].sort());
      }
      for (const { name, words } of outcomes) {
        const ways = points.flatMap(({ outcomes: seen, predicted_outcomes: predicted }) => [
          ...Object.keys(seen?.[name] ?? {}),
          ...(predicted?.[name] === undefined ? [] : [predicted[name]]),
        ]);
        if (words) expect(Object.keys(words).sort(), `${id}, ${name}`).toEqual([...new Set(ways)].sort());
      }
    }
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
