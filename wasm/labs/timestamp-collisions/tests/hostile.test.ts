import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { ClockSetup, countNeighbours, ReadingsCounter, schemePromise, ...birthdays } = modelsAtBuild(
  'timestamp-collisions',
  models,
);

const setup = () => new ClockSetup(2, 1000, 1, 33_000, 4000);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'ClockSetup', call: (...v) => new (ClockSetup as any)(...v).trace(1, 10), good: [2, 1000, 1, 33_000, 4000] },
  { name: 'setPhases', call: (v) => withPhases(v).trace(1, 10), good: [Float64Array.of(0, 500)] },
  { name: 'setResidues', call: (v) => withResidues(v).estimate(), good: [Float64Array.of(0, 385)] },
  { name: 'setMachine', call: (...v) => withMachine(v).simulate(1, 10), good: [4, 2, 1500, 3e9] },
  { name: 'trace', call: (...v) => (setup() as any).trace(...v), good: [1, 10] },
  { name: 'simulate', call: (...v) => (setup() as any).simulate(...v), good: [1, 10] },
  { name: 'identifiers', call: (...v) => (setup() as any).identifiers(...v), good: [1, 10, 'ulid'] },
  { name: 'add', call: (...v) => counted(v), good: [Float64Array.of(1, 2), Uint32Array.of(3, 1)] },
  { name: 'countNeighbours', call: countNeighbours, good: [Float64Array.of(2, 1), Uint32Array.of(3, 1)] },
  { name: 'schemePromise', call: schemePromise, good: ['snowflake'] },
  { name: 'birthdayProbability', call: birthdays.birthdayProbability, good: [23, 365] },
  { name: 'drawsForRisk', call: birthdays.drawsForRisk, good: [365, 0.5] },
  { name: 'stampedDuplicateProbability', call: birthdays.stampedDuplicateProbability, good: [1e-3, 74, 10, 1e6, 3600] },
  { name: 'stampedRateForRisk', call: birthdays.stampedRateForRisk, good: [1e-3, 74, 10, 1e-9, 3600] },
];

function withPhases(phases: any) {
  const made = setup();
  made.setPhases(phases);
  return made;
}

function withResidues(residues: any) {
  const made = setup();
  made.setResidues(residues);
  return made;
}

function withMachine(numbers: any[]) {
  const made = setup();
  (made as any).setMachine(...numbers);
  return made;
}

function counted(runs: any[]) {
  const counter = new ReadingsCounter();
  (counter as any).add(...runs);
  counter.add(Float64Array.of(1), Uint32Array.of(1));
  return counter.count();
}

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('outlives any number of arrays that throw', () => {
  const detached = Float64Array.of(1, 2);
  structuredClone(detached, { transfer: [detached.buffer] });
  const fakes = [detached, Object.create(Float64Array.prototype), Object.setPrototypeOf({}, Float64Array.prototype)];
  const made = setup();
  for (let times = 0; times < 2000; times++) {
    for (const fake of fakes) expect(() => made.setResidues(fake)).toThrow('must be a Float64Array');
  }
  made.setResidues(Float64Array.of(0, 385));
  expect(made.estimate()).toBeDefined();
});
