import { describe, expect, test } from 'vitest';
import { madeUpFile, madeUpPublished, madeUpWords } from './fixtures/record.ts';
import { recordProblems } from './validate.ts';

describe('a record is checked against the schema', () => {
  test('a whole record has no problems', () => {
    expect(recordProblems(madeUpFile())).toEqual([]);
  });

  test.each([[null], [7], ['text'], [[]], [{}]])('%j is no record', (value) => {
    expect(recordProblems(value)).not.toEqual([]);
  });

  test('a record that is published has neither words nor claims', () => {
    expect(recordProblems(madeUpPublished())).toEqual([]);
  });

  test('words and claims are each checked by their own', () => {
    const { words, judged } = madeUpFile();
    expect(recordProblems(words, 'words')).toEqual([]);
    expect(recordProblems({ 'made-up': judged }, 'claims')).toEqual([]);
    const [series] = madeUpWords().series;
    expect(recordProblems({ series: [{ ...series, method: 0 }] }, 'words')).toEqual([
      { path: ['series', 0, 'method'], message: 'must be >= 1' },
    ]);
    expect(recordProblems({ 'made-up': { derived: {} } }, 'claims')).toEqual([
      { path: ['made-up'], message: "must have required property 'claims'" },
    ]);
  });

  test('a problem says where it is and what it is', () => {
    const record = madeUpFile();
    Object.assign(record.series[0]!.points[1]!.values['p99_items']!, { value: 'many' });
    expect(recordProblems(record)).toEqual([
      { path: ['series', 0, 'points', 1, 'values', 'p99_items', 'value'], message: 'must be number' },
    ]);
  });

  test('an unknown field is named', () => {
    const record = { ...madeUpFile(), hostname: 'box' };
    expect(recordProblems(record)).toEqual([{ path: [], message: 'has a field the schema does not know: hostname' }]);
  });

  test('an unknown verdict is answered with the known ones', () => {
    const record = madeUpFile();
    Object.assign(record.judged!.claims[0]!, { verdict: 'probably' });
    expect(recordProblems(record)[0]!.message).toBe(
      'must be "reproduced" or must be "differs" or must be "undecided" or must be "depends" or must be "not-tested" ' +
        'or must be "holds" or must be "does-not-hold"',
    );
  });

  test.each(['javascript:alert(1)', 'data:text/html,hi', ' https://example.com', 'https://a b', '//example.com', ''])(
    'a source is no address of the web at %j',
    (url) => {
      const record = madeUpFile();
      record.judged!.claims[0]!.source = { title: 'A source', url };
      expect(recordProblems(record)[0]?.path).toEqual(['judged', 'claims', 0, 'source', 'url']);
    },
  );

  test('a record with something deep in it is answered, too', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as never;
    expect(recordProblems({ ...madeUpFile(), warnings: deep })).toEqual([
      { path: ['warnings', 0], message: 'must be string' },
    ]);
  });

  test('a mistake far behind is told', () => {
    const record = madeUpFile();
    record.warnings = Array.from({ length: 1000 }, () => 'a warning');
    Object.assign(record.warnings, { 700: 7 });
    expect(recordProblems(record)).toEqual([{ path: ['warnings', 700], message: 'must be string' }]);
  });

  test('the same mistake everywhere is told a few times only', () => {
    const record = madeUpFile();
    for (const point of record.series[0]!.points) {
      for (const estimate of Object.values(point.values)) Object.assign(estimate, { n: -1, low: null });
    }
    const problems = recordProblems(record);
    expect(problems).toHaveLength(9);
    expect(problems.at(-1)!.message).toBe('and 4 more problems');
  });
});
