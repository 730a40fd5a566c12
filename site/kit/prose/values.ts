/** Values of `figures.ts` by their kind: `measured({ claim: 'any-server' })`. */
import type { CitedFigure, FigureReference } from './figure.ts';
import type { Value } from './named.ts';

export const measured = (reference: FigureReference) => ({ kind: 'measured', ...reference }) satisfies Value;

export const predicted = (reference: FigureReference) => ({ kind: 'predicted', ...reference }) satisfies Value;

/** A figure of a record, or one that no record has. */
export const published = (reference: FigureReference & { readonly cited?: CitedFigure }) =>
  ({ kind: 'published', ...reference }) satisfies Value;
