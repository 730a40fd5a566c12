import { describe, expect, test } from 'vitest';
import { madeUpFile, madeUpRecord } from './fixtures/record.ts';
import { asYours, drawTogether, isYours, publishedOf, yoursOf } from './origin.ts';
import { series } from './queries.ts';
import { recordProblems } from './validate.ts';

const published = madeUpRecord();
const yours = asYours(madeUpRecord());
const poor = asYours({ ...madeUpRecord(), series: [] });

test('a record is told from the reader’s own, which no file can claim to be', () => {
  expect([published, yours].map(isYours)).toEqual([false, true]);
  expect(publishedOf([published, yours])).toEqual([published]);
  expect(yoursOf([published, yours])).toEqual([yours]);
  expect(recordProblems({ ...madeUpFile(), origin: 'yours' })[0]?.message).toContain(
    'has a field the schema does not know',
  );
});

describe('drawn together', () => {
  const titles = (records: readonly (typeof published)[]) =>
    records.map((record) => series(record, 'published-table').title);

  test('are published records and the reader’s', () => {
    expect(drawTogether([published, yours], titles)).toEqual({
      drawn: ['Items per server', 'Items per server'],
      records: [published, yours],
    });
  });

  test('one of the reader’s that lacks what is drawn is left out', () => {
    const { drawn, records } = drawTogether([published, poor, yours], titles);
    expect(drawn).toHaveLength(2);
    expect(records).toEqual([published, yours]);
  });

  test('a published one that lacks it is an error', () => {
    expect(() => drawTogether([{ ...published, series: [] }, yours], titles)).toThrow('has no series published-table');
  });
});
