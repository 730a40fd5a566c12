/** Every step of the article and both ends of each control: program, outcome, sentence, figures and record agree. */
import { describe, expect, it } from 'vitest';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { checkersOf, getThrough } from '../checkers';
import { figuresOf, triedIn } from './figures';
import { linesOf } from './lines';
import { idsOf, measuredFrom, outcomeOf, OUTCOMES, recordedCells, saidOf } from './measured';
import { sourceOf } from './sources';
import { cellOf, QUESTIONS, schemaOf, type LabState } from './state';
import { columnsOf, drawProgram, drawSaid, drawWall, rowsOf } from './wall';
import { besideWords, cellName, cellWords, columnOf, endsAt, GROUPS, GUESSES, sentence, verdictWords } from './words';

const records = publishedOnDisk('strongly-typed');
const record = records[0]!;
const measured = measuredFrom(record);
const cells = recordedCells(record);
const schema = schemaOf(measured);
const stateOf = (address: string): LabState => schema.read(new URLSearchParams(address)).state;

/** The article's steps: the state, a line of its program, how it ends, and a piece of what was said. */
const STEPS: Readonly<Record<string, readonly [line: string, verdict: string, said: string]>> = {
  'why-refused': ['bool equal = 12 == "12";', 'Refused before it runs.', 'forbids comparison'],
  'why-undefined': ['int value = n;', 'Undefined: anything may happen.', 'heap-use-after-free'],
  'why-promise': ['all[0] = 42;', 'Goes on silently.', 'past 42'],
  'why-mixed': ["const sum = 1 + '2';", 'Goes on silently.', 'past 12'],
  'why-modelling': ['struct metre sum = plus(metre, foot);', 'Refused before it runs.', 'incompatible type'],
};
const steps = stepsOnDisk('strongly-typed');

it('has a row for each step', () => {
  expect(steps.map(({ id }) => id)).toEqual(Object.keys(STEPS));
});

it.each(steps)('$id: shows what the step is about', ({ id, state: address }) => {
  const [line, verdict, said] = STEPS[id]!;
  expect(schema.read(new URLSearchParams(address)).notes).toEqual([]);
  const state = stateOf(address);
  const lines = linesOf(sourceOf(state.a, state.mistake)!);
  expect(lines.filter(({ isMistake }) => isMistake).map(({ text }) => text.trim())).toEqual([line]);
  expect(verdictWords(measured, state)).toBe(verdict);
  expect(sentence(measured, state)).toMatch(new RegExp(`^[^,]+, .+: ${verdict}$`));
  expect(saidOf(cells, state.a, state.mistake)?.plain).toContain(said);
});

describe('both ends of each control', () => {
  const ends = [measured.languages[0]!.id, measured.languages.at(-1)!.id].flatMap((a) =>
    [measured.mistakes[0]!.id, measured.mistakes.at(-1)!.id].flatMap((mistake) =>
      (['off', 'on'] as const).map((linted) => ({ a, mistake, linted })),
    ),
  );
  it.each([schema.opening, schema.initial, ...ends])('$a, $mistake, $linted', (state) => {
    const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
    expect({ again, notes }).toEqual({ again: state, notes: [] });
    const own = outcomeOf(measured, state.a, state.mistake, columnOf(state));
    const figures = figuresOf(measured, state);
    expect(figures.reduce((sum, { value }) => sum + value!, 0)).toBe(triedIn(measured, state.a));
    const wall = drawWall(measured, state, new Set());
    expect(wall.match(/<td[^>]* data-chosen/g)).toEqual([
      `<td data-ends="${own}"${firstOf(state.mistake)} data-chosen`,
    ]);
    expect(sourceOf(state.a, state.mistake) === undefined).toBe(own === 'cannot-be-written');
    expect(drawSaid(measured, state, saidOf(cells, state.a, state.mistake))).toMatch(/<samp>\S/);
  });
  const firstOf = (mistake: string) =>
    columnsOf(measured).find(({ id }) => id === mistake)!.isFirst ? ' data-first' : '';
});

it.each(records)('asks for cells that the $machineName has, four ends among them', (one) => {
  const theirs = measuredFrom(one);
  const { opening } = schemaOf(theirs);
  const ends = QUESTIONS.map((cell) => outcomeOf(theirs, ...(cell.split(' ') as [string, string]), 'plain'));
  expect([...new Set(ends)].sort()).toEqual(['caught', 'refused', 'silent', 'undefined']);
  expect(QUESTIONS[0]).toBe(cellOf(opening));
});

