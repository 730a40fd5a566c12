import { expect, it } from 'vitest';
import type { Row } from './probes';
import { answerWords, differing, rowsOf, summary, tableOf, type MatrixData } from './table';

const row = (name: string, ...answers: string[]): Row => ({ css: `${name}: <1>`, on: 'block', answers });
const data: MatrixData = {
  questions: ['one', 'two', 'three', 'four', 'five'],
  columns: ['Specifications', 'Chromium'],
  rows: [
    row('filter', 'yyyyy', 'yyyyy'),
    row('rel', 'nyyyn', 'nyyyn'),
    row('new', 'yyynn', '-----'),
    row('odd', 'nnnnn', 'yyynn'),
  ],
};

it('says what a declaration does in words', () => {
  expect(['yyyyy', 'nyyyn', 'nnynn', 'nnnnn', '-----'].map(answerWords)).toEqual([
    'context, lifts, absolute, fixed',
    'lifts, absolute',
    'over inline',
    'nothing',
    'not known',
  ]);
});

it('counts where a browser differs, and leaves out what it does not know', () => {
  const found = ['yyyyy', 'nnnnn', '-----', 'yyynn'];
  expect(differing(data.rows, found, 0)).toEqual([1, 3]);
  expect(differing(data.rows, found, 1)).toEqual([1]);
  expect(summary(data, found)).toBe(
    '1 of 4 are not known here. This browser differs from the specifications in 2 rows; from what we saw of Chromium in 1.',
  );
  expect(summary(data, ['yyyyy', 'nyyyn', 'yyynn', 'nnnnn'])).toMatch(
    /^All 4 are known here\. .* in 0 rows; .* of Chromium in 1\.$/,
  );
});

it('marks rows that differ, and lets no declaration be markup', () => {
  const html = tableOf(data, rowsOf(data, ['yyyyy', 'nnnnn', '-----', 'nnnnn'], [0, 1]));
  expect(html.match(/data-differs/g)).toHaveLength(1);
  expect(html).toContain('rel: &lt;1&gt;');
});
