// Tests of the published files: records, their words and their claims.
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import reference from '../../../content/reference.json' with { type: 'json' };
import { CLAIMS, WORDS } from './collection.ts';
import type { Claims } from './join.ts';
import { LARGEST_RECORD } from './largest.mjs';
import { claimsOnDisk, wordsOnDisk } from './on-disk.ts';
import { recordName, referenceOf } from './queries.ts';
import type { Bound, Part, RecordFile, Setting, Words } from './types.ts';
import { recordProblems } from './validate.ts';

const FOLDER = 'content/measurements';

const read = <File>(file: string): File => JSON.parse(readFileSync(file, 'utf8')) as File;
const slugOf = (file: string) => basename(file, '.json');

const files = globSync(`${FOLDER}/**/*.json`);
const records = files.map((file) => read<RecordFile>(file));
const experiments = [...new Set(records.map(({ experiment }) => experiment))].sort();
const machinesOf = (slug: string) =>
  records.flatMap(({ experiment, provenance }) => (experiment === slug ? [provenance.machine.id] : []));

test('nothing but records lies among the records', () => {
  expect(globSync(`${FOLDER}/*/*`).filter((file) => !/\/[a-z0-9-]+\/[a-z0-9-]+\.json$/.test(file))).toEqual([]);
});

test.each([WORDS, CLAIMS])('%s has a file for each experiment with a record', (folder) => {
  expect(globSync(`${folder}/*`).map(slugOf)).toEqual(expect.arrayContaining(experiments));
});

test('the reference names a published record of every experiment, and no exception that is none', () => {
  for (const experiment of experiments) expect(machinesOf(experiment), experiment).toContain(referenceOf(experiment));
  for (const [experiment, machine] of Object.entries<string>(reference.exceptions)) {
    expect(experiments).toContain(experiment);
    expect(machine).not.toBe(reference.machine);
  }
});

/** Keys and texts of settings and outcomes in a record that have no words, though readers see them by words only. */
function wordlessIn({ series }: RecordFile, words: Words): string[] {
  return series.flatMap(({ id, points }) => {
    const own = words.series.find((known) => known.id === id);
    if (!own) return [id];
    const named = (all: readonly { name: string; words?: Record<string, string> }[] = []) =>
      new Map(all.map(({ name, words = {} }) => [name, words]));
    const [dimensions, measures, outcomes] = [named(own.dimensions), named(own.measures), named(own.outcomes)];
    const lacks = (known: ReadonlyMap<string, Record<string, string>>, name: string, text?: Setting) => {
      const texts = known.get(name);
      const isIn = texts && (typeof text !== 'string' || Object.keys(texts).length === 0 || Object.hasOwn(texts, text));
      return isIn ? [] : [`${id}: ${name} ${text ?? ''}`];
    };
    return points.flatMap(({ at, values, exact, predicted, outcomes: ended, predicted_outcomes: foretold }) => [
      ...Object.entries(at).flatMap(([name, setting]) => lacks(dimensions, name, setting)),
      ...Object.keys({ ...values, ...exact, ...predicted }).flatMap((name) => lacks(measures, name)),
      ...Object.entries(ended ?? {}).flatMap(([name, ways]) =>
        Object.keys(ways).flatMap((way) => lacks(outcomes, name, way)),
      ),
      ...Object.entries(foretold ?? {}).flatMap(([name, way]) => lacks(outcomes, name, way)),
    ]);
  });
}

