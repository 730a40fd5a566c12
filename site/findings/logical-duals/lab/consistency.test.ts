/** Label, sentence, figures and record in each preset of the lab, and at every setting of its searches and races. */
import { describe, expect, it } from 'vitest';
import { formatShare } from '@/kit/chart/format';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { points, series, type Settings } from '@/kit/record/queries';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import * as models from '@/wasm-pkg/logical-duals/models.js';
import { figuresOf } from './other-figures';
import { endSentence, partWords, raceSentence, testerSentence } from './other-words';
import { GUARDS, LEVELS, PRESETS, schema, STOPS, type LabState } from './state';
import { labTasks } from './tasks';
import { searchSentence } from './words';

const tasks = labTasks(modelsAtBuild('logical-duals', models));
const records = publishedOnDisk('logical-duals');
const search = (state: LabState) => {
  const explored = runToEnd(tasks.explore(state));
  return { explored, said: searchSentence(state, explored) };
};
const race = (state: LabState) => {
  const raced = runToEnd(tasks.race(state));
  return { raced, said: raceSentence(state, raced), broken: raced.broken.reduce((sum, one) => sum + one, 0) };
};
const figuresIn = (state: LabState): Record<string, number | null> => {
  const results = {
    explored: runToEnd(tasks.explore(state)),
    sampled: runToEnd(tasks.sample(state)),
    raced: runToEnd(tasks.race(state)),
  };
  return Object.fromEntries(figuresOf[state.view](results, state).map(({ name, value }) => [name, value]));
};
/** Values of a measure at the points of each published record that have these settings. */
const recorded = (id: string, at: Settings, read: (point: ReturnType<typeof points>[number]) => number | undefined) =>
  records.flatMap((record) => points(series(record, id), at).map(read)).filter((value) => value !== undefined);

/** Sentence and figures of each preset, and what its label and hint say of them. */
const SHOWN: Record<string, { says: RegExp; figures: Record<string, number | null> }> = {
  four: {
    says: /fails, and the counterexample is the solution, in 6 moves\.$/,
    figures: { verdict: 1, 'path-length': 6 },
  },
  shallow: { says: /holds within 5 moves: .*, so that is no proof\.$/, figures: { verdict: 0, 'path-length': null } },
  never: {
    says: /holds: no state takes more than 7 moves, .* looked at all 16 states\. That is a proof\.$/,
    figures: { verdict: 0, states: 16 },
  },
  river: { says: /fails, and the counterexample is the solution, in 7 moves\.$/, figures: { 'path-length': 7 } },
  'default-budget': { says: /^A tester with 100 random walks of 6 moves/, figures: { 'right-sequences': 1 } },
  longer: { says: /^A tester with 100 random walks of 20 moves/, figures: {} },
  easy: { says: /^A tester with 100 random walks of 6 moves/, figures: {} },
  default: {
    says: /^At read committed nobody is on call after 12 of 20/,
    figures: { violations: 12, 'this-order': 1 },
  },
  snapshot: {
    says: /^At repeatable read .* nobody is on call after 18 of 20/,
    figures: { violations: 18, 'this-order': 1 },
  },
  serial: { says: /^At serializable the rule holds in all 20/, figures: { violations: 0, 'this-order': 0 } },
  lock: {
    says: /^At read committed, where the trigger first takes row locks .* the rule holds in all 20/,
    figures: { violations: 0 },
  },
};

it.each(PRESETS.map(({ id, state }) => [id, state(schema.initial)] as const))(
  '%s: sentence and figures are those that its label promises',
  (id, state) => {
    const { says, figures } = SHOWN[id]!;
    const said = {
      puzzle: () => search(state).said,
      tester: () => testerSentence(state, runToEnd(tasks.sample(state))),
      race: () => race(state).said,
    }[state.view]();
    expect(said).toMatch(says);
    expect(figuresIn(state)).toMatchObject(figures);
  },
);

