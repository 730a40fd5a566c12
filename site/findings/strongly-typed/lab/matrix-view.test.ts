import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import type { MeasurementRecord } from '@/kit/record/types';
import * as models from '@/wasm-pkg/strongly-typed/models.js';
import { csvRows } from './csv';
import { figuresOf, type Results } from './figures';
import { makeMistakes, VALUES } from './live';
import { madeUp, unmeasured } from './made-up';
import { measuredFrom, outcomeOf, saidOf } from './measured';
import { drawCell, drawGrid, drawHere, drawMatrix } from './other-views';
import { drawRank, rankSize } from './rank-view';
import { sourceOf } from './sources';
import { MISTAKES, schemaOf, weightsOf, type LabState, type ViewName } from './state';
import { labTasks } from './tasks';
import * as words from './words';

const measured = madeUp();
const ids = measured.languages.map(({ id }) => id);
const initial = schemaOf(ids).initial;
const tasks = labTasks(modelsAtBuild('strongly-typed', models));
const stateWith = (values: Partial<LabState>): LabState => ({ ...initial, ...values });
const rank = (state: LabState) =>
  runToEnd(
    tasks.rank({
      outcomes: measured[words.columnOf(state)],
      weights: weightsOf(state),
      threshold: state.threshold,
      a: ids.indexOf(state.a),
      b: ids.indexOf(state.b),
    }),
  );
const resultsOf = (state: LabState): Results => ({
  ranked: rank(state),
  equal: runToEnd(tasks.equality(state)),
  made: runToEnd(tasks.traps({})),
});
const figure = (state: LabState, name: string) =>
  figuresOf[state.view](measured, state, resultsOf(state)).find((one) => one.name === name)!.value;

it('ranks by the weights, ties equal languages, and says what reverses two', () => {
  const state = stateWith({});
  const { whole, pair, strong } = rank(state);
  expect([...whole.languages].map((at) => ids[at])).toEqual(['haskell', 'javascript', 'cpp', 'c']);
  expect([...whole.places]).toEqual([1, 2, 3, 3]);
  expect(strong).toHaveLength(1);
  expect(pair?.relation).toBe('incomparable');
  expect(figure(state, 'first')).toBe(1);
  expect(figure(state, 'strong-count')).toBe(1);
  expect(figure(state, 'flips')).toBeGreaterThan(0);
  expect(words.rankSentence(measured, state, rank(state))).toMatch(
    / comes before .*\. A weight of \d+ for “.*”.* would reverse them\.$/,
  );
  const same = stateWith({ a: 'c', b: 'cpp' });
  expect(words.rankSentence(measured, same, rank(same))).toContain('C and C++ share place');
  expect(figure(same, 'flips')).toBe(0);
});

it('ranks otherwise where linters count, and says that of one meaning there is no tau', () => {
  const linted = stateWith({ linted: 'on', safe: 0 });
  expect(rank(linted).strong).toHaveLength(3);
  expect(figure(linted, 'tau')).toBeNull();
  expect(figure(stateWith({}), 'tau')).not.toBeNull();
});

it('keeps a language without scores out of the order and says so of a pair', () => {
  const state = stateWith({ a: 'none', b: 'c' });
  expect(rank(state).pair).toBeNull();
  expect(words.rankSentence(measured, state, rank(state))).toContain('Not every meaning has a score');
  expect(figure(state, 'flips')).toBeNull();
});

it('draws every language once on either side, wide and narrow, and marks the two', () => {
  for (const width of [320, 880]) {
    const state = stateWith({ static: 1, sound: 1, safe: 1, coercions: 1, expressive: 1 });
    const svg = drawRank(measured, state, rank(state), rankSize(measured, width));
    expect(svg.match(/data-st-language="c"/g)).toHaveLength(2);
    expect(svg).not.toContain('None<');
    expect(svg).toContain('Haskell &lt;8&gt;');
    expect(svg).not.toContain('NaN');
    expect(svg.match(/mt-st-line mt-st-[ab]/g)).toHaveLength(2);
  }
});

it('finds the triples that break ==, and none of ===', () => {
  const loose = stateWith({ view: 'equality' });
  // null is no value of a triple: it equals itself alone.
  expect(figure(loose, 'intransitive')).toBe(4);
  expect(words.equalitySentence(loose, resultsOf(loose).equal!)).toContain('is not transitive');
  expect(drawGrid(resultsOf(loose).equal!, loose).match(/data-st-broken/g)).toHaveLength(2);
  const strict = stateWith({ view: 'equality', operator: 'strict' });
  expect(figure(strict, 'intransitive')).toBe(0);
  expect(figure(strict, 'equal-pairs')).toBe(0);
});

it('compares the values of the experiment’s program', () => {
  const program = readFileSync('experiments/strongly-typed/programs/javascript/equality.js.txt', 'utf8');
  const list = /const values = \[(.*)\];/.exec(program)![1]!;
  expect(list.replaceAll("'", '"').split(', ')).toEqual(VALUES.map((value) => JSON.stringify(value)));
});