it('tells a guesser nothing: no line of a program names its end', () => {
  for (const { id: a } of measured.languages)
    for (const { id: mistake } of measured.mistakes) {
      const program = drawProgram(measured, { a, mistake, linted: 'off' }, sourceOf);
      expect(program, `${a} ${mistake}`).not.toMatch(/UNDEFINED|MISTAKE/);
      const counts = outcomeOf(measured, a, mistake, 'plain') in GUESSES;
      expect(program.match(/data-mistake/g)?.length ?? 0, `${a} ${mistake}`).toBe(counts ? 1 : 0);
    }
});

it('has each mistake in one group, and in as many as the meanings look at', () => {
  expect(GROUPS.flatMap(({ mistakes }) => mistakes).sort()).toEqual(idsOf(measured.mistakes).sort());
  const looksAt = ['mixed', 'promise', 'modelling'].map((meaning) => record.derived[`rust ${meaning}`]!.measured!.n);
  expect(GROUPS.slice(0, 3).map(({ mistakes }) => mistakes.length)).toEqual(looksAt);
});

it('counts as the article’s tables do, and puts the strictest first', () => {
  const share = (name: string) => record.derived[name]!.measured!;
  for (const { id } of measured.languages)
    for (const [linted, name] of [
      ['off', `${id} static`],
      ['on', `${id} static linted`],
    ] as const) {
      const { value, n } = share(name);
      const [refused] = figuresOf(measured, { ...schema.opening, a: id, linted });
      expect(`${name}: ${refused!.text} of ${triedIn(measured, id)}`).toBe(`${name}: ${Math.round(value * n)} of ${n}`);
    }
  for (const { id, before } of checkersOf(measured))
    if (id !== 'mypy' && id !== 'pyright') expect(before.undefined, id).toBe(share(`${id} undefined`).value);
  const refused = rowsOf(measured).map((id) => share(`${id} static`).value);
  expect(refused).toEqual([...refused].sort((a, b) => b - a));
  expect(
    checkersOf(measured)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(idsOf(measured.languages).sort());
});

it('names a cell, and counts the setups that end so among those in which the mistake can be written', () => {
  const state = schema.opening;
  const ends = cells.points.filter(({ at }) => at['mistake'] === state.mistake).map(({ outcomes }) => outcomes);
  const count = (wanted: RegExp) => ends.filter((one) => wanted.test(Object.keys(one?.['outcome'] ?? {})[0]!)).length;
  const of = count(/^(refused|caught|silent|undefined)$/);
  expect(of).toBeLessThan(ends.length);
  expect(cellWords(measured, state)).toBe(
    `C++, the largest integer plus one: undefined; in all, ${count(/^undefined$/)} of ${of}.`,
  );
  expect(cellWords(measured, { ...state, a: 'python' })).toMatch(/^Python, .+: can’t be written\.$/);
  expect(cellName(measured, state)).not.toMatch(/undefined/);
});

it('tells where a machine that is laid beside came to something else', () => {
  const state = schema.opening;
  const at = idsOf(measured.languages).indexOf(state.a) * measured.mistakes.length;
  const plain = [...measured.plain];
  plain[at + idsOf(measured.mistakes).indexOf(state.mistake)] = 0;
  const beside = [{ name: 'your machine', measured: { ...measured, plain } }];
  expect(drawWall(measured, state, new Set(), beside).match(/data-other/g)).toHaveLength(1);
  expect(besideWords(measured, state, beside)[0]).toMatch(
    /: something else in 1 of \d+ cells.* Here: refused before it runs\.$/,
  );
  expect(besideWords(measured, { ...state, linted: 'on' }, beside)[0]).toMatch(/: the same in all \d+ cells\.$/);
  expect(endsAt(measured, state)).toBe('undefined');
});

it('quotes of clang’s sanitizers what they found, and nothing of a program that they lack', () => {
  const said = 'ERROR: AddressSanitizer: heap-use-after-free\nWARNING: invalid path to external symbolizer!';
  const point = {
    at: { language: 'c-clang', mistake: 'use-after-free' },
    values: {},
    outcomes: { said: { [said]: 1 } },
  };
  expect(saidOf({ ...cells, points: [point] }, 'c-clang', 'use-after-free')).toEqual({
    plain: 'ERROR: AddressSanitizer: heap-use-after-free',
    linted: '',
  });
});

it('counts a race as getting through in Go, whose detector sees it only as the program runs', () => {
  const go = (mistake: string) => ({
    languages: [{ id: 'go', name: 'Go', version: '1' }],
    mistakes: [{ id: mistake, words: '' }],
    plain: [OUTCOMES.indexOf('silent')],
    linted: [OUTCOMES.indexOf('caught')],
  });
  expect(['data-race', 'null'].map((mistake) => getThrough(go(mistake), 'go', 'linted').through)).toEqual([1, 0]);
});
