// What a reader may choose: records, and files that are none or mean harm. Each of those gets one sentence.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import { measuredElsewhere } from './fixtures/yours.ts';
import { LARGEST_FILE, readChosen, readFile } from './read-file.ts';
import type { MeasurementRecord } from './types.ts';

const KNOWN = ['load-balancing'];

function changed(change: (record: MeasurementRecord) => void): string {
  const record = madeUpRecord();
  change(record);
  return JSON.stringify(record);
}

/** What is said of a text. */
function saidOf(text: string, known = KNOWN): string {
  const reading = readFile(text, known);
  if ('record' in reading) throw new Error('it was read as a record');
  return reading.problem;
}

const files = globSync('content/measurements/*/*.json');
/** One record of each experiment: its machines differ in figures. */
const ofEach = files.filter((file, index) => files.findIndex((other) => dirname(other) === dirname(file)) === index);

test.each(ofEach)('what a machine like that of %s measures is read', (file) => {
  const record = measuredElsewhere(JSON.parse(readFileSync(file, 'utf8')) as MeasurementRecord);
  expect(readFile(JSON.stringify(record), [basename(dirname(file))])).toEqual({ record });
});

describe('is not drawn, and one sentence says why:', () => {
  test.each([
    ['nothing', '', 'it is damaged, or no JSON'],
    ['half a record', JSON.stringify(madeUpRecord()).slice(0, 900), 'it is damaged, or no JSON'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'it is damaged, or no JSON'],
    ['a number that is none', '{"schema_version": NaN}', 'it is damaged, or no JSON'],
    ['another thing', '[]', 'it is no record: it must be object'],
    ['nothing in particular', 'null', 'it is no record: it must be object'],
    [
      'a missing part',
      changed((record) => Reflect.deleteProperty(record, 'claims')),
      "it is no record: it must have required property 'claims'",
    ],
    [
      'a wrong part',
      changed(({ claims }) => Object.assign(claims[0]!, { why: 7 })),
      'it is no record: claims/0/why must be string',
    ],
    [
      'a field too many',
      changed((record) => Object.assign(record, { hostname: 'box' })),
      'it is no record: it has a field the schema does not know: hostname',
    ],
    [
      'another version of the format',
      changed((record) => Object.assign(record, { schema_version: 1 })),
      'its format is version 1, and this site reads version 2; measure again',
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
    [
      'a point without a place',
      changed(({ series }) => Reflect.deleteProperty(series[0]!.points[0]!.at, 'servers')),
      'a point of its series published-table does not say its servers',
    ],
    ['no day', changed(({ provenance }) => (provenance.time = '9999-99-99T99:99:99Z')), 'its time is no time'],
    ['a deep one', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'it is nested more deeply than any record'],
    [
      'deep in a record',
      JSON.stringify(madeUpRecord()).replace('"skipped":[', `"skipped":[${'['.repeat(40)}${']'.repeat(40)},`),
      'it is nested more deeply than any record',
    ],
    [
      'a new prototype',
      JSON.stringify(madeUpRecord()).replace('{', '{"__proto__":{"isAdmin":true},'),
      'a field in it is called __proto__, as no record’s is',
    ],
    [
      'a new prototype among values',
      JSON.stringify(madeUpRecord()).replace('"values":{', '"values":{"__proto__":{"n":1,"value":1,"low":1,"high":1},'),
      'a field in it is called __proto__, as no record’s is',
    ],
    [
      'a number beyond all',
      JSON.stringify(madeUpRecord()).replace('"value":120', '"value":1e999'),
      'a number in it is larger than anything that is measured',
    ],
    [
      'one that axes could not hold',
      JSON.stringify(madeUpRecord()).replace('"value":120', '"value":-1e308'),
      'a number in it is larger than anything that is measured',
    ],
    [
      'a long text',
      changed((record) => (record.warnings = ['a'.repeat(100_000)])),
      'a text in it is longer than any record has',
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
    expect(saidOf(text)).toBe(`is not drawn: ${why}.`);
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
  const said = saidOf(changed((record) => Object.assign(record, { [`\u202e\u001b[2J\n${'x'.repeat(5_000)}`]: 1 })));
  expect(said.length).toBeLessThan(200);
  expect(said).not.toMatch(/[\p{C}\n]/u);
});
