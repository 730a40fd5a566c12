import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundScale } from './scale';

const S = 1e6;

it('the scale holds whatever it shows, gives back the time of a place, and has labels apart from each other', () => {
  const last = fc.double({ min: 0, max: 4e14, noNaN: true });
  fc.assert(
    fc.property(last, fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(304, 746), (us, share, width) => {
      const scale = roundScale({ left: 22, right: 22 + width }, us);
      expect(scale.endUs).toBeGreaterThanOrEqual(us);
      expect(Math.abs(scale.us(scale.x(us * share)) - us * share)).toBeLessThan(1 + scale.endUs * 1e-9);
      const labels = scale.ticks.map(({ us, label }) => [scale.x(us), label.length * 2.8] as const);
      for (const [index, [x, half]] of labels.slice(1).entries()) {
        const [before, halfBefore] = labels[index]!;
        expect(x - half).toBeGreaterThan(before + halfBefore);
      }
    }),
  );
});

it('the scale stays as it is while what it shows moves on it', () => {
  const [near, far] = [90, 939].map((seconds) => roundScale({ left: 112, right: 858 }, seconds * S));
  expect([near!.endUs, far!.endUs]).toEqual([960 * S, 960 * S]);
});
