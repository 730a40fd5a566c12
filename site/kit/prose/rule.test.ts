import { describe, expect, test } from 'vitest';
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { recordProblems } from '@/kit/record/validate.ts';
import type { Claim, Part, Rule, Verdict } from '@/kit/record/index.ts';
import { ruleInWords } from './rule.ts';
import { VERDICT_MEANINGS, VERDICT_WORDS } from './verdict.ts';

/** A made-up claim that this rule judges. */
function claimBy(rule: Rule): Claim {
  const [claim] = madeUpRecord().claims;
  const [figure] = claim!.figures;
  const margins = { low: 94.5, high: 95.5, reason: 'half an item' };
  return { ...claim!, rule, figures: [{ ...figure!, margins }] };
}

const figure = 'p99 at 13 servers';

describe('the rule of a claim', () => {
  test.each<[Part, string]>([
    [{ test: 'as-published', figure }, 'within 94.5 to 95.5 items (half an item)'],
    [{ test: 'predicted-as-published', figure }, 'the model gives within 94.5 to 95.5 items (half an item)'],
    [{ test: 'predicted-above', figure, bound: 2 }, 'the model gives more than 2 items'],
    [{ test: 'as-predicted', figure, margin_share: 0.1 }, 'within 10% of what the model predicts'],
    [{ test: 'above', figure, bound: 90 }, 'above 90 items'],
    [{ test: 'below', figure, bound: 100 }, 'below 100 items'],
    [{ test: 'exceeds', figure, other: 'the mean' }, 'larger than: the mean'],
    [{ test: 'occurs', figure, rare: 0.05 }, 'at least one'],
    [{ test: 'never', figure, rare: 0.05 }, 'none, in enough tries to say that it is rarer than 5.0%'],
    [{ test: 'always', figure, rare: 0.05 }, 'all, in enough tries to say that an exception is rarer than 5.0%'],
  ])('tells its parts in words: $test', (part, words) => {
    expect(ruleInWords(claimBy({ kind: 'all', parts: [part] }))?.parts).toEqual([
      `${figure}: ${words}`.replace(/ (?=items)/g, '\u00a0'),
    ]);
  });

  test.each<[Part, string]>([
    [{ test: 'never', figure, rare: 0.05 }, 'none; each was tried'],
    [{ test: 'always', figure, rare: 0.05 }, 'all; each was tried'],
  ])('speaks of no rare exceptions where all was tried: $test', (part, words) => {
    const claim = claimBy({ kind: 'all', parts: [part] });
    claim.figures[0]!.measured = { n: 13, value: 0, low: 0, high: 0 };
    expect(ruleInWords(claim)?.parts).toEqual([`${figure}: ${words}`]);
  });

  test('says a count that has no margin as it is', () => {
    const claim = claimBy({ kind: 'all', parts: [{ test: 'as-published', figure }] });
    claim.figures[0]!.margins = { low: 95, high: 95, reason: 'a count' };
    expect(ruleInWords(claim)?.parts).toEqual([`${figure}: 95\u00a0items (a count)`]);
  });

  test('names the conditions, what a figure belongs to, and the model', () => {
    const parts: Part[] = [{ test: 'occurs', figure, rare: 0.05 }];
    const under = ruleInWords(claimBy({ kind: 'under', condition: 'the library', cases: [{ name: 'musl', parts }] }));
    expect(under?.lead).toContain('(the library)');
    expect(under?.parts).toEqual([`musl: ${figure}: at least one`]);
    const alike = claimBy({ kind: 'under', condition: 'what is sent', cases: [{ name: figure, parts }] });
    expect(ruleInWords(alike)?.parts, 'a case by its figure’s name').toEqual([`${figure}: at least one`]);
    expect(ruleInWords(claimBy({ kind: 'magnitude', condition: 'the machine' }))?.lead).toContain('the machine');
    expect(ruleInWords(claimBy({ kind: 'follows', from: 'the model', parts }))?.lead).toContain('from the model');
  });

  test('is not told where nothing was judged, or of records from before', () => {
    expect(ruleInWords(claimBy({ kind: 'not-tested' }))).toBeUndefined();
    expect(ruleInWords(madeUpRecord().claims[0]!)).toBeUndefined();
  });
});

test('every verdict that a record may have has a word of its own and a meaning', () => {
  const verdicts = schema.definitions.Verdict.oneOf.map((verdict) => verdict.const as Verdict);
  expect(Object.keys(VERDICT_WORDS).sort()).toEqual([...verdicts].sort());
  expect(new Set(Object.values(VERDICT_WORDS)).size).toBe(verdicts.length);
  expect(new Set(Object.values(VERDICT_MEANINGS)).size).toBe(verdicts.length);
  for (const verdict of verdicts) {
    const record = madeUpRecord();
    record.claims = [{ ...claimBy({ kind: 'all', parts: [{ test: 'as-published', figure }] }), verdict }];
    expect(recordProblems(record)).toEqual([]);
  }
});
