/** The lab's state: what is looked at, how much each meaning matters, and which languages and mistakes. */
import type { Preset } from '@/kit/lab/presets';
import { sliderStops, steps } from '@/kit/lab/slider-stops';
import { choice, defineState, integer, type Schema } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/strongly-typed/limits';
import type { MeaningName, OutcomeName } from '@/wasm-pkg/strongly-typed/models.js';

export type { MeaningName, OutcomeName };
export type MistakeName = keyof typeof LIMITS.mistakes;

export const VIEWS = {
  rank: 'The order',
  matrix: 'Every mistake',
  equality: '==',
  traps: 'In this browser',
} as const;
export type ViewName = keyof typeof VIEWS;

export const MEANINGS = Object.keys(LIMITS.meanings) as MeaningName[];
export const MISTAKES = Object.keys(LIMITS.mistakes) as MistakeName[];
export const OUTCOMES = Object.keys(LIMITS.outcomes) as OutcomeName[];

/** What the operators are called in the address, and what they are. */
export const OPERATORS = { loose: '==', strict: '===' } as const;
export type OperatorName = keyof typeof OPERATORS;

/** How much each meaning matters. */
export type Weights = Record<MeaningName, number>;

export interface LabState extends Weights {
  view: ViewName;
  /** From so many percent on a language counts as strongly typed. */
  threshold: number;
  /** Whether the usual warnings and linters count. */
  linted: 'off' | 'on';
  /** Two languages: the first is also the one whose mistakes are opened. */
  a: string;
  b: string;
  mistake: MistakeName;
  operator: OperatorName;
}

const [LEAST, MOST] = LIMITS.weight;
const weight = (initial: number) => integer({ initial, min: LEAST, max: MOST });

export const weightsOf = (state: Readonly<Weights>): number[] => MEANINGS.map((name) => state[name]);
export const activeOf = (state: Readonly<Weights>): MeaningName[] => MEANINGS.filter((name) => state[name] > 0);

/** Languages that take the place of another that is not to be compared with itself. */
const OTHERS = ['javascript', 'c'];

/** @param languages the ids of those that the record has tried */
export function schemaOf(languages: readonly string[]): Schema<LabState> {
  const known = (wanted: string, at: number) => (languages.includes(wanted) ? wanted : (languages[at] ?? wanted));
  return defineState<LabState>(
    {
      view: choice('rank', Object.keys(VIEWS) as ViewName[]),
      static: weight(5),
      sound: weight(0),
      safe: weight(5),
      coercions: weight(0),
      expressive: weight(0),
      threshold: integer({ initial: 80, min: LIMITS.threshold[0], max: LIMITS.threshold[1] }),
      linted: choice('off', ['off', 'on']),
      a: choice(known('cpp', 0), languages),
      b: choice(known('javascript', 1), languages),
      mistake: choice('covariant-store', MISTAKES),
      operator: choice('loose', Object.keys(OPERATORS) as OperatorName[]),
    },
    {
      conflicts: (state) => {
        if (activeOf(state).length === 0)
          return { parameter: 'static', value: 1, because: 'leaves no meaning with a weight' };
        if (state.a !== state.b) return undefined;
        const value = [...OTHERS, ...languages].find((id) => languages.includes(id) && id !== state.a) ?? state.b;
        return value === state.b ? undefined : { parameter: 'b', value, because: 'must be another language' };
      },
    },
  );
}

export const STOPS = {
  weight: sliderStops(steps(LEAST, MOST, 1)),
  threshold: sliderStops(steps(LIMITS.threshold[0], LIMITS.threshold[1], 1)),
} as const;

export type Example = Preset<LabState> & { hint: string; view: ViewName };

const NONE: Weights = { static: 0, sound: 0, safe: 0, coercions: 0, expressive: 0 };
const example = (view: ViewName, id: string, label: string, hint: string, values: Partial<LabState>): Example => ({
  id,
  label,
  hint,
  view,
  state: (current) => ({ ...current, view, ...values }),
});

/** The article's examples, each in its view. */
export const PRESETS: readonly Example[] = [
  example('rank', 'crossing', 'two that cross', 'refused before it runs, and never undefined', {
    ...NONE,
    static: 5,
    safe: 5,
  }),
  example('rank', 'before', 'refused early', 'what compilers and checkers refuse', { ...NONE, static: 10 }),
  example('rank', 'defined', 'never undefined', 'where dynamic languages stand above C++', { ...NONE, safe: 10 }),
  example('rank', 'quiet', 'no implicit conversion', 'what “strongly typed” often means of Python', {
    ...NONE,
    coercions: 10,
  }),
  example('rank', 'all', 'all five alike', 'equal weights', {
    static: 5,
    sound: 5,
    safe: 5,
    coercions: 5,
    expressive: 5,
  }),
  example('matrix', 'arrays', 'Java’s arrays', 'accepted, and caught later', { a: 'java', mistake: 'covariant-store' }),
  example('matrix', 'hole', 'TypeScript’s any', 'a value of no known type', {
    a: 'typescript',
    mistake: 'gradual-hole',
  }),
  example('matrix', 'text', '"12" in C', 'compiles, with a warning', { a: 'c', mistake: 'text-for-number' }),
  example('matrix', 'units', 'metres plus feet', 'what types can say', { a: 'rust', mistake: 'metre-plus-foot' }),
  example('equality', 'double', '==', 'two equals signs', { operator: 'loose' }),
  example('equality', 'triple', '===', 'three of them', { operator: 'strict' }),
];