it('says of a puzzle of one state that the search looked at the only one', () => {
  const { explored } = search({ ...schema.initial, goal: 6, depth: 1 });
  const alone = { ...explored, outcome: 'holds', visited: 1, deepest: 0, depths: new Uint32Array(1) } as const;
  expect(searchSentence({ ...schema.initial, depth: 1 }, alone)).toContain(
    '0 moves, and the search looked at the only state.',
  );
});

describe('a search', () => {
  const states = (['jugs', 'river'] as const).flatMap((puzzle) =>
    STOPS.goal.values.flatMap((goal) =>
      STOPS.depth.values.map((depth): LabState => ({ ...schema.initial, puzzle, goal, depth })),
    ),
  );

  it('proves from the depth of the deepest state on, and not before', () => {
    for (const state of states) {
      const { explored, said } = search(state);
      const { outcome, visited, depths, deepest } = explored;
      expect(deepest).toBe(Math.max(...depths));
      expect(outcome === 'fails' || (outcome === 'holds') === state.depth >= deepest, JSON.stringify(state)).toBe(true);
      if (outcome === 'fails') continue;
      expect(visited === depths.length).toBe(outcome === 'holds');
      expect(said.includes('That is a proof.')).toBe(outcome === 'holds');
      expect(said.includes('that is no proof.')).toBe(outcome === 'holds-within');
      expect(said).toContain(`${deepest} moves`);
    }
  });

  it('visits as many states, and takes as many moves, as the record says', () => {
    const six = search({ ...schema.initial, goal: 6, depth: 7 }).explored;
    const four = search(schema.initial).explored;
    const measured = (goal: string, measure: string) =>
      recorded('answers', { tool: 'model', case: goal, door: 'check' }, ({ values }) => values[measure]?.value);
    expect(new Set(measured('jugs-6', 'visited_states'))).toEqual(new Set([six.depths.length]));
    expect(new Set(measured('jugs-4', 'witness_steps'))).toEqual(new Set([four.path.length - 1]));
  });
});

it.each([10, 100, 1000].flatMap((budget) => [8, 20].map((length) => [budget, length] as const)))(
  '%d walks of %d moves miss with the probability that the record has',
  (budget, length) => {
    const state: LabState = { ...schema.initial, view: 'tester', budget, length };
    const sampled = runToEnd(tasks.sample(state));
    const exact = recorded(
      'misses',
      { tester: 'walks', moves: length, budget },
      (point) => point.exact?.['miss_share'],
    );
    expect(exact).toHaveLength(records.length);
    for (const share of exact) expect(sampled.missExactly).toBeCloseTo(share, 12);
    expect(testerSentence(state, sampled)).toContain(`probability of ${formatShare(sampled.missExactly)}. `);
  },
);

it('writes the part of sequences that reach a goal so that it can be read', () => {
  expect(partWords({ right: 1n, sequences: 46_656n })).toBe('1 of 46,656');
  expect(partWords({ right: 5n, sequences: 100_000_000n })).toBe('about 1 in 20,000,000');
  expect(partWords({ right: 25_000_000n, sequences: 100_000_000n })).toBe('25% of all');
  expect(partWords({ right: 0n, sequences: 100_000_000n })).toBe('0% of all');
});

describe.each(Object.keys(LEVELS) as (keyof typeof LEVELS)[])('two transactions at %s', (level) => {
  it.each(Object.keys(GUARDS) as (keyof typeof GUARDS)[])('with %s: sentence, order and record agree', (guard) => {
    const measured = ['postgresql', 'postgresql-18'].flatMap((database) =>
      recorded('races', { database, level, guard }, ({ values }) => values['broken_orders']?.value),
    );
    for (const order of LIMITS.orders) {
      const { raced, said, broken } = race({ ...schema.initial, view: 'race', level, guard, order });
      expect(new Set(measured)).toEqual(new Set([broken]));
      expect(said).toContain(broken === 0 ? 'holds in all 20 orders' : `${broken} of 20 orders`);
      expect(said.includes('first takes')).toBe(guard !== 'none');
      expect(endSentence(raced).includes('now nobody is on call')).toBe(raced.played.broken);
    }
  });
});
