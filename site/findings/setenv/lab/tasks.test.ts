import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import * as models from '@/wasm-pkg/setenv/models.js';
import { madeUpCrashes } from '../charts/fixture';
import { assumption, figures, formatCount, headline, rowOf, wayWords } from './figures';
import { knownOf, measuredFrom } from './measured';
import { announcement, lastWords, snapshotSentence } from './sentences';
import { PRESETS, positionOf, programsOf, questionOf, schema, type LabState } from './state';
import { count, play, type Played, type Row } from './tasks';

const built = modelsAtBuild('setenv', models);
const preset = (id: string): LabState => {
  const found = PRESETS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no preset ${id}.`);
  return found.state(schema.opening);
};
/** The state of an address that was a preset once. */
const ofLibrary = (library: LabState['library']): LabState => ({ ...schema.initial, library });
const run = (state: LabState): Played => play(built, { ...questionOf(state), order: state.steps });
const end = (played: Played) => played.states.at(-1);
const rowsFor = (state: LabState): Row[] => runToEnd(count(built, { ...programsOf(state), locking: state.locking }));
const rowFor = (state: LabState): Row => rowOf(rowsFor(state), state);
/** Steps of the shortest order that fails. */
function shortestFor(state: LabState): number | undefined {
  const { library, locking, variables, setBefore, room, first, second } = questionOf(state);
  const asked = new built.Explorer(library, locking, Uint32Array.from(variables), setBefore, room, first, second);
  return asked.shortestFailure()?.length;
}

describe('the order that tells most', () => {
  it('is the published crash at first: the reader holds the array, the setter frees it, the reader reads on', () => {
    const state = schema.initial;
    const played = run(state);
    expect(played.schedule).toBe('1222222221');
    expect(played.telling).toBe(played.schedule.length - 1);
    expect(played.steps.at(0)?.action).toBe('load-environ');
    expect(played.steps.at(-2)?.action).toBe('grow');
    expect(end(played)?.fault).toEqual({ kind: 'freed-array', of: 0, thread: 0 });
    const before = played.states[played.telling];
    expect(before?.arrays[0]?.freed).toBe(true);
    expect(before?.threads[0].place).toEqual({ array: 0, index: 0 });
  });

  it('is never longer than the shortest that fails, and fails', () => {
    for (const { id } of PRESETS) {
      const state = preset(id);
      const shortest = shortestFor(state);
      if (shortest === undefined) continue;
      const played = run(state);
      expect(played.schedule, id).toHaveLength(shortest);
      expect(end(played)?.outcome, id).not.toBe('right');
    }
  });

  it('is seen at its end where the answer is wrong', () => {
    const played = run(preset('hidden'));
    expect(played.telling).toBe(played.schedule.length);
    expect(end(played)?.outcome).toBe('wrong-answer');
  });

  it('is an interrupted reader where nothing fails, seen when the other thread is done', () => {
    for (const id of ['glibc-2.41', 'illumos'] as const) {
      const played = run(ofLibrary(id));
      expect(end(played)?.outcome, id).toBe('right');
      const snapshot = played.states[played.telling];
      expect(snapshot?.threads[1].ahead, id).toEqual([]);
      expect(snapshot?.threads[0].ahead.length, id).toBeGreaterThan(0);
      expect(
        snapshot?.arrays.some(({ freed }) => freed),
        id,
      ).toBe(false);
    }
  });
});

it('leaves out steps that nobody can take', () => {
  const played = run({ ...preset('crash'), one: 'set-lang', steps: '1222211' });
  expect(played.schedule).toBe('111');
});

describe('the counts', () => {
  const rows = rowsFor(schema.initial);

  it('are there for every library, with the lock that is asked for', () => {
    const failing = (locking: LabState['locking']) =>
      rowsFor({ ...schema.initial, locking })
        .filter((row) => row.failing > 0n)
        .map(({ library }) => library);
    expect(rows.map(({ library }) => library)).toEqual(LIMITS.libraries);
    expect(failing('as-it-is')).toEqual(['old-glibc', 'musl']);
    expect(failing('in-getenv')).toEqual([]);
    expect(failing('until-copied')).toEqual([]);
  });

  it('are what the figures, the headline and the words say', () => {
    const row = rowOf(rows, schema.initial);
    const byName = Object.fromEntries(figures(row, undefined).map((figure) => [figure.name, figure]));
    expect(byName['share']?.value).toBeGreaterThan(0.05);
    expect(byName['share']?.value).toBeLessThan(0.15);
    expect(byName['measured']).toMatchObject({ value: null, text: 'not measured' });
    expect(headline(row)).toBe(`glibc before 2.41: ${row.failing} of ${formatCount(row.orders)} orders go wrong.`);
    expect(wayWords(row)).toBe(`${row.freedArray} use a freed array`);
    expect(headline(rowOf(rows, { library: 'illumos' }))).toMatch(/^illumos: none of the/);
  });

  it('are exact beyond what a number holds', () => {
    expect(formatCount(10n ** 20n + 1n)).toBe('100,000,000,000,000,000,001');
  });
});

describe('what was measured', () => {
  const measured = measuredFrom(madeUpCrashes());

  it('is of the library that the version says, and of the same calls and the same lock alone', () => {
    expect(knownOf(measured, schema.opening)).toMatchObject({ version: 'glibc 2.36', value: 0.875, programs: 200 });
    expect(knownOf(measured, schema.opening, 'musl')).toMatchObject({ version: 'musl 1.2.3', value: 1 });
    expect(knownOf(measured, { ...schema.opening, locking: 'until-copied' })).toBeUndefined();
    expect(knownOf(measured, { ...schema.opening, two: 'set-home' })).toBeUndefined();
    expect(knownOf(measured, { ...schema.opening, start: 'none' })).toBeUndefined();
    expect(knownOf(measured, schema.opening, 'illumos')).toBeUndefined();
  });

  it('takes a glibc for the one that its version is', () => {
    const record = madeUpCrashes();
    const named = (glibc?: string) => {
      const programs = glibc === undefined ? {} : { glibc };
      return measuredFrom({ ...record, provenance: { ...record.provenance, programs } })[0]?.library;
    };
    expect(named('2.40')).toBe('old-glibc');
    expect(named('2.41')).toBe('glibc-2.41');
    expect(named('3.0')).toBe('glibc-2.41');
    // Without one, the first that is known is musl's.
    expect(named()).toBe('musl');
  });

  it('stands beside the model, named as a measurement', () => {
    const known = knownOf(measured, schema.opening);
    const figure = figures(rowFor(schema.opening), known).at(-1)!;
    expect(figure).toMatchObject({ name: 'measured', value: 0.875, text: '88%' });
    expect(figure.label).toBe('of real programs failed on glibc 2.36');
    expect(figure.note).toMatch(/^200 programs, 200\u00a0ms each; 86% to 9\d/);
    expect(assumption(undefined)).not.toContain('undefined');
    expect(assumption({ ...known!, moved: 0.0078 })).toContain('0.78% of changes did on glibc 2.36');
  });
});

describe('the words', () => {
  const said = (state: LabState, at?: number) => {
    const played = run(state);
    return snapshotSentence(state, played, at ?? positionOf(state, played));
  };

  it('tell of the crash, step by step', () => {
    expect(said(schema.initial)).toBe(
      'Thread 2 reallocates: array B replaces A, which is freed. Thread 1 holds a pointer into array A, which is freed, and is about to use it.',
    );
    expect(said(schema.initial, 10)).toMatch(/^Thread 1 reads A\[0\], but array A has been freed\. What stands there/);
    expect(said(schema.initial, 0)).toBe('Nothing has happened yet.');
    expect(announcement(schema.initial, run(schema.initial), 1)).toBe(
      'Step 1 of 10. Thread 1 reads environ, which points to A[0].',
    );
  });

  it('tell of a string that is freed, of a wrong answer and of memory that is freed twice', () => {
    const at = (id: string) => said(preset(id), run(preset(id)).schedule.length);
    expect(at('string')).toMatch(/HOME=old, but the string has been freed\. What stands there/);
    expect(at('lock')).toMatch(/uses the value that getenv returned, but HOME=old has been freed\./);
    expect(at('hidden')).toContain('getenv("HOME") found NULL, which no order of whole calls would give.');
    const mended = ofLibrary('glibc-2.41');
    expect(said(mended, run(mended).schedule.length)).toContain('all is right: getenv("HOME") found “old”.');
  });

  it('have something to say of every step of every preset with every library', () => {
    for (const { id } of PRESETS) {
      for (const library of ['old-glibc', 'glibc-2.41', 'musl', 'illumos'] as const) {
        const state = { ...preset(id), library };
        const played = run(state);
        played.states.forEach((_, at) =>
          expect(snapshotSentence(state, played, at)).not.toMatch(/undefined|V\d|\bnull\b/),
        );
      }
    }
  });
});

it('says of a comparison of names whether it found the variable', () => {
  const state = { ...schema.initial, two: 'none', steps: '1'.repeat(9) };
  const played = run(state);
  const said = played.states
    .map((_, at) => lastWords(state, played, at))
    .filter((words) => words.includes(' compares '));
  expect(said).toEqual([
    'Thread 1 compares PATH=old with HOME: another name.',
    'Thread 1 compares HOME=old with HOME: found.',
  ]);
});
