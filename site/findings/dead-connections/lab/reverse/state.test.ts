import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRESETS } from './presets';
import { STOPS, schema, type ReverseState, type RulerName } from './state';

const read = (query: string) => schema.read(new URLSearchParams(query));

it('an address says it all again', () => {
  const state: ReverseState = { within: 5400, probes: 7, rtt: 0.5, connections: 123, language: 'rust' };
  const query = schema.write(state, new URLSearchParams(), 'all').toString();
  expect(query).toBe('r-within=5400&r-probes=7&r-rtt=0.5&r-connections=123&r-language=rust');
  expect(read(query)).toEqual({ state, notes: [] });
  expect(read('r-within=1.5 h').state.within).toBe(5400);
});

it('an address gives a valid state whatever it says', () => {
  const names = Object.keys(schema.fields).map((name) => `r-${name}`);
  const value = fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('1e999', '-1 s', '2 h', 'PYTHON', '∞'));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (given) => {
      const { state } = read(new URLSearchParams(given).toString());
      expect(read(schema.write(state, new URLSearchParams(), 'all').toString())).toEqual({ state, notes: [] });
    }),
  );
});

it('the rulers reach every default and every preset', () => {
  for (const name of Object.keys(STOPS) as RulerName[]) {
    expect(STOPS[name].values, name).toContain(schema.initial[name]);
  }
  for (const { within, probes } of PRESETS) {
    expect(STOPS.within.values).toContain(within);
    expect(STOPS.probes.values).toContain(probes);
  }
});
