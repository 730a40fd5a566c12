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
  formula: ({ formula }) => {
    const tables = formula?.answer ?? null;
    const trueRows = (rows: Uint8Array) => rows.reduce((sum, row) => sum + row, 0);
    const of = (rows: Uint8Array | undefined) => (rows ? trueRows(rows) : null);
    const text = (rows: Uint8Array | undefined) =>
      rows ? `${formatCount(trueRows(rows))} of ${formatCount(rows.length)}` : '';
    return [
      figure('true-rows', 'the formula is true in', 'rows of its table', of(tables?.rows), text(tables?.rows)),
      figure('dual', 'its dual in', 'rows of its table', of(tables?.dualRows), text(tables?.dualRows)),
      figure(
        'tables-agree',
        'dual(x) = not F(not x)',
        '1 where it holds in every row',
        tables ? Number(tables.agrees) : null,
        tables?.agrees ? 'in every row' : 'not in every row',
      ),
    ];
  },
  map: ({ inverted }) => {
    const found = inverted?.answer ?? null;
    return [
      figure(
        'inverse',
        'keys of the dual',
        'values that are in some set',
        found?.dual.keys.length ?? null,
        formatCount(found?.dual.keys.length ?? 0),
      ),
      figure(
        'lost',
        'keys lost',
        'their sets are empty',
        found?.lost.length ?? null,
        formatCount(found?.lost.length ?? 0),
      ),
      figure(
        'same-twice',
        'inverted twice',
        '1 where that is the same map',
        found ? Number(found.same) : null,
        found?.same ? 'the same map' : 'another map',
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
