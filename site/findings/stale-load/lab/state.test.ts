import { expect, it } from 'vitest';
import { POLICIES, PRESETS, rowsOf, schema, STOPS, type LabState } from './state';

/** A state is valid when writing and reading it back changes nothing and calls for no note. */
function expectValid(state: LabState) {
  const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
  expect(notes).toEqual([]);
  expect(again).toEqual(state);
}

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
  for (const preset of PRESETS) {
    const state = preset.state({ ...schema.initial, seed: 7 });
    expectValid(state);
    expect(state.seed).toBe(7);
    for (const name of ['servers', 'rho', 'age'] as const) expect(STOPS[name].values, name).toContain(state[name]);
  }
});
