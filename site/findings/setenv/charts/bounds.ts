/** Bounds behind a share of none, with 95% confidence: by themselves, for the lab, which needs nothing else of the charts. */
import { formatShare } from '@/kit/chart/format.ts';
import type { Estimate } from '@/kit/record/types.ts';

/** In a sentence: `rarer than 1.9%`. */
export const rarerThan = ({ high }: Pick<Estimate, 'high'>): string => `rarer than ${formatShare(high)}`;

/** Beside a figure: `(<1.9%)`. */
export const boundBeside = ({ high }: Pick<Estimate, 'high'>): string => `(<${formatShare(high)})`;
