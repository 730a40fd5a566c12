/** What the lab of who agrees is asked, and examples. */
import type { Preset } from '@/kit/lab/presets';
import { choice, defineState, type Schema } from '@/kit/lab/state';
import { textField } from '../text';

const SWITCH = ['off', 'on'] as const;

/** Anyone's view of what is a space; nobody's. */
export const ANYONE = 'anyone';
export const NOBODY = 'nobody';
/** The longest text to look for, in code points. */
export const MOST_FIND = 40;

export interface AgreeState {
  /** An implementation that calls a character a space, and one that does not. */
  who: string;
  not: string;
  /** Whether only characters are listed on which not all agree. */
  differ: (typeof SWITCH)[number];
  /** A code point or part of a name. */
  find: string;
}

/** A space at the end of a name that one language strips and another keeps, as the article has it. */
const OPENING: Pick<AgreeState, 'who' | 'not'> = { who: 'python-str', not: 'java-strip' };

/** @param implementations the ids of those that the record asked */
export function schemaOf(implementations: readonly string[]): Schema<AgreeState> {
  const isKnown = Object.values(OPENING).every((id) => implementations.includes(id));
  return defineState<AgreeState>(
    {
      who: choice(ANYONE, [ANYONE, ...implementations]),
      not: choice(NOBODY, [NOBODY, ...implementations]),
      differ: choice('off', SWITCH),
      find: textField('', MOST_FIND),
    },
    isKnown ? { opening: OPENING } : {},
  );
}

const example = (
  id: string,
  label: string,
  hint: string,
  values: Partial<AgreeState>,
): Preset<AgreeState> & { hint: string } => ({
  id,
  label,
  hint,
  state: () => ({ who: ANYONE, not: NOBODY, differ: 'off', find: '', ...values }),
});

export const PRESETS = [
  example('python-java', 'Python, not Java', 'what strip() keeps in one and drops in the other', OPENING),
  example('javascript-python', 'JavaScript, not Python', 'a byte order mark', {
    who: 'javascript-regex',
    not: 'python-str',
  }),
  example('disputed', 'wherever two disagree', 'all but what everybody calls a space', { differ: 'on' }),
  example('all', 'all', 'every character that someone calls a space', {}),
];

/** The question the other way round: who says no is asked for a yes, and the other way round. */
export const swapped = (who: string, not: string): Pick<AgreeState, 'who' | 'not'> => ({
  who: not === NOBODY ? ANYONE : not,
  not: who === ANYONE ? NOBODY : who,
});
