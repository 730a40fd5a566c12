/** The lab's figures: how the mistakes of the language end whose program is shown. */
import type { Figure } from '@/kit/lab/figures';
import { outcomeOf, OUTCOMES, type Measured } from './measured';
import type { LabState } from './state';
import { columnOf } from './words';

export function figuresOf(measured: Measured, state: Readonly<LabState>): Figure[] {
  const ends = measured.mistakes.map(({ id }) => outcomeOf(measured, state.a, id, columnOf(state)));
  const written = ends.filter((one) => one !== 'cannot-be-written' && one !== 'not-tested').length;
  return OUTCOMES.slice(0, 4).map((name) => {
    const count = ends.filter((one) => one === name).length;
    return {
      name,
      label: name,
      hint: 'of the mistakes that can be written in the language and were tried',
      value: count,
      text: `${count} of ${written}`,
      alarming: false,
    };
  });
}
