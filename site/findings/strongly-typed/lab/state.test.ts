import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseNumber } from '@/kit/lab/state';
import { activeOf, MEANINGS, PRESETS, schemaOf, STOPS, type LabState } from './state';

const schema = schemaOf(['c', 'cpp', 'java', 'javascript', 'rust', 'typescript']);
const names = Object.keys(schema.fields) as (keyof LabState)[];

/** A state is valid when writing and reading it back changes nothing and calls for no note. */
function expectValid(state: LabState) {
  const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
  expect(notes).toEqual([]);
  expect(again).toEqual(state);
}

it('any address gives a valid state, with a note for every parameter that was not taken as it stood', () => {
  const garbage = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('', ' ', '0', '10', '1e999', '-0', 'NaN', '0x10', '<script>', 'c', 'java', 'on', 'strict'),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom<string>(...names), garbage), (given) => {
      const { state, notes } = schema.read(new URLSearchParams(given));
      expectValid(state);
      expect(state.a).not.toBe(state.b);
      expect(activeOf(state).length).toBeGreaterThan(0);
      const noted = new Set(notes.map(({ parameter }) => parameter));
      for (const [name, text] of Object.entries(given)) {
        const used = state[name as keyof LabState];
        const taken = typeof used === 'number' ? parseNumber(text) === used : text === used;
        expect(noted.has(name), `${name}=${text} became ${used}`).toBe(!taken);
      }
    }),
    { numRuns: 1000 },
  );
});

it('gives one meaning a weight where none has any, and compares no language with itself', () => {
  const { state, notes } = schema.read(new URLSearchParams('static=0&safe=0&a=java&b=java'));
  expect(state).toMatchObject({ static: 1, safe: 0, a: 'java', b: 'javascript' });
  expect(notes.map(({ message }) => message).join(' ')).toContain('leaves no meaning with a weight');
  expect(schema.reconcile({ ...schema.initial, a: 'javascript', b: 'javascript' }).b).toBe('c');
});

it('has presets that can be reached by its controls, some in every view but the one that asks nothing', () => {
  for (const { state, view } of PRESETS) {
    const wanted = state(schema.initial);
    expectValid(wanted);
    expect(wanted.view).toBe(view);
    for (const name of MEANINGS) expect(STOPS.weight.values, name).toContain(wanted[name]);
  }
  expect(new Set(PRESETS.map(({ view }) => view))).toEqual(new Set(['rank', 'matrix', 'equality']));
});
