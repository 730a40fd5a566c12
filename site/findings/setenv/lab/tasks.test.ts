import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/setenv/models.js';
import { failingShare, figures, formatCount, formatShare, headline, rowOf, wayWords } from './figures';
import { announcement, snapshotSentence } from './sentences';
import { PRESETS, positionOf, programsOf, questionOf, schema, type LabState } from './state';
import { count, countRow, play, type Played, type Row } from './tasks';

const built = modelsAtBuild('setenv', models);
const preset = (id: string): LabState => {
  const found = PRESETS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no preset ${id}.`);
  return found.state(schema.initial);
};
const run = (state: LabState): Played => play(built, { ...questionOf(state), order: state.steps });
const end = (played: Played) => played.states.at(-1);
const rowFor = (state: LabState): Row => countRow(built, questionOf(state));

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
      const { shortest } = rowFor(state);
      if (shortest === null) continue;
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
    for (const id of ['mended', 'illumos']) {
      const played = run(preset(id));
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
  const rows = runToEnd(count(built, programsOf(schema.initial)));

  it('are there for every library and every way of locking', () => {
    expect(rows).toHaveLength(12);
    expect(rows.filter((row) => row.failing > 0n).map(({ library, locking }) => `${library} ${locking}`)).toEqual([
      'old-glibc as-it-is',
      'musl as-it-is',
    ]);
  });

  it('are what the figures, the headline and the words say', () => {
    const row = rowOf(rows, schema.initial);
    expect(row).toEqual(rowFor(schema.initial));
    const byName = Object.fromEntries(figures(row).map((figure) => [figure.name, figure]));
    expect(byName['orders']?.value).toBe(Number(row.orders));
    expect(byName['failing']?.value).toBe(Number(row.failing));
    expect(byName['shortest']?.text).toBe('10 steps');
    expect(headline(row)).toMatch(/^glibc before 2\.41: \d+ of [\d,]+ orders go wrong\.$/);
    expect(wayWords(row)).toBe(`${row.freedArray} use a freed array`);
    expect(headline(rowOf(rows, { library: 'illumos', locking: 'as-it-is' }))).toMatch(/^illumos: none of the/);
  });

  it('are exact beyond what a number holds, and a share is never rounded to all or nothing', () => {
    const row = { ...rowOf(rows, schema.initial), orders: 10n ** 20n + 1n, right: 10n ** 20n, failing: 1n };
    expect(formatCount(row.orders)).toBe('100,000,000,000,000,000,001');
    expect(failingShare(row)).toBeLessThan(1e-5);
    expect(formatShare(row)).toBe('< 1%');
    expect(formatShare({ ...row, right: 1n, failing: 10n ** 20n })).toBe('> 99%');
    expect(formatShare({ ...row, failing: 0n })).toBe('0%');
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
    expect(at('mended')).toContain('all is right: getenv("HOME") found “old”.');
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
