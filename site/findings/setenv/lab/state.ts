/** The lab's state, what of it each control sets, and what the model is asked for it. */
import type { Preset } from '@/kit/lab/presets';
import { keyOf } from '@/kit/lab/question';
import { choice, defineState, integer, type Conflict, type Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import type { LibraryName, LockingName } from '@/wasm-pkg/setenv/models.js';
import { forModel, operationsField } from './operations';
import type { Played, Programs, Question } from './tasks';

/** The variables that are set at first, in the order of the array, by number. */
export const BEGINNINGS = {
  none: { variables: [], label: 'nothing' },
  home: { variables: [0], label: 'HOME' },
  'path-home': { variables: [2, 0], label: 'PATH and HOME' },
  'lang-path-home': { variables: [3, 2, 0], label: 'LANG, PATH and HOME' },
} as const;
type BeginningName = keyof typeof BEGINNINGS;

/** Steps a second while it plays. */
export const PACES = { slow: 0.6, normal: 1.2, fast: 4 } as const;
type PaceName = keyof typeof PACES;

/** For how many entries more the array can be given room: fewer than the model would take, so that the picture has room too. */
export const MOST_ROOM = 2;
/** Where the model thinks that it tells most. */
export const TELLING = -1;
const AUTO = 'auto';

export interface LabState {
  library: LibraryName;
  locking: LockingName;
  /** The calls of the first and the second thread. */
  one: string;
  two: string;
  start: BeginningName;
  /** On where setenv made array and strings. */
  before: 'on' | 'off';
  /** Entries for which the array has room, where the library allocates more than it needs. */
  room: number;
  /** The thread of each step, "1221"; empty for the order that tells most. */
  steps: string;
  /** How many of them are done; {@link TELLING} for where it tells most. */
  at: number;
  pace: PaceName;
}

const stepsField: Field<string> = {
  initial: '',
  read(text) {
    if (text === AUTO) return { value: '' };
    const value = text.replaceAll(/[^12]/g, '').slice(0, LIMITS.steps);
    return value === text && value !== ''
      ? { value }
      : { value, because: `must be ${AUTO} or threads such as 1221, at most ${LIMITS.steps}` };
  },
  write: (value) => (value === '' ? AUTO : value),
};

const wholeAt = integer({ initial: 0, min: 0, max: LIMITS.steps });
const atField: Field<number> = {
  initial: TELLING,
  read: (text) => (text === AUTO ? { value: TELLING } : wholeAt.read(text)),
  write: (value) => (value === TELLING ? AUTO : String(value)),
};

function conflict({ steps, at }: Readonly<LabState>): Conflict<LabState> | undefined {
  // Where the model finds the order, only the model knows how long it is.
  if (steps === '' || at <= steps.length) return undefined;
  return { parameter: 'at', value: steps.length, because: 'is beyond the last step' };
}

export const schema = defineState<LabState>(
  {
    library: choice('old-glibc', LIMITS.libraries),
    locking: choice('as-it-is', LIMITS.lockings),
    one: operationsField('get-home'),
    two: operationsField('set-tz'),
    start: choice('path-home', Object.keys(BEGINNINGS) as BeginningName[]),
    before: choice('on', ['off', 'on']),
    room: integer({ initial: 0, min: 0, max: MOST_ROOM }),
    steps: stepsField,
    at: atField,
    pace: choice('normal', Object.keys(PACES) as PaceName[]),
  },
  { conflicts: conflict },
);

/** From the beginning, in the order that tells most: what every other change of the question comes with. */
export const AFRESH = { steps: '', at: TELLING } as const;

export const programsOf = ({ one, two, start, before, room }: Readonly<LabState>): Programs => ({
  variables: [...BEGINNINGS[start].variables],
  setBefore: before === 'on',
  room,
  first: forModel(one, 0),
  second: forModel(two, 1),
});

export const questionOf = (state: Readonly<LabState>): Question => {
  return { ...programsOf(state), library: state.library, locking: state.locking };
};

const PROGRAMS = ['one', 'two', 'start', 'before', 'room'] as const;
export const KEYS = {
  play: (state: Readonly<LabState>) => keyOf(state, [...PROGRAMS, 'library', 'locking', 'steps']),
  count: (state: Readonly<LabState>) => keyOf(state, [...PROGRAMS, 'locking']),
};

/** How many steps are done. */
export const positionOf = ({ at }: Readonly<LabState>, { telling, schedule }: Played): number =>
  at === TELLING ? telling : Math.min(at, schedule.length);

interface Example {
  id: string;
  label: string;
  hint: string;
  values: Partial<LabState>;
}

/** The article's examples. */
const EXAMPLES: readonly Example[] = [
  { id: 'crash', label: 'the crash', hint: 'setenv of a new name frees what getenv walks over', values: {} },
  {
    id: 'string',
    label: 'musl frees the value',
    hint: 'setenv of the very name that was read',
    values: { library: 'musl', two: 'set-home' },
  },
  {
    id: 'lock',
    label: 'a lock that is not enough',
    hint: 'a lock in getenv, but the pointer is used after it',
    values: { library: 'musl', locking: 'in-getenv', two: 'set-home' },
  },
  {
    id: 'hidden',
    label: 'a hidden name',
    hint: 'unsetenv of another name makes getenv miss one that is there',
    values: { two: 'unset-path' },
  },
  {
    id: 'setters',
    label: 'two setters',
    hint: 'no reader at all: nobody locks',
    values: { library: 'musl', one: 'set-lang', two: 'set-tz' },
  },
];

export const PRESETS: readonly Preset<LabState>[] = EXAMPLES.map(({ id, label, hint, values }) => ({
  id,
  label,
  hint,
  state: ({ pace }) => ({ ...schema.opening, pace, ...values }),
}));
