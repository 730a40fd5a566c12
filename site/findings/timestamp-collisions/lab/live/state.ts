/** What the live measurement keeps in the address: how many workers read. */
import { defineState, formatInteger, parseNumber, type Field } from '@/kit/lab/state';

export interface LiveState {
  /** How many workers read the clock; null for as many as the browser says it can run at once. */
  threads: number | null;
}

/** More are never started, whatever a browser says it can run at once. */
export const MOST_WORKERS = 64;

/**
 * How many workers this browser can run at once, by what it says in `navigator.hardwareConcurrency`: two where it says
 * nothing or nonsense, because two are the fewest that can collide, and because even one core runs two in turns.
 */
export function availableWorkers(hardwareConcurrency: unknown): number {
  const given = typeof hardwareConcurrency === 'number' ? Math.floor(hardwareConcurrency) : Number.NaN;
  return given >= 1 ? Math.min(MOST_WORKERS, Math.max(2, given)) : 2;
}

/** The choices that are offered: 1, 2, 4, 8 and so on, all, and what was asked for. */
export function workerChoices(available: number, asked: number | null): number[] {
  const choices = new Set([1, available, ...(asked === null ? [] : [asked])]);
  for (let power = 2; power < available; power *= 2) choices.add(power);
  return [...choices].sort((a, b) => a - b);
}

export function liveSchema(available: number) {
  const threads: Field<number | null> = {
    initial: null,
    read(text) {
      const given = parseNumber(text);
      if (text.trim().toLowerCase() === 'all') return { value: null };
      if (Number.isNaN(given)) return { value: null, because: 'is neither a number nor “all”' };
      if (given < 1) return { value: 1, because: 'must be at least 1' };
      if (given > available) {
        return {
          value: available,
          because: `is more than the ${formatInteger(available)} that this browser runs at once`,
        };
      }
      const value = Math.round(given);
      return value === given ? { value } : { value, because: 'must be a whole number' };
    },
    write: (value) => (value === null ? 'all' : String(value)),
  };
  return defineState<LiveState>({ threads }, { prefix: 'live-' });
}
