import { describe, expect, test } from 'vitest';
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { madeUpFile, madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { recordProblems } from '@/kit/record/validate.ts';
import type { Claim, Part, Rule, Verdict } from '@/kit/record/index.ts';
import { ruleInWords } from './rule.ts';
import { VERDICT_MEANINGS, VERDICT_WORDS } from './verdict.ts';

/** The made-up claim, judged by this rule. */
const claimBy = (rule: Rule): Claim => ({ ...madeUpRecord().claims[0]!, rule });

/** A rule that needs all of these parts. */
const all = (...parts: Part[]): Rule => ({ cases: [{ parts }] });

const figure = 'p99 at 13 servers';

describe('the rule of a claim', () => {
  test.each<[Part, string]>([
    [{ test: 'within', figure }, 'within 94.5 to 95.5 items (half an item)'],
    [{ test: 'above', figure, bound: 90 }, 'above 90 items'],
    [{ test: 'below', figure, bound: 100 }, 'below 100 items'],
    [{ test: 'above', figure, bound: 'the mean' }, 'larger than: the mean'],
    [{ test: 'below', figure, bound: 'the mean' }, 'smaller than: the mean'],
    [{ test: 'occurs', figure }, 'at least one'],
    [{ test: 'never', figure }, 'none, in enough tries to say that it is rarer than 5.0%'],
    [{ test: 'always', figure }, 'all, in enough tries to say that an exception is rarer than 5.0%'],
  ])('tells its parts in words: $test', (part, words) => {
    expect(ruleInWords(claimBy(all(part)))?.parts).toEqual([`${figure}: ${words}`.replace(/ (?=items)/g, '\u00a0')]);
  });

  test.each<[Part, string]>([
    [{ test: 'never', figure }, 'none; each was tried'],
    [{ test: 'always', figure }, 'all; each was tried'],
  ])('speaks of no rare exceptions where all was tried: $test', (part, words) => {
    const claim = claimBy(all(part));
    claim.figures[0]!.measured = { n: 13, value: 0, low: 0, high: 0 };
    expect(ruleInWords(claim)?.parts).toEqual([`${figure}: ${words}`]);
  });

  test('says a count that has no margin as it is, and leaves out margins that are not known', () => {
    const claim = claimBy(all({ test: 'within', figure }));
    claim.figures[0]!.margins = { low: 95, high: 95, reason: 'a count' };
    expect(ruleInWords(claim)?.parts).toEqual([`${figure}: 95\u00a0items (a count)`]);
    claim.figures[0]!.margins = null;
    expect(ruleInWords(claim)?.parts).toEqual([`${figure}: within its margins`]);
  });

  test('says that all has to hold, each in a line', () => {
    const rule = ruleInWords(claimBy(all({ test: 'occurs', figure }, { test: 'above', figure, bound: 90 })));
    expect(rule?.lead).toContain('stands if every line holds');
    expect(rule?.parts).toHaveLength(2);
  });

  test('names the conditions', () => {
    const parts: Part[] = [{ test: 'occurs', figure }];
    const under = ruleInWords(claimBy({ condition: 'the library', cases: [{ name: 'musl', parts }] }));
    expect(under?.lead).toContain('(the library)');
    expect(under?.parts).toEqual([`musl: ${figure}: at least one`]);
    const alike = claimBy({ condition: 'what is sent', cases: [{ name: figure, parts }] });
    expect(ruleInWords(alike)?.parts, 'a case by its figure’s name').toEqual([`${figure}: at least one`]);
  });

  test('is not told where the experiment cannot tell', () => {
    expect(ruleInWords(claimBy({ cases: [] }))).toBeUndefined();
  });
});

test('every verdict that a record may have has a word of its own and a meaning', () => {
  const verdicts = schema.definitions.Verdict.oneOf.map((verdict) => verdict.const as Verdict);
  expect(Object.keys(VERDICT_WORDS).sort()).toEqual([...verdicts].sort());
  expect(new Set(Object.values(VERDICT_WORDS)).size).toBe(verdicts.length);
  expect(new Set(Object.values(VERDICT_MEANINGS)).size).toBe(verdicts.length);
  for (const verdict of verdicts) {
    const claims = [{ ...claimBy(all({ test: 'within', figure })), verdict }];
    expect(recordProblems({ ...madeUpFile(), judged: { claims } })).toEqual([]);
  }
});
