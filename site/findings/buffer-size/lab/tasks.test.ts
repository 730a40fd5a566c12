import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/buffer-size/models.js';
import { secondsOf } from './made-up';
import { fittedLaw } from './state';
import { labTasks, type CurveRequest, type FitRequest, type Law } from './tasks';

const tasks = labTasks(modelsAtBuild('buffer-size', wasm));

const law: Law = { perCallS: 2e-7, perByteS: 1e-11, cacheBytes: 300_000, cachePenaltySPerByte: 2e-11 };
const sizes = Float64Array.from({ length: 25 }, (_, power) => 2 ** power);

describe('the curve', () => {
  const asked: CurveRequest = { law, sizes, share: 0.95, largestBytes: 2 ** 24, buffer: 4096 };
  const curve = (changes: Partial<CurveRequest> = {}) => runToEnd(tasks.curve({ ...asked, ...changes }));

  it('is the law, with and without a cache', () => {
    const linear: Law = { perCallS: law.perCallS, perByteS: law.perByteS, cachePenaltySPerByte: 0 };
    for (const drawn of [law, linear]) {
      const { secondsPerCall } = curve({ law: drawn });
      for (const [i, bytes] of sizes.entries()) {
        expect(secondsPerCall[i]! / secondsOf(drawn, bytes)).toBeCloseTo(1, 12);
      }
    }
  });

  it('names the best buffer, the smallest that is enough, and what the chosen one achieves', () => {
    const { best, smallest, chosen } = curve();
    expect(best).toMatchObject({ bytes: 300_000, ofBest: 1 });
    expect(smallest.ofBest).toBeCloseTo(0.95, 12);
    expect(smallest.bytes).toBeLessThan(best.bytes);
    expect(chosen.bytes).toBe(4096);
    expect((chosen.bytesPerSecond * chosen.secondsPerCall) / 4096).toBeCloseTo(1, 12);
    expect(chosen.ofBest).toBeCloseTo(chosen.bytesPerSecond / best.bytesPerSecond, 12);
    expect(curve({ share: 0.5 }).smallest.bytes).toBeLessThan(smallest.bytes);
    expect(curve({ largestBytes: 1000 }).best.bytes).toBe(1000);
  });

  it('divides the time of a call into what it goes into', () => {
    const { parts, chosen } = curve({ buffer: 600_000 });
    expect(parts.callS).toBe(law.perCallS);
    expect(parts.bytesS).toBeCloseTo(600_000 * law.perByteS, 18);
    expect(parts.beyondS).toBeCloseTo(300_000 * law.cachePenaltySPerByte, 18);
    expect(parts.callS + parts.bytesS + parts.beyondS).toBeCloseTo(chosen.secondsPerCall, 18);
    expect(curve().parts.beyondS).toBe(0);
  });
});

describe('the fit', () => {
  /** A few percent off, by turns. */
  const seconds = sizes.map((bytes, i) => secondsOf(law, bytes) * [1.02, 0.97, 1.01][i % 3]!);
  const asked: FitRequest = {
    bytes: sizes,
    seconds,
    shape: 'knee',
    upToPeak: false,
    sizes,
    share: 0.95,
    largestBytes: 2 ** 24,
  };
  const fit = (changes: Partial<FitRequest> = {}) => {
    const result = runToEnd(tasks.fit({ ...asked, ...changes }));
    if (result.kind === 'refused') throw new Error(result.why);
    return result;
  };

  it('finds the law that the points come from, within its intervals', () => {
    const fitted = fit();
    for (const name of ['perCallS', 'perByteS', 'cacheBytes', 'cachePenaltySPerByte'] as const) {
      const { value, low, high } = fitted[name]!;
      expect(low).toBeLessThan(law[name]!);
      expect(high).toBeGreaterThan(law[name]!);
      expect(value).toBeGreaterThan(low);
      expect(value).toBeLessThan(high);
      expect(fittedLaw(fitted)[name]).toBe(value);
    }
    expect(fitted.smallest.low).toBeLessThan(fitted.smallest.value);
    expect(fitted.smallest.high).toBeGreaterThan(fitted.smallest.value);
    expect(fitted.rms).toBeGreaterThan(0.005);
    expect(fitted.rms).toBeLessThan(0.03);
  });

  it('has no cache where none is asked for, and no points beyond the peak where they are not', () => {
    const linear = fit({ shape: 'linear', upToPeak: true });
    expect(fittedLaw(linear)).not.toHaveProperty('cacheBytes');
    expect(linear.cacheBytes).toBeUndefined();
    expect(fittedLaw(linear).cachePenaltySPerByte).toBe(0);
    expect(Math.max(...linear.bytes)).toBe(2 ** 18);
    expect(linear.perByteS.value / law.perByteS).toBeCloseTo(1, 1);
  });

  it('says why points have no law', () => {
    const two = { bytes: sizes.slice(0, 2), seconds: seconds.slice(0, 2) };
    expect(runToEnd(tasks.fit({ ...asked, ...two }))).toEqual({
      kind: 'refused',
      why: 'the number of points is 2; it must be from 5 to 1000',
    });
  });
});
