/** What the model says of one run: its steps, and the memory and the threads after each of them. */
import type { Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/setenv/models.js';

export type { ThreadNumber } from '@/wasm-pkg/setenv/models.js';
export const THREADS: readonly labs.ThreadNumber[] = [0, 1];

/** What a slot holds that ends the environment, and what getenv returned of a variable that was not there. */
export const NULL = -1;

/** Whether a fault is of each kind is an array's, or a string's. */
const OF_ARRAYS: Readonly<Record<labs.FaultName, boolean>> = {
  'freed-array': true,
  'freed-string': false,
  'array-freed-twice': true,
  'string-freed-twice': false,
  'beyond-array': true,
};

/** Whether it is an array, by its number, that a fault is of; else it is a string. */
export const isOfArray = ({ kind }: { kind: labs.FaultName }): boolean => OF_ARRAYS[kind];

export type Run = Plain<labs.Run>;
export type Place = Plain<labs.Place>;
export type Step = Plain<labs.Step>;
/** A state of the run, by another name than the lab's own state has. */
export type Snapshot = Plain<labs.State>;
export type ArrayState = Plain<labs.ArrayState>;
export type StringState = Plain<labs.StringState>;
