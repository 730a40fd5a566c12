// Files that a reader may choose: records, and others, broken or malicious. Each of the latter gets one sentence.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { FORMAT } from './format.ts';
import { madeUpFile, madeUpRecord, madeUpWords } from './fixtures/record.ts';
import { measuredElsewhere, selfContained } from './fixtures/yours.ts';
import { joinRead, LARGEST_FILE, readChosen, readFile } from './read-file.ts';
import type { RecordFile } from './types.ts';

const KNOWN = ['load-balancing'];

function changed(change: (record: RecordFile) => void): string {
  const record = madeUpFile();
  change(record);
  return JSON.stringify(record);
}

/** The sentence for a text that is refused. */
function refusalOf(text: string, known = KNOWN): string {
  const reading = readFile(text, known);
  if ('record' in reading) throw new Error('it was read as a record');
  return reading.problem;
}

const files = globSync('content/measurements/*/*.json');
/** One record of each experiment: machines differ in figures alone. */
const ofEach = files.filter((file, index) => files.findIndex((other) => dirname(other) === dirname(file)) === index);

test.each(ofEach)('what a machine like that of %s measures is read', (file) => {
  const record = measuredElsewhere(selfContained(file));
  expect(readFile(JSON.stringify(record), [basename(dirname(file))])).toEqual({ record });
});

test('the version of the format that is read is the schema’s', () => {
  expect(schema.properties.schema_version.const).toBe(FORMAT);
});

test('a point may lack any dimension', () => {
  const text = changed(({ series }) => Reflect.deleteProperty(series[0]!.points[0]!.at, 'servers'));
  expect(readFile(text, KNOWN)).toEqual({ record: JSON.parse(text) });
});

describe('what was read is joined', () => {
  const file = (change: (record: RecordFile) => void = () => {}) => JSON.parse(changed(change)) as RecordFile;

  test('with its own words and claims', () => {
    const own = file(({ words }) => (words!.series[0]!.title = 'In its own words'));
    const joined = joinRead(own, madeUpWords());
    expect(joined).toMatchObject({ record: { series: [{ title: 'In its own words' }] } });
    expect(joined).toMatchObject({ record: { claims: madeUpRecord().claims } });
  });

  test('with the site’s words where it has none, as a published one, and nothing is said of it', () => {
    const own = file((record) => Object.assign(record, { words: undefined, judged: null }));
    expect(joinRead(own, madeUpWords())).toEqual({
      record: { ...madeUpRecord(), machineName: 'Abacus 9000 computer', claims: [], derived: {} },
    });
  });

  test.each<[string, (record: RecordFile) => void, string]>([
    [
      'a series by a newer method',
      ({ series }) => (series[0]!.method = 3),
      'its series published-table was measured by method 3, and this site, with method 2, is older: take the newest',
    ],
    [
      'a series that nothing is known of',
      ({ words }) => (words!.series = []),
      'there are no words for its series published-table',
    ],
  ])('unless it has %s', (_, change, why) => {
    expect(joinRead(file(change), madeUpWords())).toEqual({ problem: `is not drawn: ${why}.` });
  });
});

