import { afterEach, describe, expect, it, vi } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import {
  countPart,
  helpAt,
  helperAt,
  shareOut,
  withHelpers,
  type Helper,
  type Introduction,
  type Part,
} from './sharing';
import { labTasks, type Placed } from './tasks';

const wasm = modelsAtBuild('load-balancing', models);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const ports: MessagePort[] = [];
afterEach(() => ports.splice(0).forEach((port) => port.close()));

/** A helper at the other end of a channel, and the parts that it was asked for. */
function helper(count: (part: Part) => Promise<ReturnType<typeof countPart>>) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const parts: Part[] = [];
  helpAt(port1, (part) => {
    parts.push(part);
    return count(part);
  });
  return { helper: helperAt(port2), parts };
}

const working = () => helper(async (part) => countPart(wasm, part));

/** What the task gives, with messages let in between its chunks, as the worker does. */
async function placed(strategy: 'random' | 'two-choices', repetitions: number, helpers: Helper[]): Promise<Placed> {
  const chunks = labTasks(wasm, helpers).placements({
    ...{ items: 1000, servers: 13, strategy, choices: 2, seed: 1, repetitions },
  });
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
    await turn();
  }
}

describe('repetitions that workers share', () => {
  it('give the same figures, whatever the number of workers', async () => {
    for (const strategy of ['random', 'two-choices'] as const) {
      const alone = await placed(strategy, 40_001, []);
      expect(alone.repetitions).toBe(40_001);
      for (const count of [1, 3]) {
        const several = Array.from({ length: count }, working);
        const helpers = several.map(({ helper }) => helper);
        // Twice, as what one question left behind must not disturb the next.
        for (let round = 0; round < 2; round++) expect(await placed(strategy, 40_001, helpers)).toEqual(alone);
        for (const { parts } of several) expect(parts.length).toBeGreaterThan(0);
      }
    }
  });

  it('are each run by one worker while all of them work', async () => {
    const { helper, parts } = working();
    await placed('random', 40_000, [helper]);
    const shared = parts.reduce((sum, { count }) => sum + count, 0);
    expect(shared).toBeGreaterThan(1000);
    expect(shared).toBeLessThan(40_000);
    const ends = parts.map(({ first, count }) => first + count);
    expect(parts.slice(1).every(({ first }, index) => first >= ends[index]!)).toBe(true);
  });

  it('are run without a helper that never answers, fails or answers too late', async () => {
    const alone = await placed('random', 40_000, []);
    const silent = helper(() => new Promise(() => {}));
    const failing = helper(() => Promise.reject(new Error('out of memory')));
    const late = helper(async (part) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return countPart(wasm, part);
    });
    expect(await placed('random', 40_000, [silent.helper, failing.helper, late.helper])).toEqual(alone);
    await vi.waitFor(() => expect(late.helper.isIdle).toBe(true));
    expect(await placed('random', 40_000, [silent.helper, failing.helper, late.helper])).toEqual(alone);
    // One that has not answered is asked for nothing more.
    expect([silent, failing].map(({ parts }) => parts.length)).toEqual([1, 1]);
  });

  describe('and that a question like it has timed', () => {
    /** How many repetitions each takes at first, where a question before took a microsecond for each. */
    const first = (before: { items: number; servers: number }) => {
      const several = [working(), working()];
      const placing = { items: 1000, servers: 13, strategy: 'random', choices: 2, seed: 1 } as const;
      const simulation = new wasm.Simulation(placing.items, placing.servers, placing.strategy, 2, placing.seed);
      const helpers = several.map(({ helper }) => helper);
      const work = shareOut(simulation, placing, 10_000, helpers, new Map([['random', { ...before, each: 1e-3 }]]));
      work.advance();
      work.stop();
      const done = simulation.repetitions;
      simulation.free();
      return { done, isIdle: helpers.map(({ isIdle }) => isIdle) };
    };

    it('are shared out at once, and all finish together', () => {
      const own = 10_000 - 2 * 3334;
      expect(first({ items: 1000, servers: 14 })).toEqual({ done: own, isIdle: [false, false] });
      expect(first({ items: 500, servers: 26 })).toEqual({ done: own, isIdle: [false, false] });
    });

    it('are begun by one worker where it was not much like it: what it took says little', () => {
      for (const before of [
        { items: 100_000, servers: 13 },
        { items: 1000, servers: 1000 },
      ])
        expect(first(before)).toEqual({ done: 100, isIdle: [true, true] });
    });
  });

  it('stay with one worker where they take but a moment', async () => {
    const { helper, parts } = working();
    await placed('random', 100, [helper]);
    expect(parts).toHaveLength(0);
  });

  it('are of no more use once nobody asks for them', async () => {
    const { helper, parts } = working();
    const chunks = labTasks(wasm, [helper]).placements({
      ...{ items: 1000, servers: 13, strategy: 'random', choices: 2, seed: 1, repetitions: 1_000_000 },
    });
    for (let chunk = 0; helper.isIdle && chunk < 10; chunk++) chunks.next();
    expect(helper.isIdle).toBe(false);
    chunks.return(undefined as never);
    await vi.waitFor(() => expect(helper.isIdle).toBe(true));
    expect(parts).toHaveLength(1);
  });
});

describe('a worker with helpers', () => {
  class FakeWorker {
    readonly heard: Introduction[] = [];
    ended = 0;
    onerror: unknown = null;
    postMessage(message: Introduction) {
      this.heard.push(message);
      ports.push(message.port);
    }
    terminate() {
      this.ended++;
    }
  }
  const started = (cores: number) => {
    const workers: FakeWorker[] = [];
    const worker = withHelpers(() => {
      workers.push(new FakeWorker());
      return workers.at(-1) as unknown as Worker;
    }, cores);
    return { worker, workers };
  };

  it('has as many as there are other cores, up to three', () => {
    expect([1, 2, 4, 64].map((cores) => started(cores).workers.length)).toEqual([1, 2, 4, 4]);
  });

  it('is told of them, and ends with them', () => {
    const { worker, workers } = started(3);
    expect(workers.map(({ heard }) => heard.map(({ type }) => type))).toEqual([
      ['helper', 'helper'],
      ['help'],
      ['help'],
    ]);
    worker.terminate();
    expect(workers.map(({ ended }) => ended)).toEqual([1, 1, 1]);
  });
});
