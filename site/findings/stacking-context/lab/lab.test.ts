import { expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stacking-context/models.js';
import { STOPS, PRESETS, schema } from './state';
import { GROUPS, labTasks } from './tasks';
import { csvRows, draw, sentence } from './view';

const { chance, simulate } = modelsAtBuild('stacking-context', models);
const answer = (people: number) => runToEnd(labTasks({ chance, simulate }).answer({ people, seed: 1 }));

it('answers what is known: 23 people share with a probability of 0.507297', () => {
  expect(answer(23).chance).toBeCloseTo(0.507297, 6);
  expect(answer(1)).toMatchObject({ chance: 0, simulated: 0 });
});

it('simulates what it computes', () => {
  for (const people of [5, 23, 60]) {
    const { chance, simulated } = answer(people);
    expect(Math.abs(simulated - chance)).toBeLessThan(4.5 * Math.sqrt((chance * (1 - chance)) / GROUPS));
  }
});

it('has presets within the model’s limits', () => {
  for (const { people } of PRESETS) expect(schema.fields.people.read(String(people))).toEqual({ value: people });
});

it('says and hands out what it shows', () => {
  const shown = answer(30);
  expect(sentence({ people: 30, seed: 1 }, shown)).toMatch(/^Of 30 people two share a birthday .* of 71%;/);
  const rows = csvRows({ people: 30, seed: 1 }, shown);
  expect(rows).toContainEqual(['figure', 'exact', shown.chance]);
  expect(rows.filter(([kind]) => kind === 'curve')).toHaveLength(STOPS.people.values.length);
  expect(draw({ people: 30, seed: 1 }, shown, { width: 400, height: 250 }).svg).toContain('30 people');
});
