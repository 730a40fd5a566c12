import { describe, expect, it } from 'vitest';
import { openingOf, presets } from './presets';
import { STOPS, longestSpan, schema, schemaOpeningOn, tracedEach, type LabState } from './state';

const measured = {
  machine: '2-core machine',
  cores: 2,
  cost: 21,
  step: 10,
  ticks: 26,
  from: 0,
  offsets: [],
  shares: { samples: [], published: [] },
  rounds: { samples: [], published: [] },
  published: [],
};
const all = presets(measured);
const presetState = (id: string, current: LabState = schema.initial) =>
  all.find((each) => each.id === id)!.state(current);

describe('presets', () => {
  it('are valid as they stand, and each is another clock', () => {
    const states = all.map(({ state }) => state(schema.initial));
    for (const state of states) expect(schema.reconcile(state)).toEqual(state);
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(all.length);
  });

  it('leave the way of looking alone, and show the time line from its start', () => {
    const current: LabState = { ...schema.initial, view: 'curve', scheme: 'ulid', seed: 9, from: 5, span: 10 };
    expect(presetState('macos', current)).toMatchObject({ view: 'curve', scheme: 'ulid', seed: 9, from: 0, span: 0 });
  });

  it('take the measured machine from the record, and do without where there is none', () => {
    expect(presetState('measured')).toMatchObject({ threads: 2, cores: 2, cost: 21, step: 10, hardware: 1 });
    expect(presets(null).map(({ id }) => id)).not.toContain('measured');
  });

  it('have the default state among them, which old links mean', () => {
    expect(presetState('linux')).toEqual(schema.initial);
  });
});

describe('what the lab opens on', () => {
  const { opening, read } = schemaOpeningOn(openingOf(measured));

  it('are two threads of the measured machine, their counters in step', () => {
    expect(opening).toEqual(presetState('measured'));
    expect(opening).toMatchObject({ threads: 2, residue: 0, view: 'line' });
    expect(schemaOpeningOn(openingOf(null)).opening).toEqual(schema.initial);
  });

  it('is what a plain address shows; any other address means what it always meant', () => {
    expect(read(new URLSearchParams()).state).toEqual(opening);
    for (const old of ['view=curve', 'threads=2', 'scheme=ulid&seed=9', 'unit=100&step=15625000&cost=1000000']) {
      const parameters = new URLSearchParams(old);
      expect(read(parameters).state, old).toEqual(schema.read(parameters).state);
      expect(read(parameters).state.sharing, old).toBe(2);
    }
  });
});

describe('an address', () => {
  const read = (query: string) => schema.read(new URLSearchParams(query));

  it('cannot ask for a read that varies by more than it takes', () => {
    const { state, notes } = read('cost=10&jitter=20');
    expect(state.jitter).toBe(10);
    expect(notes.map(({ parameter }) => parameter)).toEqual(['jitter']);
  });

  it('cannot ask for a residue of a whole step', () => {
    expect(read('step=10&residue=23').state.residue).toBe(3);
  });

  it('cannot ask for more than is counted in a moment', () => {
    expect(read('threads=2&samples=10000000').notes).toEqual([]);
    const { state, notes } = read('threads=64&samples=10000000');
    expect(state.samples * 64).toBeLessThanOrEqual(20_000_000);
    expect(notes[0]?.message).toContain('makes more than 20,000,000 readings in all');
  });

  it('cannot ask for more time than is simulated', () => {
    const { state, notes } = read('threads=8&span=1e9&from=1e12');
    expect(state.span).toBe(longestSpan(state));
    expect(state.from).toBeLessThan(tracedEach(8) * state.cost);
    expect(notes.map(({ parameter }) => parameter).sort()).toEqual(['from', 'span']);
  });
});

it('has every default on its ruler', () => {
  for (const name of Object.keys(STOPS) as (keyof typeof STOPS)[]) {
    const value = schema.initial[name];
    const { value: at, position } = STOPS[name];
    expect(at(position(value)), name).toBe(value);
  }
});
