/** The calls of a thread, as the address says them (set-tz.get-home), as the model reads it and as C writes it. */
import { choice, type Field } from '@/kit/lab/state';
import type { ThreadNumber } from './run';
import { VARIABLES, valueName, valueOf, variableName } from './words';

/** How many operations a thread can be given; the model would take one more. */
export const MOST_OPERATIONS = 2;
export const NOTHING = 'none';

export const KINDS = ['get', 'set', 'unset'] as const;
type Kind = (typeof KINDS)[number];

/** Every operation, as the address says it. */
export const OPERATIONS: readonly string[] = KINDS.flatMap((kind) =>
  VARIABLES.map((name) => `${kind}-${name.toLowerCase()}`),
);

interface Operation {
  kind: Kind;
  /** The variable's number. */
  name: number;
}

const parse = (word: string): Operation => {
  const [kind = '', name = ''] = word.split('-');
  return { kind: kind as Kind, name: VARIABLES.findIndex((known) => known.toLowerCase() === name) };
};

/** The operations of a thread, in order. */
export const listOf = (text: string): string[] => (text === NOTHING ? [] : text.split('.'));
export const textOf = (list: readonly string[]): string => (list.length === 0 ? NOTHING : list.join('.'));

/** A thread's operations in the address. */
export function operationsField(initial: string): Field<string> {
  const one = choice(OPERATIONS[0] as string, OPERATIONS);
  return {
    initial,
    read(text) {
      if (text === NOTHING) return { value: text };
      const words = text.split('.').filter((word) => word.trim() !== '');
      const read = words.slice(0, MOST_OPERATIONS).map((word) => one.read(word));
      const value = textOf(read.map((each) => each.value));
      if (words.length > MOST_OPERATIONS) return { value, because: `must be at most ${MOST_OPERATIONS} calls` };
      if (words.length === 0) return { value: initial, because: `must be ${NOTHING} or calls such as set-tz` };
      const because = read.find((each) => each.because !== undefined)?.because;
      return because === undefined ? { value } : { value, because };
    },
    write: (value) => value,
  };
}

/** The same as the model reads it; each thread sets a value of its own. */
export function forModel(text: string, thread: ThreadNumber): string {
  const write = ({ kind, name }: Operation) => `${kind}-${name}${kind === 'set' ? `-${valueOf(thread)}` : ''}`;
  return listOf(text)
    .map((word) => write(parse(word)))
    .join();
}

/** A call as C writes it. */
export function callOf(word: string, thread: ThreadNumber): string {
  const { kind, name } = parse(word);
  const value = kind === 'set' ? `, "${valueName(valueOf(thread))}", 1` : '';
  return `${kind}env("${variableName(name)}"${value})`;
}

/** Which of the thread's answers a call of getenv gave; null for another call. */
export function answerNumber(list: readonly string[], operation: number): number | null {
  if (parse(list[operation] ?? '').kind !== 'get') return null;
  return list.slice(0, operation).filter((word) => parse(word).kind === 'get').length;
}

export const kindOf = (word: string | undefined): Kind => parse(word ?? '').kind;
export const nameOf = (word: string | undefined): string => variableName(parse(word ?? '').name);
