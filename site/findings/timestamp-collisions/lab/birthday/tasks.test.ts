import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { formatChance } from './format';
import { schema, type BirthdayState } from './state';
import { birthdayTasks } from './tasks';

const tasks = birthdayTasks(modelsAtBuild('timestamp-collisions', models));
const risk = (values: Partial<BirthdayState>) => runToEnd(tasks.risk({ ...schema.initial, ...values }));

describe('identifiers with a timestamp', () => {
  it('have the risk that the birthday problem has, step by step', () => {
    // 100 a second in all for a second, in a thousand steps of 16 values each.
    const { low, high } = risk({ granularity: 1e-3, bits: 4, machines: 4, rate: 25, span: 1 });
    const mean = 100 / 16_000;
    expect(low).toBe(high);
    expect(low).toBeCloseTo(1 - ((1 + mean) * Math.exp(-mean)) ** 16_000, 9);
  });
});

describe('identifiers without one', () => {
  it('are few in a birthday party, and known exactly', () => {
    // 8 bits instead of 365 days: 20 of 256 values.
    const { low, high, identifiers } = risk({ granularity: Infinity, bits: 8, machines: 1, rate: 20, span: 1 });
    let distinct = 1;
    for (let drawn = 0; drawn < 20; drawn++) distinct *= 1 - drawn / 256;
    expect(identifiers).toBe(20);
    expect([low, high]).toEqual([low, low]);
    expect(low).toBeCloseTo(1 - distinct, 12);
  });
});

describe('any question', () => {
  const state: fc.Arbitrary<BirthdayState> = fc.record({
    granularity: fc.constantFrom(1e-9, 1e-6, 1e-3, 1, Infinity),
    bits: fc.integer({ min: 0, max: 160 }),
    machines: fc.integer({ min: 1, max: 1_000_000 }),
    rate: fc.double({ min: -3, max: 12, noNaN: true }).map((exponent) => 10 ** exponent),
    span: fc.constantFrom(1, 60, 86_400, 31_536_000, 3_153_600_000),
    risk: fc.double({ min: -12, max: -0.31, noNaN: true }).map((exponent) => 10 ** exponent),
  });

  it('gets finite figures that agree with each other', () => {
    fc.assert(
      fc.property(state, (given) => {
        const { low, high, rateForRisk, halfTime, identifiers, pairs, curves, rates } = risk(given);
        for (const figure of [low, high, rateForRisk, halfTime, identifiers, pairs])
          expect(figure).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(1);
        // Half the time is up exactly when half the risk is; one draw more or less, and one step, may decide.
        if (identifiers > 1e4 && halfTime > given.span * 1.01) expect(high).toBeLessThan(0.51);
        if (identifiers > 1e4 && halfTime < given.span * 0.99) expect(low).toBeGreaterThan(0.49);
        // The risk is never more than the number of equal pairs to expect.
        expect(high).toBeLessThanOrEqual(pairs * (1 + 1e-9) + 1e-15);
        for (const curve of curves) {
          expect(curve).toHaveLength(rates.length);
          expect(curve.every((value, index) => index === 0 || value >= (curve[index - 1] as number) - 1e-12)).toBe(
            true,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([{ granularity: 1e-9 }, { granularity: 1e-3, bits: 20 }, { granularity: Infinity, bits: 60 }])(
    'has a risk of a half when half the time is up: $granularity',
    (values) => {
      const { halfTime } = risk(values);
      // The span of the schema's limits does not bind the models.
      expect(risk({ ...values, span: halfTime }).high).toBeCloseTo(0.5, 5);
    },
  );

  it('has the tolerated risk at the rate it is told', () => {
    fc.assert(
      fc.property(state, (given) => {
        const { rateForRisk, identifiers } = risk(given);
        if (rateForRisk < 1e-3 || rateForRisk > 1e12 || identifiers < 2) return;
        const there = risk({ ...given, rate: rateForRisk });
        // Without a timestamp the rate is that of whole draws, the last that are surely safe.
        if (given.granularity === Infinity) expect(there.high).toBeLessThanOrEqual(given.risk * (1 + 1e-6));
        else expect(there.high / given.risk).toBeCloseTo(1, 6);
      }),
      { numRuns: 60 },
    );
  });
});

it('opens on the risk that the article’s first sentences give', () => {
  const { high } = risk({});
  const article = readFileSync('content/findings/timestamp-collisions.mdx', 'utf8');
  expect(article).toContain(`about ${formatChance(high)}, by the [birthday formula]`);
});
