// For tests of what a lab's crate offers to JavaScript: values that the types rule out, as an address or a bug could bring.
import { expect } from 'vitest';

/* eslint-disable @typescript-eslint/no-explicit-any -- any value at all */
export type Call = { name: string; call: (...values: any[]) => unknown; good: any[] };

const HOSTILE: any[] = [
  NaN, -1, -0.5, 0, 1.5, Infinity, -Infinity, 1e300, 2 ** 53, '', 'x', '🎲', '\0', undefined, null, {}, [], true,
  // Room for as many numbers is more than WebAssembly has.
  { length: 3e8 }, { length: 2 ** 32 }, Float64Array.of(NaN, -1, 0.5), Uint32Array.of(0, 2 ** 32 - 1),
]; // prettier-ignore

/** Whether a call gives an answer or a sentence. A trap is a RuntimeError, and leaves the instance broken. */
function survives(call: () => unknown, name: string) {
  try {
    call();
  } catch (error) {
    expect(error, name).toBeInstanceOf(Error);
    expect(error, name).not.toBeInstanceOf(WebAssembly.RuntimeError);
    expect((error as Error).message, name).toMatch(/; it must be /);
  }
}

/** Puts every hostile value in the place of every good one. The good ones have to be answered before and after. */
export function expectToSurvive({ name, call, good }: Call) {
  expect(() => call(...good), name).not.toThrow();
  for (let position = 0; position < good.length; position++) {
    for (const value of HOSTILE) {
      survives(() => call(...good.with(position, value)), `${name}, ${String(value)} at ${position}`);
    }
  }
  expect(() => call(...good), `${name} after hostile values`).not.toThrow();
}
