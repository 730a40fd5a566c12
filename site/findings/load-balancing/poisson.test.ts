import { expect, test } from 'vitest';
import { anyOverIfPoisson } from './poisson';

test('chances of a few items are those of the formula', () => {
  // Neither of two servers has any: e⁻² of all cases.
  expect(anyOverIfPoisson({ mean: 2, servers: 2, capacity: 0 })).toBeCloseTo(1 - Math.exp(-2), 12);
  expect(anyOverIfPoisson({ mean: 3, servers: 1, capacity: 2 })).toBeCloseTo(1 - 8.5 * Math.exp(-3), 12);
});

test('a number that varies makes an overload likelier than a thousand items do', () => {
  // Exactly a thousand: 0.04503.
  const chance = anyOverIfPoisson({ mean: 1000, servers: 13, capacity: 100 });
  expect(chance).toBeGreaterThan(0.045);
  expect(chance).toBeLessThan(0.08);
});
