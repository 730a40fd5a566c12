import { expect, test } from 'vitest';
import { scoreSentence } from './score.ts';

test('verdicts are counted in one sentence, without those that no claim has', () => {
  expect(scoreSentence(['differs', 'reproduced', 'depends', 'reproduced', 'not-tested', 'differs'])).toBe(
    'Of 6 published claims, 2 are reproduced, 2 differ, 1 depends on conditions that it does not name and 1 was not tested.',
  );
});
