import { expect, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { above, below, meets, unmetExpectations, verdict, type Expectation } from './expects.ts';

const record = madeUpRecord();
const { id, verdict: judged } = record.claims[0]!;
const values = {
  p99: { kind: 'measured', claim: 'thirteen-servers' },
  exactly: { kind: 'exact', claim: 'thirteen-servers' },
  gone: { kind: 'measured', claim: 'no-such-claim' },
} as const;
const found = (...expects: Expectation[]) => unmetExpectations('load-balancing', { values, expects }, () => [record]);

test('what is so is not named', () => {
  expect(
    found(
      verdict(id, judged),
      verdict(id, ['differs', judged]),
      above('p99', 93),
      below('p99', 97),
      meets('p99', 'exactly'),
    ),
  ).toEqual([]);
});

test('what is not so is named, with what is so instead', () => {
  expect(found(verdict(id, 'undecided'), above('p99', 94), below('p99', 'exactly'), meets('p99', 97))).toEqual([
    `expected: the claim ${id} undecided; but its verdict is “${judged}”`,
    'expected: p99 is above 94; but 94 to 96, and 94',
    'expected: p99 is below exactly; but 94 to 96, and 95',
    'expected: p99 is not told from 97; but 94 to 96, and 97',
  ]);
});

test('what can’t be looked up is named, and ends nothing', () => {
  const [claim, value] = found(above('gone', 1), above('nothing', 1));
  expect(claim).toContain('has no claim no-such-claim');
  expect(value).toContain('“nothing”, which is none of the values');
});
