import { yourRuns } from '@/kit/record/index.ts';

/**
 * Whether pages offer to draw a reader's record in the browser: not while the site is developed, when nothing is compiled for that, nor
 * where it is built with records of the reader's own already.
 */
export const isOffered = (): boolean => !import.meta.env.DEV && yourRuns().length === 0;
