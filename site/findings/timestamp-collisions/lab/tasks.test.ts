import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { toPlain } from '@/kit/lab/plain';
import * as wasm from '@/wasm-pkg/timestamp-collisions/models.js';
import { figures, promiseSentence, resultSentence, schemeSentence } from './figures';
import { readingsWithin } from './readings';
import { readTime, schema, type LabState } from './state';
import { stretchOf } from './stretch';
import { SIMULATED_THREADS, labTasks, residueOf, type Counted } from './tasks';

const models = modelsAtBuild('timestamp-collisions', wasm);
const tasks = labTasks(models);
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const SLICE_PS = 50_000_000;

describe('the readings', () => {
  it('are the model’s own, in nanoseconds', () => {
    const setup = new models.ClockSetup(3, 10_000, 1, 33_000, 4_000);
    setup.setPhases(Float64Array.of(0, 5_000, 10_000));
    setup.setResidues(Float64Array.of(0, 3_000, 6_000, 9_000));
    setup.setMachine(4, 1, 1_000, SLICE_PS);
    const state = stateWith({ threads: 3, step: 10, residue: 3, start: 'spaced', phase: 5, hardware: 1, sharing: 1 });
    const { at, values, identifiers } = runToEnd(tasks.trace({ setting: state, each: 50 }));
    const trace = setup.trace(state.seed, 50);
    expect(at.map((time) => Math.round(time * 1000))).toEqual(trace.atPs);
    expect(values).toEqual(trace.values);
    expect(identifiers).toEqual(setup.identifiers(state.seed, 50, 'timestamp'));
    // A reading is what its core's counter says: a whole number of steps after the core's residue.
    values.forEach((value, i) => expect((value - residueOf(state, Math.floor(i / 50)) / 1000) % 10).toBe(0));
  });

  it('are as far apart at most as the page says without the model', () => {
    const setup = fc.record({
      ...{ threads: fc.integer({ min: 1, max: 32 }), cores: fc.integer({ min: 1, max: 8 }) },
      ...{ hardware: fc.integer({ min: 1, max: 2 }), cost: fc.integer({ min: 10, max: 1000 }) },
      sharing: fc.integer({ min: 1000, max: 3000 }).map((thousandths) => thousandths / 1000),
    });
    fc.assert(
      fc.property(setup, (values) => {
        const state = stateWith({ ...values, jitter: 0 });
        const { at } = runToEnd(tasks.trace({ setting: state, each: 3 }));
        // Threads that queue may lose their turn once between three reads.
        const apart = Array.from({ length: values.threads }, (_, thread) => {
          const [first, second, third] = at.subarray(3 * thread, 3 * thread + 3) as unknown as [number, number, number];
          return Math.min(second - first, third - second);
        });
        // To a picosecond, which the model counts in.
        expect(Math.abs(Math.max(...apart) - readTime(state))).toBeLessThan(0.001_1);
      }),
    );
  });
});

describe('the counts', () => {
  it('are the model’s own, also after a rough first answer', () => {
    const state = stateWith({ samples: 60_000 });
    const setup = new models.ClockSetup(8, 1_000, 1, 33_000, 4_000);
    setup.setMachine(4, 2, 2_000, SLICE_PS);
    const counts = setup.simulate(state.seed, 60_000);
    const chunks = [...tasks.count(state)];
    expect(chunks).toHaveLength(1);
    expect((chunks[0] as Counted).each).toBeLessThan(5_000);
    const { shares, equalNeighbours, predicted, each } = runToEnd(tasks.count(state));
    expect({ each, ...shares, equalNeighbours }).toEqual({
      each: 60_000,
      samples: counts.samples,
      published: counts.published,
      equalNeighbours: counts.equalNeighbours,
    });
    expect(predicted).toEqual(toPlain(setup.estimate()));
  });
});

it('follows the share over the threads, point by point', () => {
  const state = stateWith({ samples: 1000 });
  const chunks = [...tasks.curve(state)];
  const curve = runToEnd(tasks.curve(state));
  expect(chunks).toHaveLength(SIMULATED_THREADS.length);
  expect(curve.predicted).toHaveLength(64);
  expect(curve.simulated.map(({ threads }) => threads)).toEqual(SIMULATED_THREADS);
  expect(curve.predicted[0]).toEqual({ samples: 0, published: 0 });
  expect(curve.predicted[7]).toEqual(runToEnd(tasks.count(state)).predicted);
});

describe('what is said', () => {
  const state = schema.initial;
  const trace = runToEnd(tasks.trace({ setting: state, each: 64 }));
  const readings = readingsWithin(trace, stretchOf(state));
  const counted = runToEnd(tasks.count(stateWith({ samples: 20_000 })));

  it('is the duplicates and the reason', () => {
    expect(schemeSentence(state, readings, trace.promise)).toMatch(
      /^Bare timestamp: \d+ of the \d+ identifiers shown are duplicates\. It promises nothing: /,
    );
  });

  it('is how far a scheme guarantees uniqueness, or makes it likely', () => {
    const said = (certain: string, probable: string) => promiseSentence({ certain, probable, condition: 'so' });
    expect(said('within a process', 'within a process')).toBe(
      'Guaranteed unique within a process, as long as this holds: so.',
    );
    expect(said('nowhere', 'everywhere')).toBe('Unique everywhere with high probability: so.');
    expect(said('within a process', 'everywhere')).toBe(
      'Guaranteed unique within a process, and everywhere with high probability: so.',
    );
  });

  it('is the result in a sentence', () => {
    expect(resultSentence(state, { counted, readings })).toMatch(
      /^8 threads that read a clock of 1 ns steps every 66 ns: .*% of the readings collide, /,
    );
  });

  it('says how far the counters are apart, where they are', () => {
    expect(resultSentence({ ...state, residue: 0.5 }, { counted, readings })).toContain(
      'every 66 ns, their cores’ counters 0.5 ns apart: ',
    );
  });

  it('is a plain zero only where the closed form leaves nothing', () => {
    const text = (predicted: number) => {
      const shares = { samples: 0, published: 0 };
      const none = { ...counted, each: 1000, shares, predicted: { samples: predicted, published: predicted } };
      return figures(state, { counted: none, readings })[0]!.text;
    };
    expect([text(0), text(1e-6)]).toEqual(['0%', '0 of 8,000']);
  });

  it('is nothing before there is a result', () => {
    const shown = figures(state, { counted: null, readings: null });
    expect(shown.every(({ value, text }) => value === null && text === '…')).toBe(true);
  });
});
