import { expect, it } from 'vitest';
import type { MeasurementRecord, Series } from '@/kit/record/types';
import { figuresOf } from './figures';
import { drawCell, drawKey, drawMatrix } from './matrix-view';
import { measuredFrom, outcomeOf, saidOf } from './measured';
import { sourceOf } from './sources';
import type { LabState } from './state';
import { besideWords, matrixSentence } from './words';

const ends = { caught: 'caught as it ran', silent: 'went on silently', undefined: 'undefined' };
const point = (language: string, mistake: string, outcomes: Record<string, Record<string, number>>) => ({
  at: { language, mistake },
  values: {},
  outcomes,
});
/** Two languages and two mistakes, of which one was not made in the second. */
const cells = {
  id: 'cells',
  dimensions: [
    { name: 'language', title: 'Language', unit: null, words: { c: 'C', javascript: 'JavaScript <8>' } },
    { name: 'mistake', title: 'Mistake', unit: null, words: { null: 'a null used', 'data-race': 'a race' } },
  ],
  outcomes: [
    { name: 'outcome', title: '', words: ends },
    { name: 'said', title: '' },
  ],
  points: [
    point('c', 'null', { outcome: { undefined: 1 }, linted: { refused: 1 }, said: { 'past 6': 1 } }),
    point('c', 'data-race', { outcome: { silent: 1 }, linted: { silent: 1 } }),
    point('javascript', 'null', { outcome: { caught: 1 }, linted: { caught: 1 } }),
  ],
} as unknown as Series;
const record = { series: [cells], provenance: { programs: { C: 'gcc (Debian 12.2.0-14) 12.2.0' } } };
const measured = measuredFrom(record as unknown as MeasurementRecord);
const stateWith = (values: Partial<LabState>): LabState => ({ a: 'c', mistake: 'null', linted: 'off', ...values });

it('reads the record: outcomes by number, and what was said of each', () => {
  expect(measured.languages).toEqual([
    { id: 'c', name: 'C', version: '12.2.0' },
    { id: 'javascript', name: 'JavaScript <8>', version: '' },
  ]);
  expect(measured.mistakes.map(({ id }) => id)).toEqual(['null', 'data-race']);
  expect(outcomeOf(measured, 'c', 'null', 'plain')).toBe('undefined');
  expect(outcomeOf(measured, 'c', 'null', 'linted')).toBe('refused');
  expect(outcomeOf(measured, 'javascript', 'data-race', 'plain')).toBe('not-tested');
  expect(saidOf(cells, 'c', 'null')).toEqual({ plain: 'past 6', linted: '' });
  expect(saidOf(cells, 'javascript', 'data-race')).toBeUndefined();
});

it('counts how a language’s mistakes end, by the column that counts', () => {
  const counts = (values: Partial<LabState>) =>
    figuresOf(measured, stateWith(values)).map(({ name, text }) => `${name} ${text}`);
  expect(counts({})).toEqual(['refused 0 of 2', 'caught 0 of 2', 'silent 1 of 2', 'undefined 1 of 2']);
  expect(counts({ linted: 'on' })).toEqual(['refused 1 of 2', 'caught 0 of 2', 'silent 1 of 2', 'undefined 0 of 2']);
  expect(counts({ a: 'javascript' })[1]).toBe('caught 1 of 1');
});

it('draws a cell for each mistake in each language, and opens one with its program', () => {
  const state = stateWith({ a: 'javascript' });
  const table = drawMatrix(measured, state);
  expect(table.match(/data-st-cell=/g)).toHaveLength(4);
  expect(table.match(/<td[^>]*data-st-chosen/g)).toHaveLength(1);
  expect(table).toContain('JavaScript &lt;8&gt;');
  // What does not occur needs no key.
  expect(drawKey(measured).match(/data-st-ends/g)).toHaveLength(3);
  expect(matrixSentence(measured, state)).toBe('JavaScript <8>, a null used: caught as it ran.');
  const cell = drawCell(measured, state, sourceOf('javascript', 'null'), { plain: 'TypeError: <no>', linted: '' });
  expect(cell).toContain('find().x');
  expect(cell).toContain('TypeError: &lt;no&gt;');
});

it('tells where a machine that is laid beside came to something else, of what both tried', () => {
  const other = measuredFrom({
    ...record,
    series: [
      {
        ...cells,
        points: [
          point('c', 'null', { outcome: { caught: 1 }, linted: { refused: 1 } }),
          point('javascript', 'null', { outcome: { caught: 1 }, linted: { caught: 1 } }),
        ],
      },
    ],
  } as unknown as MeasurementRecord);
  const beside = [{ name: 'your <machine>', measured: other }];
  const table = drawMatrix(measured, stateWith({}), beside);
  expect(table.match(/mt-st-other/g)).toHaveLength(1);
  expect(table).toContain('>, your &lt;machine&gt;: caught as it ran<');
  expect(besideWords(measured, stateWith({}), beside)).toEqual([
    'your <machine>: something else in 1 of 2 cells, where a second letter says what. Here: caught as it ran.',
  ]);
  expect(besideWords(measured, stateWith({ linted: 'on' }), beside)).toEqual([
    'your <machine>: the same in all 2 cells.',
  ]);
});

it('has the programs of a language’s checkers where its own are', () => {
  expect(sourceOf('mypy', 'null')).toBe(sourceOf('python', 'null'));
  expect(sourceOf('c', 'unsound-generic')).toBeUndefined();
});
