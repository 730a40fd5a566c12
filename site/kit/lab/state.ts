/**
 * A lab's state: a handful of named values, each of which can be written to and read from the address.
 *
 * Whatever the address says, reading it gives a valid state: a value outside its range becomes the nearest one inside,
 * a value that means nothing becomes the default, and a note says which parameter was changed and why.
 */

/** One parameter of the address that could not be taken as it stood. */
export interface Note {
  parameter: string;
  /** Names the parameter, what the address said, what is used instead and why; a whole sentence. */
  message: string;
}

interface Reading<T> {
  value: T;
  /** Why the text was not taken as it stood: completes the sentence "… is used, because it …". */
  because?: string;
}

export interface Field<T> {
  readonly initial: T;
  read(text: string): Reading<T>;
  write(value: T): string;
}

export type Fields<S> = { readonly [K in keyof S]: Field<S[K]> };

/** A value that another value rules out (a capacity above the number of items) and what it becomes. */
export interface Conflict<S> {
  parameter: keyof S & string;
  value: S[keyof S];
  because: string;
}

export interface Schema<S> {
  readonly fields: Fields<S>;
  /** Defaults of parameters that an address leaves out. */
  readonly initial: Readonly<S>;
  /** The state for an address without any of the parameters, and after a reset. */
  readonly opening: Readonly<S>;
  /** The state an address describes, and a note for every parameter that could not be taken as it stood. */
  read(parameters: URLSearchParams): { state: S; notes: Note[] };
  /** Puts a state into an address, leaving parameters that belong to others as they are. */
  write(state: S, parameters: URLSearchParams, which: 'all' | 'changed'): URLSearchParams;
  /** The nearest state in which no value rules out another. */
  reconcile(state: S): S;
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads "1000", "1,000", "1e3" and "1 000" alike; NaN for anything that is no decimal number. */
export function parseNumber(text: string): number {
  const bare = text.trim().replaceAll(/(?<=\d)[,_'\s\u00a0\u202f](?=\d)/g, '');
  if (/^[+-]?infinity$/i.test(bare)) return bare.startsWith('-') ? -Infinity : Infinity;
  return DECIMAL.test(bare) ? Number(bare) : Number.NaN;
}

/** Made once: labs write hundreds of numbers at every move of a slider. */
const INTEGER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const formatInteger = (value: number): string => INTEGER.format(value);

/** A whole number from `min` to `max`. */
export function integer(options: { initial: number; min: number; max: number }): Field<number> {
  const { initial, min, max } = options;
  return {
    initial,
    read(text) {
      const given = parseNumber(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${formatInteger(min)}` };
      if (given > max) return { value: max, because: `must be at most ${formatInteger(max)}` };
      const value = Math.round(given);
      return value === given ? { value: value + 0 } : { value: value + 0, because: 'must be a whole number' };
    },
    write: String,
  };
}

/** A number from `min` to `max`, such as a share or a risk. */
export function real(options: { initial: number; min: number; max: number }): Field<number> {
  const { initial, min, max } = options;
  return {
    initial,
    read(text) {
      const given = parseNumber(text);
      if (Number.isNaN(given)) return { value: initial, because: 'is not a number' };
      if (given < min) return { value: min, because: `must be at least ${min}` };
      if (given > max) return { value: max, because: `must be at most ${max}` };
      // No address says "-0".
      return { value: given + 0 };
    },
    write: String,
  };
}

/** One of a few names. A name in another case, or the start of exactly one name, counts as that name. */
export function choice<const T extends string>(initial: T, names: readonly T[]): Field<T> {
  return {
    initial,
    read(text) {
      const given = text.trim().toLowerCase();
      const exact = names.find((name) => name === given);
      if (exact !== undefined) return exact === text ? { value: exact } : { value: exact, because: 'is nearly that' };
      const starting = given === '' ? [] : names.filter((name) => name.startsWith(given) || given.startsWith(name));
      const [only] = starting;
      if (only !== undefined && starting.length === 1) return { value: only, because: 'is nearly that' };
      return { value: initial, because: `must be one of ${names.join(', ')}` };
    },
    write: (value) => value,
  };
}

/** Quotes a text of the address, short enough to repeat to the reader. */
function quote(text: string): string {
  const visible = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const characters = [...visible];
  return characters.length > 24 ? `“${characters.slice(0, 24).join('')}…”` : `“${visible}”`;
}

/**
 * Describes a lab's state.
 *
 * `conflicts` names the values that the rest of the state rules out. Each conflict is resolved before the next call, so
 * one rule may rely on those before it; a rule must not bring back a conflict that another resolved.
 *
 * `prefix` keeps two labs on one page apart: with the prefix "a." the parameter `items` is called `a.items`.
 *
 * `opening` is where the lab opens, as far as that differs from the defaults. Links leave defaults out, so a default must
 * never change: a lab that is to open on something else gets another opening, and every link keeps its meaning.
 */
export function defineState<S extends object>(
  fields: Fields<S>,
  options: {
    prefix?: string;
    opening?: Readonly<Partial<S>>;
    conflicts?: (state: Readonly<S>) => Conflict<S> | undefined;
  } = {},
): Schema<S> {
  const { prefix = '', conflicts = () => undefined } = options;
  const names = Object.keys(fields) as (keyof S & string)[];
  const initial = Object.freeze(Object.fromEntries(names.map((name) => [name, fields[name].initial]))) as Readonly<S>;
  const opening: Readonly<S> = Object.freeze({ ...initial, ...options.opening });
  const isSame = (one: Readonly<S>, other: Readonly<S>) => names.every((name) => one[name] === other[name]);

  function resolve(state: S, onConflict: (conflict: Conflict<S>) => void): S {
    const resolved = { ...state };
    // A state of n values has at most n of them to give way.
    for (let round = 0; round < names.length; round++) {
      const conflict = conflicts(resolved);
      if (!conflict) break;
      onConflict(conflict);
      resolved[conflict.parameter] = conflict.value as S[keyof S & string];
    }
    return resolved;
  }

  return {
    fields,
    initial,
    opening,
    read(parameters) {
      const asksForAny = names.some((name) => parameters.has(prefix + name));
      const state: S = { ...(asksForAny ? initial : opening) };
      const notes = new Map<string, Note>();
      /** The first reason for each parameter: a value that made no sense is not also blamed for its replacement. */
      const reasons = new Map<string, string>();
      const note = (name: keyof S & string, given: string, used: string, because: string) => {
        const parameter = prefix + name;
        const reason = reasons.get(parameter) ?? because;
        reasons.set(parameter, reason);
        const message = `The address says ${parameter} = ${quote(given)}, which ${reason}; ${used} is used instead.`;
        notes.set(parameter, { parameter, message });
      };
      for (const name of names) {
        const given = parameters.get(prefix + name);
        if (given === null) continue;
        const { value, because } = fields[name].read(given);
        state[name] = value;
        if (because !== undefined) note(name, given, fields[name].write(value), because);
      }
      const reconciled = resolve(state, ({ parameter, value, because }) => {
        const given = parameters.get(prefix + parameter);
        // A default that gives way was never asked for: no need to explain it.
        if (given !== null) note(parameter, given, fields[parameter].write(value as S[typeof parameter]), because);
      });
      return { state: reconciled, notes: [...notes.values()] };
    },
    write(state, parameters, which) {
      const written = new URLSearchParams(parameters);
      // An address without parameters stands for the opening: where that is not the defaults, these have to be spelled out.
      const opens = isSame(state, opening);
      const isDefault = isSame(state, initial);
      for (const name of names) {
        const changed = !opens && (state[name] !== initial[name] || (isDefault && state[name] !== opening[name]));
        if (which === 'all' || changed) written.set(prefix + name, fields[name].write(state[name]));
        else written.delete(prefix + name);
      }
      return written;
    },
    reconcile: (state) => resolve(state, () => {}),
  };
}
