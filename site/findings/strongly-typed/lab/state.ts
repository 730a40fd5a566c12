/** The lab's state: the meaning that sorts the wall, the cell whose program is shown, and whether warnings and linters count. */
import { choice, defineState, type Schema } from '@/kit/lab/state';
import { MEANING_NAMES, type Meaning } from '../meanings.ts';
import { idsOf, type Measured } from './measured';

export interface LabState {
  /** The meaning of “strongly typed”. */
  view: Meaning;
  /** The language and the mistake whose program is shown. */
  a: string;
  mistake: string;
  /** Whether the usual warnings and linters count. */
  linted: 'off' | 'on';
}

export const schemaOf = (measured: Measured): Schema<LabState> =>
  defineState<LabState>(
    {
      view: choice<Meaning>('static', MEANING_NAMES),
      a: choice('cpp', idsOf(measured.languages)),
      mistake: choice('covariant-store', idsOf(measured.mistakes)),
      linted: choice('off', ['off', 'on']),
    },
    // A mistake of one line that ends in every way, by the language and how it is built.
    { opening: { mistake: 'integer-overflow' } },
  );

/** A cell of the wall, as `cpp null`. */
export const cellOf = ({ a, mistake }: Pick<LabState, 'a' | 'mistake'>): string => `${a} ${mistake}`;

/** Cells that are left to the reader's guess, in the order in which they are asked for, and the meaning that each is about. */
export const QUESTIONS: Readonly<Record<string, Meaning>> = {
  'cpp integer-overflow': 'safe',
  'java covariant-store': 'promise',
  'cpp number-plus-text': 'mixed',
  'rust use-after-free': 'static',
  'typescript covariant-store': 'promise',
  'c text-for-number': 'safe',
  'python equal-across-types': 'mixed',
  'haskell missing-case': 'static',
};
