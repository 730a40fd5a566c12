import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/kit/lab/state';
import {
  ARRIVALS,
  INFORMATION,
  POLICIES,
  PRESETS,
  presetState,
  rowsOf,
  schema,
  STOPS,
  WORK,
  type LabState,
} from './state';

const names = Object.keys(schema.fields) as (keyof LabState)[];

/** A state is valid when writing and reading it back changes nothing and calls for no note. */
function expectValid(state: LabState) {
  const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
  expect(notes).toEqual([]);
  expect(again).toEqual(state);
}

describe('any address', () => {
  const garbage = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.constantFrom('', ' ', '1e999', '-0', 'NaN', 'Infinity', '0x10', '1,000', '٣', '\u0000', '<script>', 'least-'),
  );

  it('gives a valid state, with a note for every parameter that was not taken as it stood, and for no other', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom<string>(...names), garbage), (given) => {
        const { state, notes } = schema.read(new URLSearchParams(given));
        expectValid(state);
        const noted = new Set(notes.map(({ parameter }) => parameter));
        for (const [name, text] of Object.entries(given)) {
          const used = state[name as keyof LabState];
          const taken = typeof used === 'number' ? parseNumber(text) === used : text === used;
          expect(noted.has(name), `${name}=${text} became ${used}`).toBe(!taken);
        }
        expect([...noted].every((name) => name in given)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

it('survives the way through the address', () => {
  const pick = <T extends string>(words: Readonly<Record<T, string>>) =>
    fc.constantFrom(...(Object.keys(words) as T[]));
  const state: fc.Arbitrary<LabState> = fc.record({
    servers: fc.integer({ min: 1, max: 200 }),
    rho: fc.double({ min: 0.01, max: 4, noNaN: true }),
    age: fc.double({ min: 0, max: 1e6, noNaN: true }).map((age) => age + 0),
    information: pick(INFORMATION),
    policies: pick(POLICIES),
    arrivals: pick(ARRIVALS),
    work: pick(WORK),
    seed: fc.maxSafeNat(),
  });
  fc.assert(fc.property(state, expectValid));
});

it('opens on old news of ten servers', () => {
  expect(schema.opening).toEqual(schema.initial);
  expect(schema.read(new URLSearchParams()).state).toMatchObject({ servers: 10, rho: 0.8, age: 3, policies: 'least' });
});

it('shows each policy once, and random last', () => {
  for (const policies of Object.keys(POLICIES) as (keyof typeof POLICIES)[]) {
    const shown = rowsOf({ policies }).map(({ policy }) => policy);
    expect(shown[0]).toBe(policies);
    expect(shown.at(-1)).toBe('random');
    expect(new Set(shown).size).toBe(3);
  }
});

it('has presets that can be reached by its controls', () => {
  for (const { values } of PRESETS) {
    const state = presetState(values, { ...schema.initial, seed: 7 });
    expectValid(state);
    expect(state.seed).toBe(7);
    for (const name of ['servers', 'rho', 'age'] as const) expect(STOPS[name].values, name).toContain(state[name]);
  }
});
