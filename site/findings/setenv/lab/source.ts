/** Each step in words of the C source. Where a library's names for things differ, so do the words. */
import type { LibraryName } from '@/wasm-pkg/setenv/models.js';
import type { Step } from './run';
import { kindOf, nameOf } from './operations';
import { placeName } from './words';

interface Dialect {
  environ: string;
  /** The pointer that walks over the array, in getenv and setenv; and the one that unsetenv writes to. */
  pointer: string;
  write: string;
  lock: string;
  unlock: string;
  grown: string;
  /** The call that makes a larger array. */
  grow: string;
}

const GLIBC: Dialect = {
  environ: '__environ',
  pointer: 'ep',
  write: 'dp',
  lock: 'LOCK',
  unlock: 'UNLOCK',
  grown: 'new_environ',
  grow: 'realloc(last_environ, …)',
};

const DIALECTS: Readonly<Record<LibraryName, Dialect>> = {
  'old-glibc': GLIBC,
  'glibc-2.41': { ...GLIBC, grow: 'malloc(…), copy' },
  musl: {
    environ: '__environ',
    pointer: 'e',
    write: 'eo',
    lock: 'LOCK(lock)',
    unlock: 'UNLOCK(lock)',
    grown: 'newenv',
    grow: 'realloc(oldenv, …)',
  },
  illumos: {
    environ: '_environ',
    pointer: 'e',
    write: 'p',
    lock: 'lmutex_lock(…)',
    unlock: 'lmutex_unlock(…)',
    grown: 'new_environ',
    grow: 'malloc(…), memcpy',
  },
};

/** A step among those of its thread, and the thread's calls. */
export interface Line {
  step: Step;
  before: Step | undefined;
  after: Step | undefined;
  calls: readonly string[];
}

/** The pointers in it are named by what they point to: a comment behind the code. */
export function codeOf(library: LibraryName, line: Line): { code: string; comment: string } {
  const { step } = line;
  return { code: code(DIALECTS[library], line), comment: step.place ? placeName(step.place) : '' };
}

function code(words: Dialect, { step, before, after, calls }: Line): string {
  const call = calls[step.operation];
  const kind = kindOf(call);
  const { pointer, write, environ } = words;
  const name = nameOf(call);
  const sameCall = before?.operation === step.operation ? before : undefined;
  switch (step.action) {
    case 'lock':
      return words.lock;
    case 'unlock':
      return words.unlock;
    case 'load-removals':
      return 'start = __environ_counter';
    case 'compare-removals':
      return '__environ_counter == start';
    case 'count-removal':
      return '__environ_counter++';
    case 'load-environ':
      return `${pointer} = ${environ}`;
    case 'load-slot': {
      const shifts = kind === 'unset' && after?.action === 'store-slot' && after.operation === step.operation;
      if (shifts && words === DIALECTS.illumos) return 'my_environ[0]';
      if (shifts && words !== DIALECTS.musl) return `${write}[1]`;
      return sameCall?.action === 'compare-name' || sameCall?.action === 'free-string'
        ? `*++${pointer}`
        : `*${pointer}`;
    }
    case 'compare-name':
      return `strncmp(*${pointer}, "${name}", ${name.length})`;
    case 'read-value':
      return 'puts(value)';
    case 'compare-owner':
      return `${environ} == oldenv`;
    case 'grow':
      return words.grow;
    case 'store-environ':
      return words === DIALECTS.illumos ? `${environ} = my_environ` : `${environ} = ${words.grown}`;
    case 'store-slot':
      return `${target(words, kind, step)} = ${step.string === undefined ? 'NULL' : source(words)}`;
    case 'store-new-string':
      return `${newPlace(words, sameCall)} = "${name}=…"`;
    case 'free-string':
      return 'free(old)';
  }
}

/** Where a pointer that is there already is written to. */
function target({ pointer, write, grown }: Dialect, kind: string, { string }: Step): string {
  if (kind === 'set') return grown === 'new_environ' ? `${pointer}[1]` : `${grown}[i + 1]`;
  if (write === 'dp') return 'dp[0]';
  return write === 'eo' && string !== undefined ? '*eo++' : `*${write}`;
}

/** Where that is read from. */
function source({ pointer, write }: Dialect): string {
  if (write === 'dp') return 'dp[1]';
  return write === 'eo' ? `*${pointer}` : 'my_environ[0]';
}

/** Where a new string's address is written to. */
function newPlace({ pointer, grown, write }: Dialect, before: Step | undefined): string {
  if (before?.action === 'compare-name') return `*${pointer}`;
  if (write === 'p') return 'my_environ[-1]';
  return write === 'eo' ? `${grown}[i]` : `*${pointer}`;
}
