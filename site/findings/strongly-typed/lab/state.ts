/** The lab's state: the cell whose program is shown, and whether warnings and linters count. */
import { choice, defineState, type Schema } from '@/kit/lab/state';
import { idsOf, type Measured } from './measured';

export interface LabState {
  /** The language and the mistake whose program is shown. */
  a: string;
  mistake: string;
  /** Whether the usual warnings and linters count. */
  linted: 'off' | 'on';
}

export const schemaOf = (measured: Measured): Schema<LabState> =>
  defineState<LabState>(
    {
      a: choice('cpp', idsOf(measured.languages)),
      mistake: choice('covariant-store', idsOf(measured.mistakes)),
      linted: choice('off', ['off', 'on']),
    },
    // A mistake of one line that ends in every way, by the language and how it is built.
    { opening: { mistake: 'integer-overflow' } },
  );

/** A cell of the wall, as `cpp null`. */
export const cellOf = ({ a, mistake }: Pick<LabState, 'a' | 'mistake'>): string => `${a} ${mistake}`;

/** Cells that are left to the reader's guess, in the order in which they are asked for. */
export const QUESTIONS: readonly string[] = [
  'cpp integer-overflow',
  'java covariant-store',
  'cpp number-plus-text',
  'rust use-after-free',
  'typescript covariant-store',
  'c text-for-number',
  'python equal-across-types',
  'haskell missing-case',
];