describe('is not drawn, and one sentence says why:', () => {
  test.each([
    ['nothing', '', 'it is damaged, or no JSON'],
    ['half a record', JSON.stringify(madeUpFile()).slice(0, 900), 'it is damaged, or no JSON'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'it is damaged, or no JSON'],
    ['a number that is none', '{"schema_version": NaN}', 'it is damaged, or no JSON'],
    ['another thing', '[]', 'it is no record: it must be object'],
    ['nothing in particular', 'null', 'it is no record: it must be object'],
    [
      'a missing part',
      changed((record) => Reflect.deleteProperty(record, 'skipped')),
      "it is no record: it must have required property 'skipped'",
    ],
    [
      'a wrong part',
      changed(({ judged }) => Object.assign(judged!.claims[0]!, { why: 7 })),
      'it is no record: judged/claims/0/why must be string',
    ],
    [
      'a field too many',
      changed((record) => Object.assign(record, { hostname: 'box' })),
      'it is no record: it has a field the schema does not know: hostname',
    ],
    [
      'an older version of the format',
      changed((record) => Object.assign(record, { schema_version: 2 })),
      'its format is version 2, and this site reads version 3; measure again',
    ],
    [
      'a newer version of the format',
      changed((record) => Object.assign(record, { schema_version: 4 })),
      'its format is version 4, and this site, with version 3, is older: take the newest',
    ],
    [
      'another finding',
      changed((record) => (record.experiment = 'no-such-finding')),
      'it is a record of no-such-finding, which is no finding here',
    ],
    [
      'a way out of the folder of records',
      changed((record) => (record.experiment = '../../../etc/passwd')),
      'it is no record: experiment must match pattern "^[a-z0-9]+(-[a-z0-9]+)*$"',
    ],
    ['no day', changed(({ provenance }) => (provenance.time = '9999-99-99T99:99:99Z')), 'its time is no time'],
    ['a deep one', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'it is nested more deeply than any record'],
    [
      'deep in a record',
      JSON.stringify(madeUpFile()).replace('"skipped":[', `"skipped":[${'['.repeat(40)}${']'.repeat(40)},`),
      'it is nested more deeply than any record',
    ],
    [
      'a new prototype',
      JSON.stringify(madeUpFile()).replace('{', '{"__proto__":{"isAdmin":true},'),
      'a field in it is called __proto__, as no record’s is',
    ],
    [
      'a new prototype among values',
      JSON.stringify(madeUpFile()).replace('"values":{', '"values":{"__proto__":{"n":1,"value":1,"low":1,"high":1},'),
      'a field in it is called __proto__, as no record’s is',
    ],
    [
      'a number beyond all',
      JSON.stringify(madeUpFile()).replace('"value":120', '"value":1e999'),
      'a number in it is larger than anything that is measured',
    ],
    [
      'one that axes could not hold',
      JSON.stringify(madeUpFile()).replace('"value":120', '"value":-1e308'),
      'a number in it is larger than anything that is measured',
    ],
    [
      'a long text',
      changed((record) => (record.warnings = ['a'.repeat(100_000)])),
      'a text in it is longer than any record has',
    ],
    [
      'a long unit',
      changed(({ words }) => (words!.series[0]!.measures[0]!.unit = 'u'.repeat(41))),
      'a unit in it is longer than any that is measured in',
    ],
    [
      'thousands of series',
      changed(
        (record) => (record.series = Array.from({ length: 5_000 }, (_, i) => ({ ...record.series[0]!, id: `s${i}` }))),
      ),
      'it has 5000 series, more than any experiment',
    ],
    [
      'thousands of points',
      changed(({ series: [first] }) => (first!.points = Array.from({ length: 12_000 }, () => first!.points[0]!))),
      'it has 12000 points, more than any experiment',
    ],
  ])('%s', (_, text, why) => {
    expect(refusalOf(text)).toBe(`is not drawn: ${why}.`);
  });

  test('what is no file to open', async () => {
    const huge = { size: 50 * 2 ** 20, text: () => Promise.reject(new Error('it was opened')) } as unknown as Blob;
    expect(await readChosen(huge, KNOWN)).toEqual({
      problem: 'is not drawn: it has 50 MiB, and no record has more than 2 MiB.',
    });
    expect(LARGEST_FILE).toBeGreaterThan(5 * Math.max(...files.map((file) => readFileSync(file).length)));
  });
});

test('a sentence stays one, whatever the file says', () => {
  const said = refusalOf(changed((record) => Object.assign(record, { [`\u202e\u001b[2J\n${'x'.repeat(5_000)}`]: 1 })));
  expect(said.length).toBeLessThan(200);
  expect(said).not.toMatch(/[\p{C}\n]/u);
});
