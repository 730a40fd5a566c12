import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/logical-duals/models.js';
import { csvRows } from './csv';
import type { Results } from './figures';
import { boundX, depthAt, drawLayers, layersOf, layoutLayers } from './layers-view';
import { drawMiss, observed } from './miss-view';
import { missRate } from './misses';
import { shownRows } from './other-csv';
import { figuresOf } from './other-figures';
import * as otherWords from './other-words';
import { drawEvents, drawOrders } from './race-view';
import { schema, VIEWS, type LabState, type ViewName } from './state';
import { labTasks } from './tasks';
import * as words from './words';

const tasks = labTasks(modelsAtBuild('logical-duals', models));
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const resultsOf = (state: LabState): Results => ({
  explored: runToEnd(tasks.explore(state)),
  sampled: runToEnd(tasks.sample(state)),
  raced: runToEnd(tasks.race(state)),
});
const figure = (state: LabState, name: string) =>
  figuresOf[state.view](resultsOf(state), state).find((one) => one.name === name)!.value;

describe('where the lab opens', () => {
  const state = schema.opening;
  const explored = runToEnd(tasks.explore(state));

  it('the check fails, and its counterexample is the solution; a move less, and it holds', () => {
    expect(explored).toMatchObject({ outcome: 'fails', visited: 13 });
    expect(explored.moves).toHaveLength(6);
    expect(words.searchSentence(state, explored)).toBe(
      '“The large jug never holds exactly 4 litres” fails, and the counterexample is the solution, in 6 moves.',
    );
    const shallow = { ...state, depth: 5 };
    const less = runToEnd(tasks.explore(shallow));
    expect(less.outcome).toBe('holds-within');
    expect(figure(state, 'path-length')).toBe(6);
    expect(figure(shallow, 'path-length')).toBeNull();
  });

  it('says what each move does', () => {
    expect(words.moveSentence('jugs', explored, 0)).toBe(
      'At the start: 0 litres in the large jug, 0 in the small one.',
    );
    expect(words.moveSentence('jugs', explored, 6)).toBe(
      'Pour the large jug into the small one: 4 litres in the large jug, 3 in the small one.',
    );
    expect(words.positionWords(explored, 6)).toBe('move 6 of 6');
  });

  it('draws every state in the column of its depth, and the line behind the last that is looked at', () => {
    expect(layersOf(explored)).toEqual([1, 2, 3, 2, 2, 2, 2, 2]);
    for (const width of [880, 328]) {
      const layout = layoutLayers(explored, { width, height: 300 });
      const svg = drawLayers('jugs', 6, explored, 6, layout);
      expect(svg.match(/class="mt-ld-state/g)).toHaveLength(16);
      expect(svg.match(/mt-ld-played/g)).toHaveLength(7);
      expect(svg.match(/mt-ld-unseen/g)).toHaveLength(2);
      for (const depth of [1, 3, 6, 7]) expect(depthAt(layout, boundX(layout, depth)!)).toBe(depth);
      expect(boundX(layout, 8)).toBeNull();
    }
  });
});

describe('a random tester', () => {
  it('misses as often as it exactly should', () => {
    for (const values of [
      { length: 20, budget: 500 },
      { length: 6, budget: 100 },
      { goal: 2, budget: 20 },
    ]) {
      const sampled = runToEnd(tasks.sample(stateWith(values)));
      const share = missRate(sampled)!;
      const spread = Math.sqrt((sampled.missExactly * (1 - sampled.missExactly)) / sampled.testers);
      expect(Math.abs(share - sampled.missExactly), JSON.stringify(values)).toBeLessThan(4.5 * spread + 0.01);
    }
  });

  it('knows that of all sequences of six moves one comes to four litres', () => {
    const sampled = runToEnd(tasks.sample(schema.initial));
    expect(sampled).toMatchObject({ right: 1n, sequences: 46_656n });
    expect(otherWords.testerSentence(schema.initial, sampled)).toMatch(/Sequences that reach the goal: 1 of 46,656\./);
    expect(drawMiss(schema.initial, sampled, { width: 400, height: 250 }).svg).toContain('exact');
  });

  it('is drawn as a step at each first find', () => {
    expect(observed({ hits: [3, 0, 1, 3], testers: 4, budget: 10 })).toEqual([
      [1, 0.75],
      [3, 0.5],
      [3, 0.25],
      [10, 0.25],
    ]);
  });
});

describe('two transactions', () => {
  it('are told step by step', () => {
    const raced = runToEnd(tasks.race(schema.initial));
    expect(drawEvents(raced).match(/<tr>/g)).toHaveLength(7);
    expect(otherWords.endSentence(raced)).toContain('nobody is on call');
    expect(drawOrders(raced, schema.initial.order).match(/data-broken/g)).toHaveLength(12);
    expect(drawOrders(raced, schema.initial.order).match(/ checked/g)).toHaveLength(1);
  });
});

it('hands out in its file the figures of every view, and says a sentence in each', () => {
  for (const view of Object.keys(VIEWS) as ViewName[]) {
    const state = stateWith({ view });
    const results = resultsOf(state);
    const rows = csvRows(state, figuresOf[view](results, state), shownRows[view](state, results));
    for (const { name, value } of figuresOf[view](results, state)) {
      expect(rows).toContainEqual(['figure', name, null, value]);
    }
    expect(rows.every((row) => row.length === 4)).toBe(true);
  }
});
