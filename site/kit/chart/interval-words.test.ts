import { expect, it } from 'vitest';
import { intervalMade, intervalsMade } from './interval-words';

it.each([
  ['order statistics', 'interval by order statistics'],
  ["Student's t", "interval by Student's t"],
  ['of the fit; bootstrap where measured', 'interval of the fit; bootstrap where measured'],
  ['none', undefined],
  ['none: the answer is the same every time', undefined],
  ['none (counted)', undefined],
  // A method may begin with a word that only starts like “none”.
  ['nonesuch', 'interval by nonesuch'],
  ['', undefined],
  [undefined, undefined],
])('says of an interval that was made so, “%s”: %s', (made, words) => {
  expect(intervalMade(made)).toBe(words);
});

it('says each way once of several measures, and that there is none only where none has an interval', () => {
  expect(intervalsMade(['none', 'Wilson', 'none (counted)', 'of the fit', 'Wilson'])).toBe('Wilson; of the fit');
  expect(intervalsMade(['none', 'none'])).toBe('none');
  expect(intervalsMade([])).toBe('');
});
