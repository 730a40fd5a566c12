import { beforeAll, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { plain, plainValue } from '@/kit/lab/plain';
import * as models from '@/wasm-pkg/stale-load/models.js';
import { bitsOf, printedBy } from '../../../lib/from-js/natively';

const { crossingAge, Setting } = modelsAtBuild('stale-load', models);

/** What `examples/queue-vectors.rs` prints: questions, and the bits of the native answers. */
interface Vector {
  servers: number;
  utilisation: number;
  policy: models.PolicyName;
  information: models.InformationName;
  age: number;
  arrivals: models.ArrivalsName;
  work: models.WorkName;
  seed: number;
  requests: number;
  repetitions: number;
  times: number[];
  simulated: Bits[];
  exact: Bits[] | null;
  queues: number[];
  crossing: Bits[];
}

type Bits = string | null;

let vectors: Vector[];

beforeAll(() => void (vectors = printedBy('queue-vectors') as Vector[]), 600_000);

const bits = (values: readonly (number | undefined)[]): Bits[] =>
  values.map((value) => (value === undefined ? null : bitsOf(value)));

it('answers bit for bit as natively', () => {
  // Eight policies, four kinds of information, two of arrivals, three of work, and three sizes.
  expect(vectors).toHaveLength(8 * 4 * 2 * 3 * 3);
  for (const v of vectors) {
    const setting = new Setting(v.servers, v.utilisation, v.policy, v.information, v.age, v.arrivals, v.work);
    const runs = setting.runs(v.requests, v.repetitions, 1, v.seed);
    // In other pieces than natively.
    while (!runs.advance(200));
    const { mean, p50, p99 } = plain(runs.figures());
    const queues = setting.queues(v.seed);
    const known = plainValue(setting.exact());
    const wasm = {
      simulated: bits([mean, p50, p99]),
      exact: known ? bits([known.mean, known.p50, known.p99]) : null,
      queues: v.times.flatMap((time) => [...queues.at(time)]),
      crossing: bits([crossingAge(Float64Array.of(0, 1, 2.5), Float64Array.of(mean!, p50!, p99!), mean! * 1.7)]),
    };
    const { simulated, exact, queues: lengths, crossing } = v;
    const name = `${v.servers} servers, ${v.policy}, ${v.information}, ${v.arrivals}, ${v.work}`;
    expect(wasm, name).toEqual({ simulated, exact, queues: lengths, crossing });
    for (const struct of [queues, runs, setting]) struct.free();
  }
  expect(vectors.filter(({ exact }) => exact).length).toBeGreaterThan(60);
  expect(vectors.filter(({ crossing }) => crossing[0]).length).toBeGreaterThan(100);
}, 120_000);
