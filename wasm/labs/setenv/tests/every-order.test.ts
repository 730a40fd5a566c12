// The search is complete: what it counts is what a closed form says where there is one, and what playing every order from its
// beginning finds, with nothing remembered, everywhere else.
import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import * as models from '@/wasm-pkg/setenv/models.js';

const { Explorer } = modelsAtBuild('setenv', models);

const { libraries: LIBRARIES, lockings: LOCKINGS } = LIMITS;
const explorer = (library: models.LibraryName, locking: models.LockingName, first: string, second: string) =>
  new Explorer(library, locking, Uint32Array.of(0), true, 0, first, second);

const binomial = (n: bigint, k: bigint): bigint => {
  let product = 1n;
  for (let i = 1n; i <= k; i++) product = (product * (n - k + i)) / i;
  return product;
};

/** How many steps a thread takes alone. */
const alone = (asked: models.Explorer, thread: '1' | '2') =>
  BigInt(asked.replay(thread.repeat(LIMITS.steps)).schedule.length);

it('counts as many orders of threads that do not meet as the binomial coefficient says', () => {
  for (const library of LIBRARIES) {
    for (const [first, second] of [
      ['get-0', 'get-0'],
      ['get-0,get-3', 'get-0'],
      ['get-0,get-0,get-0', 'get-3,get-3,get-3'],
    ] as const) {
      const asked = explorer(library, 'as-it-is', first, second);
      const [m, n] = [alone(asked, '1'), alone(asked, '2')];
      const counts = asked.count();
      expect(counts.right, `${library} ${first} ${second}`).toBe(binomial(m + n, m));
      expect(asked.shortestFailure()).toBeUndefined();
    }
  }
});

it('counts two orders where all of it is locked', () => {
  for (const library of LIBRARIES) {
    const { right } = explorer(library, 'until-copied', 'get-0', 'set-1-2').count();
    expect(right, library).toBe(2n);
  }
});

/** Plays every order from its beginning. */
function bruteForce(asked: models.Explorer): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const orders = [''];
  for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
    const run = asked.replay(order);
    const { states } = run;
    const { outcome, fault } = states.at(-1)!;
    for (const made of [run, ...states]) made.free();
    if (outcome !== undefined) {
      const name = fault?.kind ?? outcome;
      found.set(name, (found.get(name) ?? 0n) + 1n);
      continue;
    }
    for (const thread of ['1', '2']) {
      const longer = asked.replay(order + thread);
      if (longer.schedule.length > order.length) orders.push(order + thread);
      longer.free();
    }
  }
  return found;
}

it('counts as many of each end as there are when every order is played', () => {
  for (const library of LIBRARIES) {
    for (const locking of LOCKINGS) {
      for (const [first, second] of [
        ['get-0', 'set-0-2'],
        ['get-0', 'unset-0'],
        ['set-1-1', 'unset-0'],
      ] as const) {
        const asked = explorer(library, locking, first, second);
        const found = bruteForce(asked);
        const of = (...names: string[]) => names.reduce((sum, name) => sum + (found.get(name) ?? 0n), 0n);
        const counts = asked.count();
        const where = `${library} ${locking} ${first} ${second}`;
        expect(counts.orders, where).toBe(of(...found.keys()));
        expect(counts.failing, where).toBe(counts.orders - counts.right);
        expect(counts.right, where).toBe(of('right'));
        expect(counts.wrongAnswer, where).toBe(of('wrong-answer'));
        expect(counts.wrongEnvironment, where).toBe(of('wrong-environment'));
        expect(counts.freedArray, where).toBe(of('freed-array', 'beyond-array'));
        expect(counts.freedString, where).toBe(of('freed-string'));
        expect(counts.freedTwice, where).toBe(of('array-freed-twice', 'string-freed-twice'));
      }
    }
  }
}, 120_000);
