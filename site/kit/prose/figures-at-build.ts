/** The `figures.ts` of all findings, for what is built. */
import type { FindingFigures } from './named.ts';

const ALL = import.meta.glob<FindingFigures>('../../findings/*/figures.ts', { eager: true });

/** The exports of a finding's `figures.ts`; empty without such a file. */
export const figuresOf = (finding: string): FindingFigures => ALL[`../../findings/${finding}/figures.ts`] ?? {};
