import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain } from '../../../../site/kit/lab/plain';
import * as models from '@/wasm-pkg/load-balancing/models.js';
import { bits, printedBy } from '../../../lib/from-js/natively';

const FOLDER = 'site/wasm-pkg/load-balancing';

/** The module that is built for browsers without vector instructions, called by JavaScript of its own. */
async function modelsWithoutSimd(): Promise<typeof models> {
  // @ts-expect-error -- the same module, loaded once more
  const again = (await import('@/wasm-pkg/load-balancing/models.js?without-simd')) as typeof models;
  again.initSync({ module: readFileSync(join(FOLDER, 'models_without_simd_bg.wasm')) });
  return again;
}

/** What `examples/placement-vectors.rs` prints: a question, and the bits of the native answers. */
interface Vector {
  items: number;
  servers: number;
  strategy: 'random';
  choices: number;
  seed: number;
  first: number;
  count: number;
  capacity: number;
  error?: string;
  loads: TallyBits;
  maxima: TallyBits;
  summary: string[];
  exact: string[] | null;
  firstLoad: number;
  probabilities: string[];
  /** With a risk of 1% and 30 repetitions; null where it takes too long. */
  plan: {
    exact: boolean;
    repetitions: number;
    least: number | null;
    needed: { server: number | null; any: number | null };
    servers: number[];
    serverOver: string[];
    anyOver: string[];
  } | null;
}

interface TallyBits {
  values: string[];
  counts: string[];
}

function figures(s: models.Summary): string[] {
  return bits([s.p50, s.p95, s.p99, s.p999, s.mean, s.imbalance, s.pServerOver, s.pAnyOver]);
}

const tallyBits = ({ values, counts }: models.Tally): TallyBits => ({ values: bits(values), counts: bits(counts) });

/** What is planned in chunks of so much work. */
function planned({ Planner }: typeof models, v: Vector, work: number): Vector['plan'] {
  const planner = new Planner(v.items, v.servers, v.strategy, v.choices, v.seed, v.capacity, 0.01, 30);
  while (!planner.advance(work));
  const { exact, repetitions, least, needed, servers, serverOver, anyOver } = plain(planner.plan());
  return {
    exact,
    repetitions,
    least: least ?? null,
    needed: { server: needed?.server ?? null, any: needed?.any ?? null },
    servers: [...servers],
    serverOver: bits(serverOver),
    anyOver: bits(anyOver),
  };
}

describe('the models in WebAssembly', () => {
  let vectors: Vector[];

  beforeAll(() => void (vectors = printedBy('placement-vectors') as Vector[]), 600_000);

  const answerAsNatively = (wasm: typeof models) => {
    const { exactLoadProbabilities, exactSummary, Simulation } = wasm;
    expect(vectors.length).toBeGreaterThan(50);
    expect(vectors.filter(({ plan }) => plan).length).toBeGreaterThan(40);
    for (const v of vectors) {
      const name = `${v.items} items, ${v.servers} servers, ${v.strategy} ${v.choices}`;
      if (v.error !== undefined) {
        expect(() => new Simulation(v.items, v.servers, v.strategy, v.choices, v.seed), name).toThrow(v.error);
        continue;
      }
      const simulation = new Simulation(v.items, v.servers, v.strategy, v.choices, v.seed);
      simulation.run(v.first, v.count);
      expect(tallyBits(simulation.loads()), name).toEqual(v.loads);
      expect(tallyBits(simulation.maxima()), name).toEqual(v.maxima);
      expect(figures(simulation.summary(v.capacity)), name).toEqual(v.summary);
      const exact = exactSummary(v.items, v.servers, v.strategy, v.choices, v.capacity);
      expect(exact === undefined ? null : figures(exact), name).toEqual(v.exact);
      const { first, probabilities } = exactLoadProbabilities(v.items, v.servers);
      expect(first, name).toBe(v.firstLoad);
      expect(bits(probabilities), name).toEqual(v.probabilities);
      if (v.plan) expect(planned(wasm, v, 777), name).toEqual(v.plan);
    }
  };

  it(
    'answer bit for bit as they do natively',
    () => answerAsNatively(modelsAtBuild('load-balancing', models)),
    120_000,
  );

  it('answer so where a browser has no vector instructions, too', async () => {
    const withoutSimd = await modelsWithoutSimd();
    expect(withoutSimd).not.toBe(models);
    answerAsNatively(withoutSimd);
  }, 120_000);

  it('need vector instructions in the one module, and none in the other', () => {
    // Which V8 has only where the processor has these; an ARM processor always has them.
    const validate = `
      const { readFileSync } = require('node:fs');
      const valid = (file) => WebAssembly.validate(readFileSync(require('node:path').join('${FOLDER}', file)));
      console.log(JSON.stringify(['models_bg.wasm', 'models_without_simd_bg.wasm'].map(valid)));`;
    const answers = (flags: string[]) =>
      JSON.parse(execFileSync(process.execPath, [...flags, '-e', validate], { encoding: 'utf8' })) as boolean[];
    expect(answers([])).toEqual([true, true]);
    if (process.arch === 'x64') expect(answers(['--no-enable-sse4-1'])).toEqual([false, true]);
  });
});
