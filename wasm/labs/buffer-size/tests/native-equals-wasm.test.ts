import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/buffer-size/models.js';

const { CostLaw, fit, parse } = modelsAtBuild('buffer-size', models);

/** What `examples/cost-vectors.rs` prints: questions, and the bits of the native answers. */
interface Vectors {
  laws: {
    law: [number, number, number, number];
    sizes: number[];
    seconds: string[];
    answers: string[];
    /** The bits of the answers, or why there are none. */
    fits: { shape: models.ShapeName; untilPeak: boolean; answers: string[] | string }[];
  }[];
  texts: { text: string; read: { column: models.ColumnName; rows: string[]; problems: string[] }[] }[];
}

const SHARES = [0.5, 0.95, 0.999];
const LARGEST = 2 ** 24;

function bits(values: Iterable<number>): string[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from(values, (value) => {
    view.setFloat64(0, value);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  });
}

function ofBits(words: string[]): Float64Array {
  const view = new DataView(new ArrayBuffer(8));
  return Float64Array.from(words, (word) => {
    view.setBigUint64(0, BigInt(`0x${word}`));
    return view.getFloat64(0);
  });
}

/** What a fit answers, in the order in which the native program prints it. */
function answersOf(fitted: models.CostFit, sizes: Float64Array) {
  if (fitted.refusal !== undefined) return fitted.refusal;
  const points = fitted.points();
  const residuals = points.filter((_, i) => i % 3 === 2);
  const smallest = SHARES.flatMap((share) => [...fitted.smallestBuffer(share, LARGEST)]);
  return bits([
    ...fitted.law(),
    fitted.rms(),
    ...residuals,
    ...fitted.band(sizes),
    ...fitted.prediction(sizes),
    ...smallest,
  ]);
}

describe('the cost model in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => {
    // As `cargo test` compiles it for the whole workspace, so that it need not be compiled again.
    const program = ['run', '--locked', '--quiet', '--example', 'cost-vectors'];
    vectors = JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' })) as Vectors;
  }, 600_000);

  it('answers bit for bit as it does natively', () => {
    expect(vectors.laws.length).toBeGreaterThan(3);
    for (const v of vectors.laws) {
      const name = v.law.join();
      const [call, byte, penalty, cache] = v.law;
      const sizes = Float64Array.from(v.sizes);
      const law = new CostLaw(call, byte);
      law.setCache(cache, penalty);
      const smallest = SHARES.map((share) => law.smallestBuffer(share, LARGEST));
      expect(bits([...law.seconds(sizes), law.bestBuffer(LARGEST), ...smallest]), name).toEqual(v.answers);
      for (const { shape, untilPeak, answers } of v.fits) {
        const fitted = fit(sizes, ofBits(v.seconds), shape, untilPeak);
        expect(answersOf(fitted, sizes), `${name}, ${shape}`).toEqual(answers);
      }
    }
    const fitted = vectors.laws.flatMap(({ fits }) => fits.filter(({ answers }) => Array.isArray(answers)));
    expect(new Set(fitted.map(({ shape }) => shape)).size).toBe(2);
  });

  it('reads pasted texts as it does natively', () => {
    for (const { text, read } of vectors.texts) {
      for (const { column, rows, problems } of read) {
        const pasted = parse(text, column);
        expect(bits(pasted.rows()), text).toEqual(rows);
        expect(pasted.problems(), text).toEqual(problems);
      }
    }
  });
});
