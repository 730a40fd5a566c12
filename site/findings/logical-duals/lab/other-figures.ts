/** The figures of all views but the first, and of every view. */
import { formatCount, formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { figure, puzzleFigures, type Results } from './figures';
import { missRate } from './misses';
import type { LabState, ViewName } from './state';
import { partWords } from './other-words';

export const figuresOf: Readonly<Record<ViewName, (results: Results, state: Readonly<LabState>) => Figure[]>> = {
  puzzle: puzzleFigures,
  tester: ({ sampled }, { budget }) => {
    const share = sampled && missRate(sampled);
    const exact = sampled?.missExactly ?? null;
    return [
      {
        ...figure(
          'miss-rate',
          'testers that found nothing',
          'of 200, each with its own walks',
          share,
          formatShare(share ?? 0),
        ),
        partial: sampled !== null && sampled.testers < 200,
      },
      figure(
        'exact-miss',
        'exact',
        `probability to miss with ${formatCount(budget)} walks`,
        exact,
        formatShare(exact ?? 0),
      ),
      figure(
        'right-sequences',
        'sequences that reach the goal',
        'of all sequences of so many moves',
        sampled === null ? null : Number(sampled.right),
        sampled === null ? '' : partWords(sampled),
      ),
    ];
  },
  race: ({ raced }) => {
    const bad = raced ? raced.broken.reduce((sum, one) => sum + one, 0) : null;
    return [
      {
        ...figure(
          'violations',
          'orders that break the rule',
          'of all orders of two transactions of three steps',
          bad,
          `${bad} of ${raced?.broken.length}`,
        ),
        alarming: bad !== null && bad > 0,
      },
      figure(
        'this-order',
        'this order',
        '1 where it breaks the rule',
        raced ? Number(raced.played.broken) : null,
        raced?.played.broken ? 'breaks it' : 'keeps it',
      ),
    ];
  },
};
