import { describe, expect, it } from 'vitest';
import { formatChance, formatLarge, formatRisk, formatSpan, tickPower, tickSpan } from './format';
import { schema } from './state';
import { assumptions, certainty, recipe } from './words';

/** Numbers and their units are kept on one line; tests are easier to read without. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('numbers', () => {
  it.each([
    [0.0152, '0.0152'],
    [10, '10'],
    [45_600, '45,600'],
    [999_999_999.9, '1 billion'],
    [1.234e7, '12.3 million'],
    [2e12, '2 trillion'],
    [5.3e36, '5.3 × 10³⁶'],
    [0.00012, '1.2 × 10⁻⁴'],
  ])('%s is written %s', (value, text) => {
    expect(plain(formatLarge(value))).toBe(text);
  });

  it('under ticks are short', () => {
    expect([0.5, 1, 10, 1000, 1e-12].map(tickPower)).toEqual(['0.5', '1', '10', '10³', '10⁻¹²']);
    expect([1e-9, 60, 3600, 86_400, 31_536_000, Infinity].map(tickSpan).map(plain)).toEqual(['1 ns', '1 min', '1 h', '1 d', '1 y', 'none']); // prettier-ignore
  });
});

it('writes chances as shares or as one in so many', () => {
  const written = [0, 0.35, 0.001, 1 / 2.9e6, 1e-6, 1, 0.99999].map(formatChance).map(plain);
  expect(written).toEqual(['none', '35%', '0.10%', '1 in 2.9 million', '1 in a million', '100%', '>99.99%']);
  expect([0.5, 0.01, 1e-6].map(formatRisk).map(plain)).toEqual(['50%', '1%', '1 in a million']);
});

it('writes times in words', () => {
  const written = [1e-9, 100e-6, 1, 90, 86_400, 2 * 86_400, 365 * 86_400, 1e15].map(formatSpan).map(plain);
  expect(written).toEqual([
    '1 ns',
    '100 µs',
    '1 second',
    '1.5 minutes',
    '1 day',
    '2 days',
    '1 year',
    '31.7 million years',
  ]);
});

it('says whether a risk is exact or bounded', () => {
  const figures = { rateForRisk: 1, halfTime: 1, identifiers: 1, pairs: 1, rates: new Float64Array(), curves: [] };
  expect(certainty({ low: 0.5, high: 0.5, ...figures })).toBe('exact');
  expect(certainty({ low: 0.35, high: 0.3500001, ...figures })).toBe('bounded: certain in all digits shown');
  expect(certainty({ low: 0.3, high: 0.4, ...figures })).toBe('bounded: 30% to 40%');
});

describe('assumptions', () => {
  const said = (values: object) => plain(assumptions({ ...schema.initial, ...values }).join(' '));

  it('are those of the question', () => {
    expect(said({ machines: 10 })).toContain('90% of all pairs');
    expect(said({ machines: 1 })).toContain('the risk would be none');
    expect(said({ granularity: Infinity })).toContain('does not matter, only how many');
  });
});

it('says what an identifier is made of', () => {
  expect(plain(recipe({ granularity: 1e-3, bits: 74 }))).toBe('a timestamp in steps of 1 ms and 74 random bits');
  expect(plain(recipe({ granularity: 1e-9, bits: 0 }))).toBe('a timestamp in steps of 1 ns and no random bits');
  expect(plain(recipe({ granularity: Infinity, bits: 1 }))).toBe('1 random bit and no timestamp');
});
