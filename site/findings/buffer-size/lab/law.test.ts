import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/buffer-size/models.js';
import { costThrough, gripBytes, GRIPS, sizesFor, type GripName } from './law';
import { GRID, LARGEST, SMALLEST } from './sizes';
import { lawOf, type Costs } from './state';
import { curve } from './tasks';

const models = modelsAtBuild('buffer-size', wasm);

const anyCosts: fc.Arbitrary<Costs> = fc.record({
  call: fc.double({ min: 1, max: 1e6, noNaN: true }),
  byte: fc.double({ min: 1e-4, max: 10, noNaN: true }),
  cache: fc.integer({ min: 10, max: 23 }).map((power) => 2 ** power),
  penalty: fc.double({ min: 1e-3, max: 10, noNaN: true }),
});
/** The time of a call where a grip is, as the models have it. */
function secondsAt(costs: Costs, grip: GripName): number {
  const asked = { law: lawOf(costs), sizes: sizesFor(costs), share: 0.95, largestBytes: LARGEST, buffer: SMALLEST };
  return curve(models, asked).secondsPerCall[GRID.length + GRIPS.indexOf(grip)]!;
}
const dragged = fc.constantFrom<Exclude<GripName, 'cache'>>('call', 'byte', 'penalty');

describe('the grips', () => {
  it('lie on the curve from left to right, far enough apart for two fingers', () => {
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const at = gripBytes(costs);
        const sizes = GRIPS.map((name) => at[name]);
        for (const [index, size] of sizes.slice(1).entries())
          expect(size / (sizes[index] as number)).toBeGreaterThanOrEqual(2);
        expect(sizes[0]).toBeGreaterThanOrEqual(SMALLEST);
        expect(sizes.at(-1)).toBeLessThanOrEqual(LARGEST);
      }),
    );
  });

  it('find the cost that brings the models’ curve to where they are dragged', () => {
    fc.assert(
      fc.property(anyCosts, dragged, fc.double({ min: 1.01, max: 100, noNaN: true }), (costs, grip, slower) => {
        const wanted = secondsAt(costs, grip) * slower;
        const found = { ...costs, [grip]: costThrough(grip, costs, wanted) };
        expect(secondsAt(found, grip) / wanted).toBeCloseTo(1, 9);
      }),
    );
  });
});
