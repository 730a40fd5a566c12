import { expect, test } from 'vitest';
import { processorTimeWords } from './processor-time.ts';

test('who else used the processors is said in shares of their time', () => {
  expect(processorTimeWords({ others_share: 0.314, stolen_share: 0.0004 })).toBe(
    'other programs took 31% of the processors’ time during the run, and the hypervisor 0.040% for others',
  );
});
