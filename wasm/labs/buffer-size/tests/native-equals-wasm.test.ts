import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain, type Plain } from '../../../../site/kit/lab/plain';
import * as models from '@/wasm-pkg/buffer-size/models.js';
import { bits, printedBy } from '../../../lib/from-js/natively';

const { curve, fit } = modelsAtBuild('buffer-size', models);

/** What `examples/cost-vectors.rs` prints: questions, and the bits of the native answers. */
type Vectors = {
  law: [number, number, number, number];
  sizes: number[];
  seconds: string[];
  answers: string[];
  /** The bits of the answers, or why there are none. */
  fits: { shape: models.ShapeName; untilPeak: boolean; answers: string[] | string }[];
}[];

const SHARES = [0.5, 0.95, 0.999];
const LARGEST = 2 ** 24;
const CHOSEN = 2 ** 19;

function ofBits(words: string[]): Float64Array {
  const view = new DataView(new ArrayBuffer(8));
  return Float64Array.from(words, (word) => {
    view.setBigUint64(0, BigInt(`0x${word}`));
    return view.getFloat64(0);
  });
}

const achieved = ({ bytes, secondsPerCall, bytesPerSecond, ofBest }: Plain<models.Buffer>) => {
  return [bytes, secondsPerCall, bytesPerSecond, ofBest];
};

/** Everything that a fit says, in the order in which the native program prints it. */
function answersOf({ perCallS, perByteS, cacheBytes, cachePenaltySPerByte, ...fitted }: Plain<models.Fitted>) {
  const { smallest, rms, bytes, residuals, band } = fitted;
  const estimates = [perCallS, perByteS, cacheBytes, cachePenaltySPerByte, smallest].filter(
    (each) => each !== undefined,
  );
  return [
    ...estimates.flatMap(({ value, low, high }) => [value, low, high]),
    ...[rms, ...bytes, ...residuals, ...band.low, ...band.high],
  ];
}

describe('the cost model in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('cost-vectors') as Vectors), 600_000);

  it('answers bit for bit as it does natively', () => {
    expect(vectors.length).toBeGreaterThan(3);
    for (const v of vectors) {
      const name = v.law.join();
      const [call, byte, penalty, cache] = v.law;
      const sizes = Float64Array.from(v.sizes);
      const curves = SHARES.map((share) => plain(curve(call, byte, cache, penalty, sizes, share, LARGEST, CHOSEN)));
      const buffers = curves.flatMap(({ best, smallest, chosen }) => [best, smallest, chosen].flatMap(achieved));
      const { callS, bytesS, beyondS } = curves[0]!.parts;
      expect(bits([...curves[0]!.secondsPerCall, ...buffers, callS, bytesS, beyondS]), name).toEqual(v.answers);
      for (const { shape, untilPeak, answers } of v.fits) {
        const asked = [sizes, ofBits(v.seconds), shape, untilPeak, sizes] as const;
        const found = SHARES.map((share) => plain(fit(...asked, share, LARGEST)));
        const { refusal } = found[0]!;
        const said = refusal ?? bits(found.flatMap(({ fitted }) => answersOf(fitted!)));
        expect(said, `${name}, ${shape}`).toEqual(answers);
      }
    }
    const fitted = vectors.flatMap(({ fits }) => fits.filter(({ answers }) => Array.isArray(answers)));
    expect(new Set(fitted.map(({ shape }) => shape)).size).toBe(2);
  });
});
