// Asks fast-check the questions on standard input, one JSON object a line, in order: `fast_check.mjs MODULE`. Its answers are those that
// `solvers.py` gives, a line of JSON each, behind one that names the version.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const { default: fc } = await import(pathToFileURL(process.argv[2]).href);

const jugs = ({ goal }) => ({
  start: [0, 0],
  actions: 6,
  step([large, small], action) {
    const [into, back] = [Math.min(large, 3 - small), Math.min(small, 5 - large)];
    const next = [
      [5, small],
      [large, 3],
      [0, small],
      [large, 0],
      [large - into, small + into],
      [large + back, small - back],
    ];
    return next[action];
  },
  isGoal: ([large]) => large === goal,
});

// Farmer, wolf, goat and cabbage; 1 is the far bank.
const river = ({ puzzle, goal }) => ({
  start: [0, 0, 0, 0],
  actions: 4,
  step(state, taken) {
    const [farmer] = state;
    if (state[taken] !== farmer || (taken === 2 && puzzle === 'river-no-goat')) return state;
    const next = state.map((bank, who) => (who === 0 || who === taken ? 1 - farmer : bank));
    const [now, wolf, goat, cabbage] = next;
    const isEaten = goat !== now && (wolf === goat || goat === cabbage);
    return isEaten ? state : next;
  },
  isGoal: ([farmer, ...others]) => farmer === 1 && others.reduce((sum, bank) => sum + bank, 0) >= goal,
});

// The states that the actions lead through, up to the first goal, without those where nothing changed; nothing where there is no goal.
function pathTo({ start, step, isGoal }, actions) {
  const states = [start];
  for (const action of actions) {
    const state = states.at(-1);
    const next = step(state, action);
    if (next.some((value, place) => value !== state[place])) states.push(next);
    if (isGoal(next)) return states;
  }
  return undefined;
}

function ask(question) {
  const { seed = 0, budget = 100, moves = 20 } = question;
  const puzzle = question.puzzle === 'jugs' ? jugs(question) : river(question);
  // Unless told otherwise it draws shorter lists than it may.
  const actions = fc.array(fc.integer({ min: 0, max: puzzle.actions - 1 }), { maxLength: moves, size: 'max' });
  const neverReached = fc.property(actions, (sequence) => pathTo(puzzle, sequence) === undefined);
  const { failed, counterexample } = fc.check(neverReached, { numRuns: budget, seed, endOnFailure: true });
  return failed
    ? { reached: true, worth: 'proof', witness: pathTo(puzzle, counterexample[0]) }
    : { reached: null, worth: 'none', witness: [] };
}

const questions = fs
  .readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const lines = [JSON.stringify({ version: fc.__version })];
for (const question of questions) lines.push(JSON.stringify(ask(question)));
process.stdout.write(`${lines.join('\n')}\n`);
