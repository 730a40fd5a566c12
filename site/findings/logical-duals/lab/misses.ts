/** What is asked and told of testers that miss, without the chart of it, which the worker need not load. */
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import type { Sampled } from './tasks';

/** Budgets at which the exact curve is known. */
export const BUDGETS: readonly number[] = Array.from({ length: 41 }, (_, index) =>
  Math.round(LIMITS.budget[1] ** (index / 40)),
);

/** The share of the testers so far that found nothing. */
export const missRate = ({ hits, testers }: Pick<Sampled, 'hits' | 'testers'>): number | null =>
  testers === 0 ? null : 1 - hits.filter((walk) => walk > 0).length / testers;
