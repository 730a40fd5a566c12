import { expect, it } from 'vitest';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { GUARDS, LEVELS, PRESETS, PUZZLES, schema, STOPS, VIEWS, type LabState } from './state';

/** A state is valid when writing and reading it back changes nothing and calls for no note. */
function expectValid(state: LabState) {
  const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
  expect(notes).toEqual([]);
  expect(again).toEqual(state);
}

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
    for (const name of ['goal', 'depth', 'length', 'budget'] as const) {
      expect(STOPS[name].values, name).toContain(wanted[name]);
    }
  }
  expect(new Set(PRESETS.map(({ view }) => view))).toEqual(new Set(Object.keys(VIEWS)));
});
