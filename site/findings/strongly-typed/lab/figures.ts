/** The lab's figures: how the mistakes of the language end whose program is shown. */
import type { Figure } from '@/kit/lab/figures';
import { endsOfLanguage, type Measured } from './measured';
import type { LabState } from './state';
import { columnOf, GUESSES, type Guess } from './words';

/** Number of the mistakes that can be written in the language and were tried. */
export const triedIn = (measured: Measured, language: string): number =>
  endsOfLanguage(measured, language, 'plain').filter((ends) => ends in GUESSES).length;

export function figuresOf(measured: Measured, state: Readonly<LabState>): Figure[] {
  const ends = endsOfLanguage(measured, state.a, columnOf(state));
  return (Object.keys(GUESSES) as Guess[]).map((name) => {
    const value = ends.filter((one) => one === name).length;
    const hint = 'of the mistakes that can be written in the language and were tried';
    return { name, label: name, hint, value, text: String(value), alarming: false };
  });
}
