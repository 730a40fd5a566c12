/** Figures and charts of the article, by name. */
import { recordChart } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values } from '@/kit/prose/named.ts';
import type { Settings } from '@/kit/record/queries.ts';
import { grid } from './charts/grid.ts';

/** A question, asked by a search for what it is about, … */
const never = (goal: string): Settings => ({ case: goal, door: 'find' });
/** … or by a check that there is none. */
const checked = (goal: string): Settings => ({ case: goal, door: 'check' });

/** A measure of this project's own model at a question. */
const byModel = (question: Settings, measure: string): Omit<Value, 'kind'> => ({
  series: 'answers',
  at: { tool: 'model', ...question },
  measure,
});

/** The chance that all of a budget of random walks miss. */
const walksMiss = (moves: number, budget: number): Value => ({
  kind: 'exact',
  series: 'misses',
  at: { tester: 'walks', moves, budget },
  measure: 'miss_share',
});

/** The server of which sentences and the chart of races speak, and how its version begins. */
const SERVER = { database: 'postgresql-18', program: 'PostgreSQL 18', version: '18.' };

/** Orders of two transactions that break the rule, where the trigger only checks. */
const broken = (kind: 'measured' | 'predicted', level: string, database = SERVER.database): Value => ({
  kind,
  series: 'races',
  at: { database, level, guard: 'none' },
  measure: 'broken_orders',
});
/** Server that every machine has. */
const SYSTEMS_SERVER = 'postgresql';

export const values: Values = {
  missedByHypothesis: { kind: 'measured', claim: 'silence-is-no-proof' },
  statesOfJugs: { kind: 'measured', ...byModel(never('jugs-6'), 'visited_states') },
  deepestOfJugs: { kind: 'exact', derived: 'deepest-of-jugs' },
  movesToFourLitres: { kind: 'exact', ...byModel(checked('jugs-4'), 'witness_steps') },
  hundredWalksMiss: walksMiss(20, 100),
  thousandWalksMiss: walksMiss(20, 1000),
  thousandShortWalksMiss: walksMiss(8, 1000),
  rowsLetInByFunction: {
    kind: 'measured',
    series: 'limits',
    at: { database: SERVER.database, rule: 'check-function' },
    measure: 'rows_let_in',
  },
  brokenAtReadCommitted: broken('measured', 'read-committed'),
  brokenAtRepeatableRead: broken('measured', 'repeatable-read'),
  brokenAtReadCommittedBySystems: broken('measured', 'read-committed', SYSTEMS_SERVER),
  brokenAtRepeatableReadBySystems: broken('measured', 'repeatable-read', SYSTEMS_SERVER),
  predictedAtReadCommitted: broken('predicted', 'read-committed'),
  predictedAtRepeatableRead: broken('predicted', 'repeatable-read'),
  missedByStateful: {
    kind: 'measured',
    claim: 'silence-is-no-proof',
    figure: 'Hypothesis, stateful, up to 50 moves, 100 examples: testers that miss',
  },
};

