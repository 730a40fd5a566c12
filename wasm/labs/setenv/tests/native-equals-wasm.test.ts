import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/setenv/models.js';

const { Explorer } = modelsAtBuild('setenv', models);

/** What `examples/environ-vectors.rs` prints: questions, and the native answers. */
interface Case {
  library: models.LibraryName;
  locking: models.LockingName;
  variables: number[];
  setBefore: boolean;
  room: number;
  threads: [string, string];
  counts: string[];
  shortest: string | null;
  interrupted: string;
  secondDone: number;
  schedule: string;
  steps: number[];
  states: number;
  checksum: number;
}

function explorerOf({ library, locking, variables, setBefore, room, threads }: Case): models.Explorer {
  return new Explorer(library, locking, Uint32Array.from(variables), setBefore, room, ...threads);
}

/** FNV-1a over the numbers. */
const checksum = (numbers: readonly number[]): number =>
  numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x01000193), 0x811c9dc5) >>> 0;

describe('the model of the environment in WebAssembly', () => {
  let cases: Case[];

  beforeAll(() => {
    // As `cargo test` compiles it for the whole workspace, so that it need not be compiled again.
    const program = ['run', '--locked', '--quiet', '--example', 'environ-vectors'];
    cases = JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' })) as Case[];
  }, 600_000);

  it('counts, searches and plays as it does natively', () => {
    expect(cases.length).toBe(4 * 3 * 7 * 3);
    for (const each of cases) {
      const where = JSON.stringify(each).slice(0, 160);
      const explorer = explorerOf(each);
      const { right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice } = explorer.count();
      expect([right, wrongAnswer, wrongEnvironment, freedArray, freedString, freedTwice], where).toEqual(each.counts);
      expect(explorer.shortestFailure() ?? null, where).toBe(each.shortest);
      const { steps, secondDone } = explorer.interrupted();
      expect([steps, secondDone], where).toEqual([each.interrupted, each.secondDone]);
      const run = explorer.replay(each.shortest ?? each.interrupted);
      expect(run.schedule, where).toBe(each.schedule);
      expect([...run.steps()], where).toEqual(each.steps);
      const states = Array.from({ length: each.states }, (_, at) => [...run.moment(at)]);
      expect(checksum(states.flat()), where).toBe(each.checksum);
      expect(run.moment(each.states), where).toHaveLength(0);
    }
  });

  it('was asked what fails and what does not', () => {
    expect(cases.some(({ shortest }) => shortest === null)).toBe(true);
    for (const kind of [1, 2, 3, 4, 5]) expect(cases.some(({ counts }) => counts[kind] !== '0')).toBe(true);
  });
});