it('makes mistakes that the experiment’s programs make, and lets WebAssembly refuse one and trap three', () => {
  const { mistakes, traps } = resultsOf(stateWith({})).made!;
  for (const { name } of mistakes) expect(sourceOf('javascript', name), name).toContain('MISTAKE');
  const ends = (name: string) => mistakes.find((here) => here.name === name);
  expect(ends('null')).toMatchObject({ ends: 'caught', with: 'TypeError' });
  expect(ends('text-for-number')).toMatchObject({ ends: 'silent', with: '6' });
  expect(ends('uninitialised')).toMatchObject({ ends: 'silent', with: 'NaN' });
  expect(makeMistakes()).toHaveLength(mistakes.length);
  expect(Object.fromEntries(traps.map(({ name, ends, with: value }) => [name, `${ends} ${value}`]))).toEqual({
    body: 'refused invalid',
    call: 'caught RuntimeError',
    fill: 'caught RuntimeError',
    divide: 'caught RuntimeError',
    overflow: 'silent -2147483648',
    neighbour: 'silent 1',
    narrow: 'silent 44',
  });
  expect(figure(stateWith({ view: 'traps' }), 'trap')).toBe(3);
  expect(drawHere(measured, { mistakes, traps })).toContain('one more than the largest integer');
});

it('counts how a language’s mistakes end, and opens a cell with its program', () => {
  const state = stateWith({ view: 'matrix', a: 'javascript', b: 'c', mistake: 'null' });
  expect(['refused', 'caught', 'silent', 'undefined'].map((name) => figure(state, name))).toEqual([0, 6, 16, 0]);
  const table = drawMatrix(measured, state);
  expect(table.match(/data-st-cell=/g)).toHaveLength(5 * MISTAKES.length);
  expect(table.match(/<td[^>]*data-st-chosen/g)).toHaveLength(1);
  const cell = drawCell(measured, state, sourceOf('javascript', 'null'), { plain: 'TypeError: <no>', linted: '' });
  expect(cell).toContain('find().x');
  expect(cell).toContain('TypeError: &lt;no&gt;');
  expect(sourceOf('mypy', 'null')).toBe(sourceOf('python', 'null'));
  expect(sourceOf('c', 'unsound-generic')).toBeUndefined();
});

it('reads the record: outcomes by number, and what was said of each', () => {
  const cells = {
    id: 'cells',
    dimensions: [{ name: 'language', title: 'Language', unit: null, words: { c: 'C' } }],
    outcomes: [
      { name: 'outcome', title: '', words: {} },
      { name: 'said', title: '', words: { t1: 'past 6' } },
    ],
    points: [
      {
        at: { language: 'c', mistake: 'null' },
        values: {},
        outcomes: { outcome: { undefined: 1 }, linted: { refused: 1 }, said: { t1: 1 } },
      },
    ],
  };
  const record = { series: [cells], provenance: { programs: { C: 'gcc (Debian 12.2.0-14) 12.2.0' } } };
  const found = measuredFrom(record as unknown as MeasurementRecord);
  expect(found.languages).toEqual([{ id: 'c', name: 'C', version: '12.2.0' }]);
  expect(outcomeOf(found, 'c', 'null', 'plain')).toBe('undefined');
  expect(outcomeOf(found, 'c', 'null', 'linted')).toBe('refused');
  expect(outcomeOf(found, 'c', 'data-race', 'plain')).toBe('not-tested');
  expect(saidOf(cells as never, 'c', 'null')).toEqual({ plain: 'past 6', linted: '' });
  expect(saidOf(cells as never, 'c', 'data-race')).toBeUndefined();
});

it('has a file of every view', () => {
  for (const view of ['rank', 'matrix', 'equality', 'traps'] satisfies ViewName[]) {
    const state = stateWith({ view });
    const rows = csvRows(measured, state, figuresOf[view](measured, state, resultsOf(state)), resultsOf(state));
    expect(rows.every((row) => row.length === 4)).toBe(true);
    expect(rows.filter(([kind]) => kind === 'parameter')).toHaveLength(12);
    expect(rows.length).toBeGreaterThan(12 + 2);
  }
});

it('says nothing of any language that there is until there is a record', () => {
  const { languages, plain } = unmeasured();
  expect(plain).toEqual(measured.plain);
  expect(languages.every(({ name }) => name.startsWith('Made-up'))).toBe(true);
  const { a, b } = schemaOf(languages.map(({ id }) => id)).opening;
  expect([a, b]).toEqual(['made-up-1', 'made-up-2']);
});

it('calls a checker by its own name where there is no room for its language’s', () => {
  const [first, ...others] = measured.languages;
  const withChecker = { ...measured, languages: [{ ...first!, id: 'mypy', name: 'Python, mypy' }, ...others] };
  const state = stateWith({});
  const names = (width: number) =>
    parse(drawRank(withChecker, state, rank(state), rankSize(withChecker, width)))
      .querySelectorAll('[data-st-language="mypy"]')
      .map(({ text }) => text.replaceAll(/[\d%]+/g, '').trim());
  expect(names(320)).toEqual(['mypy', 'mypy']);
  expect(names(880)).toEqual(['Python, mypy', 'Python, mypy']);
});
