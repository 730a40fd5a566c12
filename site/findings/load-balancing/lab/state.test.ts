import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/kit/lab/state';
import { STOPS, schema, type LabState } from './state';

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
    fc.constantFrom('', ' ', '1e999', '-0', 'NaN', 'Infinity', '0x10', '1,000', '٣', '\u0000', '<script>', 'two'),
  );

  it('gives a valid state', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom<string>(...names), fc.string()), garbage), (parameters) => {
        expectValid(schema.read(new URLSearchParams(parameters)).state);
      }),
      { numRuns: 2000 },
    );
  });

  it('brings a note for every parameter that was not taken as it stood, and for no other', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom<string>(...names), garbage), (given) => {
        const { state, notes } = schema.read(new URLSearchParams(given));
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

describe('a state', () => {
  const { fields } = schema;
  const state: fc.Arbitrary<LabState> = fc
    .record({
      items: fc.integer({ min: 1, max: 10_000_000 }),
      servers: fc.integer({ min: 1, max: 100_000 }),
      capacity: fc.integer({ min: 0, max: 10_000_000 }),
      strategy: fc.constantFrom<LabState['strategy']>('random', 'two-choices', 'two-choices-distinct', 'least-loaded'),
      choices: fc.integer({ min: 1, max: 64 }),
      against: fc.constantFrom<LabState['against']>('round-robin', 'two-choices-distinct'),
      repetitions: fc.integer({ min: 1, max: 1_000_000 }),
      seed: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      risk: fc.double({ min: 1e-6, max: 0.5, noNaN: true }),
      scope: fc.constantFrom<LabState['scope']>('any', 'server'),
      view: fc.constantFrom<LabState['view']>('tiles', 'one', 'many', 'planner'),
    })
    .map((given) => schema.reconcile(given));

  it('survives the way through the address', () => {
    fc.assert(fc.property(state, (given) => expectValid(given)));
  });

  it('leaves the parameters of others alone, and its own defaults out', () => {
    const written = (values: Partial<LabState>) =>
      schema.write({ ...schema.initial, ...values }, new URLSearchParams('utm=1&items=5'), 'changed').toString();
    expect(written(schema.opening)).toBe('utm=1');
    expect(written({ servers: 14 })).toBe('utm=1&servers=14');
    expect(written({})).toBe('utm=1&view=one');
    expect(fields.items.initial).toBe(1000);
  });
});

describe('reading', () => {
  const read = (query: string) => schema.read(new URLSearchParams(query));

  it('takes the nearest value inside the limits and says why', () => {
    expect(read('servers=0')).toMatchObject({
      state: { servers: 1 },
      notes: [
        {
          parameter: 'servers',
          message: 'The address says servers = “0”, which must be at least 1; 1 is used instead.',
        },
      ],
    });
    expect(read('items=1e9').state.items).toBe(10_000_000);
    expect(read('items=12.4').state.items).toBe(12);
  });

  it('opens on many small placements, and on one where an address asks for anything without saying of which', () => {
    expect(read('').state.view).toBe('tiles');
    expect(read('utm=1').state.view).toBe('tiles');
    expect(read('servers=14').state).toEqual({ ...schema.initial, servers: 14, view: 'one' });
    expect(read('servers=14&view=tiles').state.view).toBe('tiles');
  });

  it('takes the default for what means nothing', () => {
    expect(read('items=lots').state.items).toBe(1000);
    expect(read('strategy=best').state.strategy).toBe('random');
  });

  it('takes the name that was nearly given', () => {
    expect(read('strategy=LEAST').state.strategy).toBe('least-loaded');
    expect(read('view=Planner').state.view).toBe('planner');
  });

  it('repeats no more of a hostile address than a few plain characters', () => {
    const { notes } = read(`view=${'\u202e<b>'.repeat(100)}`);
    expect(notes[0]?.message.length).toBeLessThan(150);
    expect(notes[0]?.message).not.toContain('\u202e');
  });

  it('lets a default give way without a word, but not what was asked for', () => {
    expect(read('items=10')).toMatchObject({ state: { items: 10, capacity: 10 }, notes: [] });
    expect(read('items=10&capacity=20').notes.map(({ parameter }) => parameter)).toEqual(['capacity']);
    expect(read('servers=3&strategy=two-choices-distinct&choices=9').state.choices).toBe(3);
  });
});

describe.each(Object.entries(STOPS))('the ruler for %s', (_name, ruler) => {
  it('finds every stop where it is', () => {
    ruler.values.forEach((stop, index) => {
      expect(ruler.position(stop)).toBe(index);
      expect(ruler.value(index)).toBe(stop);
    });
  });

  it('puts any value between its neighbours', () => {
    const [first = 0] = ruler.values;
    const last = ruler.values.at(-1) ?? 1;
    fc.assert(
      fc.property(fc.double({ min: first, max: last, noNaN: true }), (value) => {
        const nearest = ruler.value(ruler.position(value));
        expect(ruler.values.every((stop) => Math.abs(stop - value) >= Math.abs(nearest - value) - 1e-9)).toBe(true);
        expect(ruler.share(value)).toBeGreaterThanOrEqual(0);
        expect(ruler.share(value)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('holds the article’s examples, so that the slider reaches them', () => {
  for (const servers of [10, 11, 13, 14, 21, 26, 28, 33, 1000]) expect(STOPS.servers.values).toContain(servers);
  for (const items of [1000, 2000, 5000, 10_000, 100_000]) expect(STOPS.items.values).toContain(items);
  for (const capacity of [50, 100, 1000]) expect(STOPS.capacity.values).toContain(capacity);
});
