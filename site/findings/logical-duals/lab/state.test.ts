import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { GUARDS, LEVELS, PRESETS, PUZZLES, schema, STOPS, VIEWS, type LabState } from './state';

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
    fc.constantFrom('', ' ', '1e999', '-0', 'NaN', '0x10', '1,000', '\u0000', '<script>', 'jugs-', 'p'.repeat(500)),
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
      { numRuns: 1000 },
    );
  });
});

it('knows every name that the models know', () => {
  expect(Object.keys(PUZZLES)).toEqual(LIMITS.puzzles);
  expect(Object.keys(LEVELS)).toEqual(LIMITS.levels);
  expect(Object.keys(GUARDS)).toEqual(LIMITS.guards);
  expect(LIMITS.orders).toHaveLength(20);
});

it('has presets that can be reached by its controls, some in every view', () => {
  for (const { state, view } of PRESETS) {
    const wanted = state({ ...schema.initial, seed: 7 });
    expectValid(wanted);
    expect(wanted).toMatchObject({ seed: 7, view });
    for (const name of ['goal', 'depth', 'length', 'budget', 'domain'] as const) {
      expect(STOPS[name].values, name).toContain(wanted[name]);
    }
  }
  expect(new Set(PRESETS.map(({ view }) => view))).toEqual(new Set(Object.keys(VIEWS)));
});
