/**
 * The mistakes made here and now: those of JavaScript as functions, those of WebAssembly as two tiny modules, and which values
 * `==` calls equal. Nothing is compiled from text.
 */
import type { MistakeName, OperatorName, OutcomeName } from './state';

/** What became of a mistake here. */
export interface Here {
  /** A mistake of the list, or what WebAssembly does. */
  name: string;
  /** In words, where it is none of the list. */
  words: string;
  ends: OutcomeName;
  /** The value it went on with, or the error's name. */
  with: string;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- what types would refuse is what is tried */

/** A value of which nothing is known. */
const unknown = (value: unknown): any => value;

class Metre {
  constructor(readonly n: number) {}
  plus(other: any): Metre {
    return new Metre(this.n + other.n);
  }
}

const MISTAKES: Readonly<Partial<Record<MistakeName, () => unknown>>> = {
  'text-for-number': () => unknown('12') / 2,
  'number-plus-text': () => 1 + unknown('2'),
  // eslint-disable-next-line eqeqeq -- it is what is asked
  'equal-across-types': () => unknown(1) == '1',
  'unknown-method': () => unknown({ x: 1 }).norm(),
  null: () => unknown(null).x,
  'out-of-bounds-write': () => {
    const list = [0, 0, 0];
    list[7] = 1;
    return list.length;
  },
  uninitialised: () => {
    let n: any;
    // eslint-disable-next-line prefer-const -- declared, and given its value nowhere
    n = unknown(undefined);
    return n + 1;
  },
  'implicit-narrowing': () => {
    const bytes = new Uint8Array(1);
    bytes[0] = 300;
    return bytes[0];
  },
  'integer-overflow': () => Number.MAX_SAFE_INTEGER + 1 === Number.MAX_SAFE_INTEGER + 2,
  'bool-as-int': () => 1 + unknown(true),
  'mutate-while-iterating': () => {
    const list = [1, 2, 3];
    for (const n of list) if (list.length < 6) list.push(n);
    return list.length;
  },
  'missing-case': () => {
    let name = 'none';
    switch (unknown('blue')) {
      case 'red':
        name = 'red';
        break;
      case 'green':
        name = 'green';
        break;
    }
    return name;
  },
  'misspelt-field': () => unknown({ length: 2 }).lenght,
  'reinterpret-bytes': () => new Uint32Array(new Float32Array([1]).buffer)[0],
  'metre-plus-foot': () => new Metre(1).plus({ n: 1 }).n,
};

/** The values of the experiment's `equality` programs. */
export const VALUES = [null, false, true, 0, 1, '', '0', '1', '01', 'a'] as const;

/** For each pair 1 where an operator calls them equal, row by row. */
export function grid(operator: OperatorName): Uint32Array {
  // eslint-disable-next-line eqeqeq -- it is what is asked
  const equal = operator === 'loose' ? (a: unknown, b: unknown) => a == b : (a: unknown, b: unknown) => a === b;
  return Uint32Array.from(VALUES.flatMap((a) => VALUES.map((b) => (equal(a, b) ? 1 : 0))));
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** A function that is to give an i32, and whose body gives an f64. */
const MISTYPED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 10, 13, 1, 11, 0, 68, 0, 0, 0, 0, 0, 0, 0, 0, 11,
]; // prettier-ignore

/**
 * A page of memory, a table whose one function takes an i32, and six functions: `call` calls it by a type without parameters, `fill`
 * fills a byte at 65536, `divide` 1 by 0, `overflow` adds 1 to 2147483647, `neighbour` stores behind three numbers and loads what stands
 * there, `narrow` stores 300 in a byte.
 */
const TRAPS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 10, 2, 96, 0, 1, 127, 96, 1, 127, 1, 127, 3, 8, 7, 0, 0, 0, 0, 0, 0, 1,
  4, 4, 1, 112, 0, 1, 5, 3, 1, 0, 1, 7, 56, 6, 4, 99, 97, 108, 108, 0, 0, 4, 102, 105, 108, 108, 0, 1, 6, 100,
  105, 118, 105, 100, 101, 0, 2, 8, 111, 118, 101, 114, 102, 108, 111, 119, 0, 3, 9, 110, 101, 105, 103, 104, 98, 111, 117, 114, 0, 4,
  6, 110, 97, 114, 114, 111, 119, 0, 5, 9, 7, 1, 0, 65, 0, 11, 1, 6, 10, 81, 7, 7, 0, 65, 0, 17, 0, 0, 11, 15,
  0, 65, 128, 128, 4, 65, 1, 65, 1, 252, 11, 0, 65, 0, 11, 7, 0, 65, 1, 65, 0, 109, 11, 11, 0, 65, 255, 255, 255, 255,
  7, 65, 1, 106, 11, 14, 0, 65, 12, 65, 1, 54, 2, 0, 65, 12, 40, 2, 0, 11, 15, 0, 65, 0, 65, 172, 2, 58, 0, 0,
  65, 0, 45, 0, 0, 11, 4, 0, 32, 0, 11,
]; // prettier-ignore

/** What each of the functions does, in words. */
const WASM_WORDS = {
  call: 'a function called through the table by another type',
  fill: 'a byte filled in beyond the end of memory',
  divide: 'a division by zero',
  overflow: 'one more than the largest integer',
  neighbour: 'a write beyond an array, into its neighbour',
  narrow: '300 stored in a byte',
} as const;

const ended = (run: () => unknown): Pick<Here, 'ends' | 'with'> => {
  try {
    return { ends: 'silent', with: String(run()) };
  } catch (error) {
    return { ends: 'caught', with: (error as Error).name };
  }
};

/** JavaScript's mistakes, in the order of the list; those that need a second thread or the console are left to the experiment. */
export const makeMistakes = (): Here[] =>
  Object.entries(MISTAKES).map(([name, run]) => ({ name, words: '', ...ended(run) }));

/** What WebAssembly refuses, traps and lets happen. */
export function makeTraps(): Here[] {
  const words = 'a function body of another type';
  const isValid = WebAssembly.validate(Uint8Array.from(MISTYPED));
  const body: Here = { name: 'body', words, ends: isValid ? 'silent' : 'refused', with: isValid ? 'valid' : 'invalid' };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(TRAPS)));
  const run = (name: string) => ended(exports[name] as () => number);
  return [body, ...Object.entries(WASM_WORDS).map(([name, words]) => ({ name, words, ...run(name) }))];
}
