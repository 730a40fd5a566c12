/** Verdicts in words. */
import type { Verdict } from '@/kit/record/types.ts';

/** The word for each verdict, as readers see it: what others published first, then what this project states itself. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  differs: 'differs',
  depends: 'depends',
  undecided: 'undecided',
  'not-tested': 'not tested',
  reproduced: 'reproduced',
  'does-not-hold': 'does not hold',
  holds: 'holds',
};

/** What each verdict means. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  differs: 'we measured something else: the whole 95% interval lies outside the margins',
  depends: 'it holds under some conditions that the statement does not name, and fails under others',
  undecided: 'the 95% interval reaches across a margin: noise, or too few repeats, does not let us say',
  'not-tested': 'this run could not tell',
  reproduced: 'we measured what was published: the whole 95% interval lies within its margins',
  'does-not-hold': 'our own statement, which the measurement contradicts',
  holds: 'our own statement, which the measurement bears out',
};
