/** One run, as the model returns it: its steps, and the memory and the threads after each of them. */
import type { Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/setenv/models.js';

export type { ThreadNumber } from '@/wasm-pkg/setenv/models.js';
export const THREADS: readonly labs.ThreadNumber[] = [0, 1];

/** The content of the slot that ends the environment, and the answer of getenv for a variable that is not there. */
export const NULL = -1;

/** True for the kinds of fault that are an array's, false for a string's. */
const OF_ARRAYS: Readonly<Record<labs.FaultName, boolean>> = {
  'freed-array': true,
  'freed-string': false,
  'array-freed-twice': true,
  'string-freed-twice': false,
  'beyond-array': true,
};

/** True for a fault of an array, by its number; else it is a string's. */
export const isOfArray = ({ kind }: { kind: labs.FaultName }): boolean => OF_ARRAYS[kind];

export type Run = Plain<labs.Run>;
export type Place = Plain<labs.Place>;
export type Step = Plain<labs.Step>;
/** A state of the run, by another name than the lab's own state has. */
export type Snapshot = Plain<labs.State>;
export type ArrayState = Plain<labs.ArrayState>;
export type StringState = Plain<labs.StringState>;
