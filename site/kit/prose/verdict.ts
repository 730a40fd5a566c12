/** Verdicts in words. */
import type { Verdict } from '@/kit/record/types.ts';

/** The word for each verdict, as readers see it. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  reproduced: 'reproduced',
  differs: 'differs',
  depends: 'depends',
  'not-tested': 'not tested',
};

/** What each verdict means. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  reproduced: 'the published figure lies within what was measured and computed',
  differs: 'it does not',
  depends: 'it holds under conditions that the statement does not name',
  'not-tested': 'this run could not tell',
};
