import { expect, it } from 'vitest';
import { longWorkWords, formatRoughTime } from './long-work';

it.each([
  [400, '1 second'],
  [12_340, '12 seconds'],
  [89_000, '89 seconds'],
  [240_000, '4 minutes'],
  [7_200_000, '2 hours'],
  [36 * 3_600_000, '2 days'],
  [2.2e9, '25 days'],
])('tells %d ms as %s', (milliseconds, words) => {
  expect(formatRoughTime(milliseconds)).toBe(words);
});

it('says how long work takes, that it was stopped, and what is shown meanwhile', () => {
  const going = { share: 9e-6, workedMs: 19_800, remainingMs: 2.2e9, held: false };
  expect(longWorkWords(going, false)).toBe('This takes about 25 days more. What is shown is partial.');
  expect(longWorkWords({ ...going, share: null, remainingMs: null }, true)).toBe(
    'This has taken 20 seconds, and how much longer it takes is not known. What is faded answers another question; the rest is partial.',
  );
  expect(longWorkWords({ ...going, held: true }, false)).toBe(
    'Stopped, with 0.00090% done; the rest takes about 25 days. What is shown is partial.',
  );
  expect(longWorkWords({ ...going, share: null, remainingMs: null, held: true }, false)).toBe(
    'Stopped. What is shown is partial.',
  );
});
