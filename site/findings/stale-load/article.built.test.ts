import { expect, test } from 'vitest';
import { articleOf, homeEntryOf, seriesWithoutFile, written } from '@/e2e/articles';
import { one, textOf, textsOf } from '@/e2e/built';
import { claim } from '@/kit/record/queries';

const article = articleOf('stale-load');
const { page, record } = article;

test('the first sentences are the record’s', () => {
  const figures = ['all-is-soon-worst', 'two-loses-from-seventy'].map((id) => claim(record, id).figures[0]!);
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual(
    figures.map(({ measured, unit }) => written(measured!.value, unit)),
  );
});

test('nothing in the article is called measured', () => {
  const words = textsOf(page, '.mt-inline-figure .sr-only, .mt-figure-key, .mt-claim thead th, .mt-data thead th');
  expect(words.filter((text) => /measured/i.test(text))).toEqual([]);
  expect(words.filter((text) => /simulated natively/i.test(text)).length).toBeGreaterThan(20);
  expect(textOf(homeEntryOf('stale-load'))).toContain('simulated natively on');
});

test('the article has its figures, and their files', () => {
  expect(page.querySelectorAll('figure.mt-figure')).toHaveLength(2);
  // These stand in tables and in sentences.
  expect(seriesWithoutFile(article)).toEqual(['crossings', 'fresh', 'crossings-by-load']);
});

test('the home page shows the figure as its record has it', () => {
  const { measured, unit } = claim(record, 'all-is-soon-worst').figures[0]!;
  expect(textOf(one(homeEntryOf('stale-load'), 'strong'))).toBe(written(measured!.value, unit));
});
