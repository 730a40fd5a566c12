/** Names of libraries, variables and blocks of memory. */
import type { LibraryName, LockingName } from '@/wasm-pkg/setenv/models.js';
import type { Place, StringState, ThreadNumber } from './run';

export const LIBRARIES: Readonly<Record<LibraryName, string>> = {
  'old-glibc': 'glibc before 2.41',
  'glibc-2.41': 'glibc 2.41',
  musl: 'musl',
  illumos: 'illumos',
};

export const LOCKINGS: Readonly<Record<LockingName, { name: string; option: string }>> = {
  'as-it-is': { name: 'as it is', option: 'only the library’s own' },
  'in-getenv': { name: 'with a lock in getenv', option: 'in getenv too, which still returns a pointer' },
  'until-copied': { name: 'with a lock around every call', option: 'around every call, until the value is copied' },
};

/** Variables, by the number that the model has for each. */
export const VARIABLES = ['HOME', 'TZ', 'PATH', 'LANG'] as const;
export const variableName = (name: number): string => VARIABLES[name] ?? `V${name}`;

/** Values, by number: what was there at first, and what each thread sets. */
const VALUES = ['old', 'one', 'two'] as const;
export const valueName = (value: number): string => VALUES[value] ?? String(value);
/** The value that a thread gives to variables. */
export const valueOf = (thread: ThreadNumber): number => thread + 1;

export const arrayName = (array: number): string => String.fromCodePoint(65 + array);
export const placeName = ({ array, index }: Place): string => `${arrayName(array)}[${index}]`;
export const stringName = ({ name, value }: StringState): string => `${variableName(name)}=${valueName(value)}`;
export const threadName = (thread: ThreadNumber): string => `thread ${thread + 1}`;

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
