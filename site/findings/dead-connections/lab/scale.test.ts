import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundScale } from './scale';

const span = { left: 112, right: 858 };
const S = 1e6;

describe('the scale', () => {
  it('is even, and stays as it is while what it shows moves on it', () => {
    const scale = roundScale(span, 90 * S);
    expect(scale.endUs).toBe(960 * S);
    expect(roundScale(span, 939 * S).x(90 * S)).toBe(scale.x(90 * S));
    expect(scale.x(480 * S) - scale.left).toBeCloseTo((scale.right - scale.left) / 2, 6);
    expect(roundScale(span, 7875 * S).endUs).toBe(3 * 3600 * S);
  });

  it('holds whatever it shows, and gives back the time that a place stands for', () => {
    const last = fc.double({ min: 0, max: 4e14, noNaN: true });
    fc.assert(
      fc.property(last, fc.double({ min: 0, max: 1, noNaN: true }), (us, share) => {
        const scale = roundScale(span, us);
        expect(scale.endUs).toBeGreaterThanOrEqual(us);
        const at = us * share;
        expect(Math.abs(scale.us(scale.x(at)) - at)).toBeLessThan(1 + scale.endUs * 1e-9);
      }),
    );
  });

  it('has labels that do not run into each other', () => {
    const last = fc.double({ min: 1, max: 4e14, noNaN: true });
    fc.assert(
      fc.property(last, fc.constantFrom(304, 746), (us, width) => {
        const scale = roundScale({ left: 22, right: 22 + width }, us);
        const places = scale.ticks.map(({ us, label }) => [scale.x(us), label.length * 2.8] as const);
        places.slice(1).forEach(([x, half], index) => {
          const [before, halfBefore] = places[index]!;
          expect(x - half).toBeGreaterThan(before + halfBefore);
        });
      }),
    );
  });
});
