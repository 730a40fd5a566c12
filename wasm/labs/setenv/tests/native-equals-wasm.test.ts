import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain, type Plain } from '../../../../site/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import * as models from '@/wasm-pkg/setenv/models.js';
import { printedBy } from '../../../lib/from-js/natively';

const { Explorer } = modelsAtBuild('setenv', models);

/** What `examples/environ-vectors.rs` prints: the names of everything, questions, and the native answers. */
interface Vectors {
  actions: models.ActionName[];
  outcomes: models.OutcomeName[];
  faults: models.FaultName[];
  cases: Case[];
}

interface Case {
  library: models.LibraryName;
  locking: models.LockingName;
  variables: number[];
  setBefore: boolean;
  room: number;
  threads: [string, string];
  counts: string[];
  shortest: string | null;
  telling: string;
  at: number;
  schedule: string;
  locks: boolean;
  countsRemovals: boolean;
  checksum: number;
}

function explorerOf({ library, locking, variables, setBefore, room, threads }: Case): models.Explorer {
  return new Explorer(library, locking, Uint32Array.from(variables), setBefore, room, ...threads);
}

/** FNV-1a over the numbers. */
const checksum = (numbers: readonly number[]): number =>
  numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x01000193), 0x811c9dc5) >>> 0;

/** Everything that a run says, in the order of the native program. */
function numbersOf({ steps, states }: Plain<models.Run>, { actions, outcomes, faults }: Vectors): number[] {
  type State = (typeof states)[number];
  const placeOf = (place: Plain<models.Place> | undefined) => (place ? [place.array, place.index] : [-1, -1]);
  const stepOf = ({ thread, operation, action, place, string }: (typeof steps)[number]) => {
    return [thread, operation, actions.indexOf(action), ...placeOf(place), string ?? -1];
  };
  const threadOf = ({ canStep, place, string, got, ahead }: State['threads'][number]) => {
    return [Number(canStep), ...placeOf(place), string ?? -1, ...got, ...ahead.flatMap(stepOf)];
  };
  const stateOf = (state: State) => [
    state.outcome === undefined ? -1 : outcomes.indexOf(state.outcome),
    ...(state.fault ? [faults.indexOf(state.fault.kind), state.fault.of, state.fault.thread] : []),
    ...placeOf(state.environ),
    ...[state.own ?? -1, state.removals, state.lock ?? -1],
    ...state.arrays.flatMap(({ freed, slots }) => [Number(freed), ...slots]),
    ...state.strings.flatMap(({ name, value, allocated, freed }) => [name, value, Number(allocated), Number(freed)]),
    ...state.threads.flatMap(threadOf),
  ];
  return [...steps.flatMap(stepOf), ...states.flatMap(stateOf)];
}

describe('the model of the environment in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('environ-vectors') as Vectors), 600_000);

  it('counts, searches and plays as it does natively', () => {
    expect(vectors.cases.length).toBe(4 * 3 * 7 * 3);
    for (const each of vectors.cases) {
      const where = JSON.stringify(each).slice(0, 160);
      const explorer = explorerOf(each);
      const { orders, failing, right, wrongAnswer, wrongEnvironment, ...others } = plain(explorer.count());
      const { freedArray, freedString, freedTwice } = others;
      const counts = [orders, failing, right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice];
      expect(counts.map(String), where).toEqual(each.counts);
      expect(explorer.shortestFailure() ?? null, where).toBe(each.shortest);
      expect(plain(explorer.mostTelling()), where).toEqual({ steps: each.telling, at: each.at });
      const run = plain(explorer.replay(each.telling));
      const { schedule, locks, countsRemovals } = each;
      expect(run, where).toMatchObject({ schedule, locks, countsRemovals });
      expect(checksum(numbersOf(run, vectors)), where).toBe(each.checksum);
    }
  });

  it('was asked what fails and what does not', () => {
    const { cases } = vectors;
    expect(cases.some(({ shortest }) => shortest === null)).toBe(true);
    for (const kind of [3, 4, 5, 6, 7]) expect(cases.some(({ counts }) => counts[kind] !== '0')).toBe(true);
  });

  it('tells what the names in its types are', () => {
    const actions: Record<models.ActionName, true> = {
      lock: true, unlock: true, 'load-removals': true, 'compare-removals': true, 'count-removal': true,
      'load-environ': true, 'load-slot': true, 'compare-name': true, 'read-value': true, 'compare-owner': true,
      grow: true, 'store-environ': true, 'store-slot': true, 'store-new-string': true, 'free-string': true,
    }; // prettier-ignore
    const outcomes: Record<models.OutcomeName, true> = {
      right: true, 'wrong-answer': true, 'wrong-environment': true, fault: true,
    }; // prettier-ignore
    const faults: Record<models.FaultName, true> = {
      'freed-array': true, 'freed-string': true, 'array-freed-twice': true, 'string-freed-twice': true, 'beyond-array': true,
    }; // prettier-ignore
    expect(vectors.actions).toEqual(Object.keys(actions));
    expect(vectors.outcomes).toEqual(Object.keys(outcomes));
    expect(vectors.faults).toEqual(Object.keys(faults));
    const libraries: models.LibraryName[] = [...LIMITS.libraries];
    const lockings: models.LockingName[] = [...LIMITS.lockings];
    expect([libraries.length, lockings.length]).toEqual([4, 3]);
  });
});
