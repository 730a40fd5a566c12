import type { Sampled } from './tasks';

/** The share of the testers so far that found nothing. */
export const missRate = ({ hits, testers }: Pick<Sampled, 'hits' | 'testers'>): number | null =>
  testers === 0 ? null : 1 - hits.filter((walk) => walk > 0).length / testers;
