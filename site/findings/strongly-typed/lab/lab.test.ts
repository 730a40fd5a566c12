/** Every step of the article and both ends of each control: program, outcome, sentence, figures and record agree. */
import { describe, expect, it } from 'vitest';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { checkersOf } from '../checkers';
import { countedIn, looksAt, MEANING_NAMES, scoreOf } from '../meanings';
import { figuresOf, triedIn } from './figures';
import { linesOf } from './lines';
import { idsOf, measuredFrom, outcomeOf, recordedCells, saidOf } from './measured';
import { sourceOf } from './sources';
import { cellOf, QUESTIONS, schemaOf, type LabState } from './state';
import { columnsOf, drawProgram, drawSaid, drawWall, rowsOf } from './wall';
import { besideWords, columnOf, endsAt, GUESSES, orderWords, sentence, verdictWords } from './words';

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
      (['off', 'on'] as const).flatMap((linted) => MEANING_NAMES.map((view) => ({ view, a, mistake, linted }))),
    ),
  );
  it.each([schema.opening, schema.initial, ...ends])('$view, $a, $mistake, $linted', (state) => {
    const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
    expect({ again, notes }).toEqual({ again: state, notes: [] });
    const own = outcomeOf(measured, state.a, state.mistake, columnOf(state));
    const figures = figuresOf(measured, state);
    expect(figures.reduce((sum, { value }) => sum + value!, 0)).toBe(triedIn(measured, state.a));
    const wall = drawWall(measured, state, new Set());
    expect(wall.match(/<td data-ends="[a-z-]+"(?=[^>]* data-chosen)/g)).toEqual([`<td data-ends="${own}"`]);
    expect(sourceOf(state.a, state.mistake) === undefined).toBe(own === 'cannot-be-written');
    expect(drawSaid(measured, state, saidOf(cells, state.a, state.mistake))).toMatch(/<samp>\S/);
  });
});

it.each(records)('asks for cells that the $machineName has, four ends among them', (one) => {
  const theirs = measuredFrom(one);
  const { opening } = schemaOf(theirs);
  const questions = Object.keys(QUESTIONS);
  const ends = questions.map((cell) => outcomeOf(theirs, ...(cell.split(' ') as [string, string]), 'plain'));
  expect([...new Set(ends)].sort()).toEqual(['caught', 'refused', 'silent', 'undefined']);
  expect(questions[0]).toBe(cellOf(opening));
  // Sorted by the meaning that a question is about, the wall still shows how it ends without warnings.
  for (const [cell, meaning] of Object.entries(QUESTIONS)) {
    expect(countedIn(meaning), cell).toBe('plain');
    const mistake = cell.split(' ')[1]!;
    expect(looksAt(meaning, mistake), cell).toBe(true);
  }
});

it('tells a guesser nothing: no line of a program names its end', () => {
  for (const { id: a } of measured.languages)
    for (const { id: mistake } of measured.mistakes) {
      const program = drawProgram(measured, { ...schema.initial, a, mistake }, sourceOf);
      expect(program, `${a} ${mistake}`).not.toMatch(/UNDEFINED|MISTAKE/);
      const counts = outcomeOf(measured, a, mistake, 'plain') in GUESSES;
      expect(program.match(/data-mistake/g)?.length ?? 0, `${a} ${mistake}`).toBe(counts ? 1 : 0);
    }
});

it('has each mistake in one column', () => {
  expect(columnsOf(measured).sort()).toEqual(idsOf(measured.mistakes).sort());
});

it.each(MEANING_NAMES)('scores by %s as the experiment does, and puts the strongest first', (meaning) => {
  const column = countedIn(meaning);
  for (const id of idsOf(measured.languages)) {
    const judged = record.derived[`${id} ${meaning}`]?.measured;
    const score = scoreOf(measured, id, meaning, column);
    expect(score && { n: score.of, value: score.share }, id).toEqual(judged && { n: judged.n, value: judged.value });
  }
  const rows = rowsOf(measured, meaning, column);
  const shares = rows.map((id) => scoreOf(measured, id, meaning, column)?.share ?? -1);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  const wall = drawWall(measured, { ...schema.initial, view: meaning }, new Set());
  expect([...wall.matchAll(/data-a="([^"]+)"/g)].map(([, id]) => id)).toEqual(rows);
});

it('has the two languages of the opening change places with the meaning', () => {
  const said = MEANING_NAMES.map((view) => orderWords(measured, { ...schema.opening, view }));
  expect(said[0]).toMatch(/^Refused early: C\+\+ \d+ of \d+, JavaScript 0 of \d+\. C\+\+ is the stronger\.$/);
  expect(said[1]).toMatch(/^Never undefined: C\+\+ \d+ of \d+, JavaScript (\d+) of \1\. JavaScript is the stronger\.$/);
  expect(said[2]).toMatch(/^Promise kept: C\+\+ \d+ of \d+, JavaScript checks no declared type\.$/);
  expect(orderWords(measured, { ...schema.opening, a: 'javascript' })).toBe(said[0]);
});

it.each(idsOf(measured.languages))('counts what %s refuses with warnings as the experiment does', (id) => {
  const { value, n } = record.derived[`${id} static linted`]!.measured!;
  const [refused] = figuresOf(measured, stateOf(`?a=${id}&linted=on`));
  expect([refused!.value, triedIn(measured, id)]).toEqual([Math.round(value * n), n]);
});

it('has a checker for each row of the wall, and compares it with the language on the same mistakes', () => {
  const checkers = checkersOf(measured);
  expect([...new Set(checkers.map(({ id }) => id))].sort()).toEqual(idsOf(measured.languages).sort());
  for (const { id, instead, before, after } of checkers) {
    expect(before.undefined, id).toBe(record.derived[`${instead} undefined`]!.measured!.value);
    expect(after.of, id).toBe(before.of);
  }
});

it('shows what was said without a tool’s own troubles, and who decided where that does not tell', () => {
  for (const a of idsOf(measured.languages))
    for (const mistake of idsOf(measured.mistakes)) {
      const words = drawSaid(measured, { ...schema.initial, a, mistake }, saidOf(cells, a, mistake));
      expect(words, `${a} ${mistake}`).not.toMatch(/symbolizer|<samp>\s*</);
      if (outcomeOf(measured, a, mistake, 'plain') === 'undefined')
        expect(words, `${a} ${mistake}`).toMatch(/[Ss]anitizer|runtime error|undefined:/);
    }
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
