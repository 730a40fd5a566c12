import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMES } from './schemes';
import { STOPS, parseSpan, schema, writeSpan, type BirthdayState, type RulerName } from './state';

describe('a time', () => {
  it.each([
    ['1ns', 1e-9],
    ['100 us', 100e-6],
    ['15.6 ms', 0.0156],
    ['5 µs', 5e-6],
    ['1e3', 1000],
    ['1,000 s', 1000],
    ['2 days', 172_800],
    ['1 Year', 31_536_000],
  ])('is read from %s', (text, seconds) => {
    expect(parseSpan(text)).toBe(seconds);
  });

  it.each(['', 'soon', '5 fortnights', 'ns', '1 2 3x'])('is not read from “%s”', (text) => {
    expect(parseSpan(text)).toBeNaN();
  });

  it('is read again as it was written', () => {
    const times = [...STOPS.granularity.values, ...STOPS.span.values].filter(Number.isFinite);
    for (const time of times) expect(parseSpan(writeSpan(time)), writeSpan(time)).toBe(time);
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 3e9, noNaN: true }), (time) => parseSpan(writeSpan(time)) === time),
    );
  });
});

describe('the address', () => {
  const read = (query: string) => schema.read(new URLSearchParams(query));

  it('speaks in units and names', () => {
    const state: BirthdayState = {
      granularity: Infinity,
      bits: 122,
      machines: 5,
      rate: 1e6,
      span: 86_400 * 365,
      risk: 1e-9,
    };
    expect(schema.write(state, new URLSearchParams(), 'all').toString()).toBe(
      'b-granularity=none&b-bits=122&b-machines=5&b-rate=1000000&b-span=1y&b-risk=1e-9',
    );
    expect(read(schema.write(state, new URLSearchParams(), 'all').toString())).toEqual({ state, notes: [] });
  });

  it('gives a valid state whatever it says', () => {
    const names = Object.keys(schema.fields).map((name) => `b-${name}`);
    const value = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.constantFrom('1e999', '-1ms', 'none', '0ns', '9y', '∞'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (given) => {
        const { state } = read(new URLSearchParams(given).toString());
        expect(read(schema.write(state, new URLSearchParams(), 'all').toString())).toEqual({ state, notes: [] });
      }),
    );
  });

  it('says what it put right', () => {
    const { state, notes } = read('b-granularity=1 h&b-span=0.1s&b-bits=x');
    expect([state.granularity, state.span, state.bits]).toEqual([1, 1, 0]);
    expect(notes.map(({ parameter }) => parameter)).toEqual(['b-granularity', 'b-bits', 'b-span']);
  });
});

it('can be set to every default and every scheme by its rulers', () => {
  for (const name of Object.keys(STOPS) as RulerName[]) {
    expect(STOPS[name].values, name).toContain(schema.initial[name]);
  }
  for (const { granularity, bits } of SCHEMES) {
    expect(STOPS.granularity.values).toContain(granularity);
    expect(STOPS.bits.values).toContain(bits);
  }
});