export const charts: Charts = {
  misses: recordChart('misses', {
    title: 'How often a tester misses what is there, by its budget',
    description:
      'A falling line over budgets of 10, 100 and 1,000 examples, exact for random walks, with what was measured of them, of Hypothesis and of fast-check.',
    where: { moves: 20 },
    x: 'budget',
    y: 'miss_share',
    by: 'tester',
    byValues: ['walks', 'hypothesis', 'hypothesis-stateful', 'fast-check'],
    names: {
      walks: 'random walks',
      hypothesis: 'Hypothesis, lists',
      'hypothesis-stateful': 'Hypothesis, stateful',
      'fast-check': 'fast-check',
    },
    show: ['exact', 'measured'],
    xAxis: { kind: 'log', title: 'Examples that a tester tries', ticks: [10, 100, 1000], domain: [8, 1250] },
    yAxis: { domain: [0, 1], title: 'Testers that find nothing' },
  }),

  doors: grid({
    title: 'What each tool’s answer is worth, asked the other way round',
    series: 'answers',
    outcome: 'worth',
    rows: 'tool',
    rowTitle: 'Tool',
    values: [
      'model',
      'spin',
      'pyperplan',
      'clingo',
      'z3',
      'z3-spacer',
      'alloy',
      'cp-sat',
      'minizinc',
      'crosshair',
      'hypothesis',
      'fast-check',
      'proptest',
    ],
    groups: [
      {
        head: 'It can happen: check that it never does',
        span: 4,
        says: { proof: 'a counterexample that replays' },
      },
      { head: 'It can’t: look for it', span: 4, says: { proof: 'a proof' } },
    ],
    columns: [
      { head: 'jugs, 4 l', at: checked('jugs-4') },
      { head: 'river', at: checked('river') },
      { head: 'tour', at: checked('tour-best') },
      { head: '3 colours', at: checked('petersen-3') },
      { head: 'jugs, 6 l', at: never('jugs-6') },
      { head: 'no goat', at: never('river-no-goat') },
      { head: 'shorter tour', at: never('tour-shorter') },
      { head: '2 colours', at: never('petersen-2') },
    ],
    marks: {
      proof: { mark: 'full', says: 'a counterexample that replays (left four), or a proof (right four)' },
      bounded: { mark: 'half', says: 'a proof up to a bound, which here reaches the deepest state' },
      none: { mark: 'empty', says: 'nothing follows' },
    },
  }),
  rules: grid({
    title: 'Which rules databases enforce, by trial',
    series: 'rules',
    rows: 'rule',
    rowTitle: 'Rule',
    values: [
      'unique',
      'not-null',
      'references',
      'check-row',
      'exclude',
      'without-overlaps',
      'period',
      'one-row',
      'check-subquery',
      'check-function',
      'assertion',
      'trigger',
    ],
    columns: [
      { head: 'PostgreSQL 15', at: { database: 'postgresql' } },
      { head: 'PostgreSQL 18', at: { database: 'postgresql-18' } },
      { head: 'SQLite', at: { database: 'sqlite' } },
    ],
  }),
  races: grid({
    title: 'Of 20 orders, how many end with nobody on call, on PostgreSQL',
    series: 'races',
    measure: 'broken_orders',
    rows: 'level',
    rowTitle: 'Isolation',
    values: ['read-committed', 'repeatable-read', 'serializable'],
    columns: [
      { head: 'The trigger only checks', at: { database: SERVER.database, guard: 'none' } },
      { head: 'It locks the rows first (for update)', at: { database: SERVER.database, guard: 'for-update' } },
      { head: 'It takes an advisory lock first', at: { database: SERVER.database, guard: 'advisory-lock' } },
    ],
  }),
};

// Testers draw from the same seeds everywhere: their shares are the same on every machine.
export const machines = ['brokenAtReadCommittedBySystems', 'brokenAtRepeatableReadBySystems'];

export const expects: readonly Expectation[] = [
  verdict('silence-is-no-proof', 'holds'),
  above('missedByHypothesis', 0.9),
  above('missedByStateful', 0.5),
  below('missedByStateful', 'missedByHypothesis'),
  verdict('fixed-point-proves', 'holds'),
  verdict('covering-bound-proves', 'holds'),
  verdict('what-finds-can-check', 'depends'),
  verdict('few-are-declared', 'depends'),
  above('missedByHypothesis', 'hundredWalksMiss'),
  above('rowsLetInByFunction', 1),
  verdict('trigger-breaks', 'holds'),
  above('brokenAtRepeatableRead', 'brokenAtReadCommitted'),
  meets('brokenAtReadCommitted', 'predictedAtReadCommitted'),
  meets('brokenAtRepeatableRead', 'predictedAtRepeatableRead'),
  verdict('serializable-holds', 'holds'),
  verdict('locks-mend', 'holds'),
  verdict('advisory-lock-after-snapshot', 'holds'),
  {
    what: `the server that sentences name is ${SERVER.version}`,
    check({ recordsOf }) {
      const version = recordsOf()[0]!.provenance.programs?.[SERVER.program] ?? 'none';
      return version.startsWith(SERVER.version) || `it is ${version}`;
    },
  },
];