describe.runIf(files.length > 0).each(files)('%s', (file) => {
  const record = read<RecordFile>(file);

  test('is a record by the schema', () => expect(recordProblems(record)).toEqual([]));
  test('has words and claims in files of their own', () => {
    expect(Object.keys(record)).not.toContain('words');
    expect(Object.keys(record)).not.toContain('judged');
  });
  test('lies where its name says', () => expect(file).toBe(`${FOLDER}/${recordName(record)}.json`));
  test('is small', () => expect(statSync(file).size).toBeLessThan(LARGEST_RECORD));
  test('comes from a full run of committed sources', () => {
    expect(record.provenance).toMatchObject({ profile: 'full', dirty: false });
    expect(record.provenance.commit).not.toBe('unknown');
  });
  test('has words for all that has to have some', () =>
    expect(wordlessIn(record, wordsOnDisk(record.experiment)!)).toEqual([]));
  test('has intervals around its values', () => {
    const estimates = record.series.flatMap(({ points }) => points.flatMap(({ values }) => Object.values(values)));
    expect(estimates.filter(({ low, value, high }) => !(low <= value && value <= high))).toEqual([]);
  });
});

test('what has no words is found, whatever it is', () => {
  const [words, record] = [
    wordsOnDisk('dead-connections')!,
    read<RecordFile>(files.find((file) => /dead-/.test(file))!),
  ];
  expect(wordlessIn(record, { series: [] })).toEqual(record.series.map(({ id }) => id));
  const [first] = structuredClone(record.series);
  const [point] = first!.points;
  Object.assign(point!, { predicted: { made_up: 1 }, outcomes: { how: { slowly: 1 } }, predicted_outcomes: {} });
  Object.assign(point!.at, { made_up: 1, program: 'made-up' });
  expect(wordlessIn({ ...record, series: [{ ...first!, points: [point!] }] }, words)).toEqual([
    'fates: program made-up',
    'fates: made_up 1',
    'fates: made_up ',
    'fates: how slowly',
  ]);
});

describe.each(experiments)('the words of %s', (slug) => {
  const words = wordsOnDisk(slug)!;

  test('are words by the schema', () => expect(recordProblems(words, 'words')).toEqual([]));
  test('name each series once', () => {
    const ids = words.series.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
  test('say in one what there is to say', () => {
    for (const { id, dimensions } of words.series) {
      const names = dimensions.map(({ name }) => name);
      for (const { says = [] } of dimensions) expect(names, id).toEqual(expect.arrayContaining(says));
    }
  });
  test('say which of their figures are shares', () => {
    for (const { id, measures } of words.series)
      for (const { name, statistic, unit } of measures)
        expect(unit === 'share', `${id}, ${name}`).toBe(
          statistic.startsWith('share') || /_share$|_share_|^share_|rms/.test(name),
        );
  });
});

/** Labels of the figures in a part of a rule. */
const askedOf = (part: Part): string[] => {
  const bound: Bound = 'bound' in part ? part.bound : 0;
  return typeof bound === 'string' ? [part.figure, bound] : [part.figure];
};

describe.each(experiments)('what is said of %s', (slug) => {
  const claims = claimsOnDisk(slug) as Claims;
  const all = Object.values(claims).flatMap((judged) => judged.claims);

  test('is claims by the schema', () => expect(recordProblems(claims, 'claims')).toEqual([]));
  test('is said of every machine with a record, and of no other', () =>
    expect(Object.keys(claims).sort()).toEqual(machinesOf(slug).sort()));
  test('is judged by figures that it has', () => {
    for (const { id, figures, rule } of all) {
      const labels = figures.map(({ label }) => label);
      const asked = rule.cases.flatMap(({ parts }) => parts.flatMap(askedOf));
      expect(labels, id).toEqual(expect.arrayContaining(asked));
    }
  });
  test('names figures in words, and by no key that has words', () => {
    const keys = wordsOnDisk(slug)!.series.flatMap(({ dimensions }) =>
      dimensions.flatMap(({ words = {} }) =>
        Object.keys(words).filter((key) => key.includes('-') && !words[key]!.toLowerCase().includes(key)),
      ),
    );
    const labels = all.flatMap(({ figures }) => figures.map(({ label }) => label));
    const isIn = (key: string) => new RegExp(`(?<![\\w-])${key}(?![\\w-])`);
    expect(labels.filter((label) => keys.some((key) => isIn(key).test(label)))).toEqual([]);
  });
});
