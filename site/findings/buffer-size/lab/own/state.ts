/** The state of the box for one's own measurements: how they are read and fitted. The measurements are no part of it. */
import { choice, defineState, real } from '@/kit/lab/state';
import { FITS, type FitName } from '../state';

export interface OwnState {
  /** What a bare number in the second column is. */
  column: ColumnName;
  fit: FitName;
  /** The share of the best throughput that is wanted, in percent. */
  share: number;
}

export const COLUMNS = {
  'seconds-per-call': 'seconds per call',
  'bytes-per-second': 'bytes per second',
} as const;
export type ColumnName = keyof typeof COLUMNS;

export const schema = defineState<OwnState>(
  {
    column: choice<ColumnName>('seconds-per-call', Object.keys(COLUMNS) as ColumnName[]),
    fit: choice<FitName>('knee', Object.keys(FITS) as FitName[]),
    share: real({ initial: 95, min: 1, max: 99.9 }),
  },
  { prefix: 'own-' },
);

/** More text than this, in characters, is not read: far more than any such table has. */
export const MOST_CHARACTERS = 100_000;
