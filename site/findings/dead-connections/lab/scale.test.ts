import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundScale, wideScale } from './scale';

const span = { left: 112, right: 858, originUs: 0 };
const S = 1e6;
const labels = (scale: ReturnType<typeof wideScale>) => scale.ticks.flatMap(({ label }) => (label ? [label] : []));

describe('the wide scale', () => {
  it('has milliseconds and hours in one picture, and begins at nothing', () => {
    const scale = wideScale(span, 90 * S);
    expect(scale.x(0)).toBe(span.left);
    expect(labels(scale)).toEqual(expect.arrayContaining(['0', '10\u00a0ms', '1\u00a0s', '1\u00a0min', '1\u00a0h']));
    expect(scale.x(0.02 * S) - scale.x(0.002 * S)).toBeGreaterThan(50);
    expect(scale.x(7200 * S) - scale.x(720 * S)).toBeGreaterThan(50);
  });

  it('puts the same time in the same place, whatever is shown', () => {
    expect(wideScale(span, 4 * S).x(S)).toBe(wideScale(span, 7875 * S).x(S));
  });

  it('reaches as far as it must', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 4e14, noNaN: true }), (last) => {
        const scale = wideScale(span, last);
        expect(scale.endUs).toBeGreaterThanOrEqual(last);
        expect(scale.x(last)).toBeLessThanOrEqual(span.right);
      }),
    );
  });
});

describe('the round scale', () => {
  it('is even, and stays as it is while what it shows moves on it', () => {
    const scale = roundScale(span, 90 * S);
    expect(scale.endUs).toBe(1200 * S);
    expect(roundScale(span, 930 * S).x(90 * S)).toBe(scale.x(90 * S));
    expect(scale.x(600 * S) - scale.left).toBeCloseTo((scale.right - scale.left) / 2, 6);
    expect(roundScale(span, 7875 * S).endUs).toBe(3 * 3600 * S);
  });
});

describe.each([
  ['wide', wideScale],
  ['round', roundScale],
])('the %s scale', (_, make) => {
  it('gives back the time that a place stands for', () => {
    const time = fc.double({ min: 0, max: 8000 * S, noNaN: true });
    const origin = fc.double({ min: 0, max: 86_400 * S, noNaN: true });
    fc.assert(
      fc.property(time, origin, (us, originUs) => {
        const scale = make({ ...span, originUs }, originUs + 8000 * S);
        expect(Math.abs(scale.us(scale.x(originUs + us)) - originUs - us)).toBeLessThan(1 + us * 1e-6);
      }),
    );
  });

  it('has labels that do not run into each other', () => {
    const last = fc.double({ min: 1, max: 1e14, noNaN: true });
    fc.assert(
      fc.property(last, fc.constantFrom(280, 746), (us, width) => {
        const scale = make({ left: 22, right: 22 + width, originUs: 0 }, us);
        const places = scale.ticks
          .filter(({ label }) => label)
          .map(({ us, label }) => [scale.x(us), label.length * 2.8]);
        places.slice(1).forEach(([x, half], index) => {
          const [before, halfBefore] = places[index] as [number, number];
          expect((x as number) - (half as number)).toBeGreaterThan(before + halfBefore);
        });
      }),
    );
  });
});
