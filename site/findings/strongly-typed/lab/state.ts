/** The lab's state: the cell that is opened, and whether warnings and linters count. */
import type { Preset } from '@/kit/lab/presets';
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
    // A mistake that ends in every way, by the language.
    { opening: { mistake: 'null' } },
  );

const example = (
  id: string,
  label: string,
  hint: string,
  values: Partial<LabState>,
): Preset<LabState> & { hint: string } => ({ id, label, hint, state: (current) => ({ ...current, ...values }) });

/** The article's examples. */
export const PRESETS = [
  example('arrays', 'Java’s arrays', 'accepted, and caught later', { a: 'java', mistake: 'covariant-store' }),
  example('hole', 'TypeScript’s any', 'a value of no known type', { a: 'typescript', mistake: 'gradual-hole' }),
  example('text', '"12" in C', 'compiles, with a warning', { a: 'c', mistake: 'text-for-number' }),
  example('units', 'metres plus feet', 'what types can say', { a: 'rust', mistake: 'metre-plus-foot' }),
];
