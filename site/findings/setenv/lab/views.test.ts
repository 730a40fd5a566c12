import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import * as models from '@/wasm-pkg/setenv/models.js';
import { drawColumn } from './columns-view';
import { drawRows } from './counts-view';
import { CSV_HEADER, csvRows } from './csv';
import { figures, rowOf, besideWords } from './figures';
import { besideOf } from './measured';
import { layoutMemory, MEMORY_HEIGHTS, slotTop } from './memory-layout';
import { drawMemory } from './memory-view';
import { memoryWords } from './memory-words';
import type { Snapshot } from './run';
import { drawOrder } from './order-view';
import { programsOf, questionOf, schema, type LabState } from './state';
import { count, play, type Played } from './tasks';

const built = modelsAtBuild('setenv', models);
const run = (state: LabState): Played => play(built, { ...questionOf(state), order: state.steps });
const times = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

const first = schema.initial;
const crash = run(first);
const memory = (at: number, played = crash) =>
  drawMemory(played, at, layoutMemory({ width: 472, height: MEMORY_HEIGHTS.wide }, played, at));

describe('the columns', () => {
  it('show what is done with its number, what comes next, and what follows', () => {
    const reader = drawColumn(first, crash, 9, 0);
    expect(reader).toContain('<code>getenv(&quot;HOME&quot;)</code>');
    expect(times(reader, /data-step="done"/g)).toBe(1);
    expect(times(reader, /data-step="next"/g)).toBe(1);
    expect(reader).toContain('A[0] <span class="mt-se-danger">freed</span>');
    const setter = drawColumn(first, crash, 9, 1);
    expect(setter).not.toContain('mt-se-danger');
    expect(times(setter, /data-step="done"/g)).toBe(7);
    expect(times(setter, /data-step="last"/g)).toBe(1);
    expect(times(setter, /data-step="ahead"/g)).toBe(2);
    expect(setter).toContain('realloc(last_environ, …)');
  });

  it('show that a thread waits, what getenv found, and where it all ends', () => {
    const waits = { ...first, locking: 'in-getenv', steps: '12' } as const;
    expect(drawColumn(waits, run(waits), 1, 1)).toContain('data-step="waits"');
    const alone = { ...first, steps: '1'.repeat(9) };
    expect(drawColumn(alone, run(alone), 6, 0)).toContain('→ "old"');
    const end = drawColumn(first, crash, 10, 0);
    expect(end).toContain('data-step="fault"');
    expect(end).toContain('✕ array A is gone');
    expect(drawColumn({ ...first, two: 'none' }, crash, 0, 1)).toContain('does nothing');
  });

  it('say each step in the words of its library', () => {
    const code = (library: LabState['library'], two = 'set-tz') => {
      const state = { ...first, library, two, steps: '2'.repeat(40) };
      return drawColumn(state, run(state), 0, 1);
    };
    expect(code('musl')).toContain('__environ == oldenv');
    expect(code('illumos')).toContain('lmutex_lock(…)');
    expect(code('illumos', 'unset-path')).toContain('*p = my_environ[0]');
    expect(code('glibc-2.41', 'unset-path')).toContain('__environ_counter++');
    expect(code('old-glibc', 'unset-path')).toContain('dp[0] = dp[1]');
    expect(code('musl', 'unset-path')).toContain('*eo++ = *e');
  });
});

describe('the memory', () => {
  it('marks what is freed by hatching and words, and who still points there', () => {
    expect(memory(1)).not.toContain('mt-se-hatch');
    const before = memory(9);
    expect(times(before, /mt-se-hatch/g)).toBe(1);
    expect(before).toContain('</tspan> freed</text>');
    expect(times(before, /mt-se-token--dangling/g)).toBe(1);
    expect(before).not.toContain('mt-se-cross');
  });

  it('crosses what fails', () => {
    const end = memory(10);
    expect(end).toContain('mt-se-block--fault');
    expect(times(end, /mt-se-cross/g)).toBe(1);
  });

  it('says the same in words', () => {
    expect(memoryWords(crash.states[9] as Snapshot)).toEqual([
      'environ points to A[0].',
      'Array A has been freed.',
      'Array B is new and holds PATH=old; HOME=old; NULL; NULL.',
      'Thread 1 holds a pointer to A[0].',
      'Thread 2 holds a pointer to B[2].',
      'Thread 2 has the lock.',
    ]);
    expect(memory(9)).toContain('aria-label="environ points to A[0]. Array A has been freed.');
  });

  it('stays within its picture, whatever the library and the calls', () => {
    const calls = { one: 'set-home.set-lang', two: 'set-tz.unset-path', start: 'lang-path-home', room: 2 } as const;
    for (const library of LIMITS.libraries) {
      const state: LabState = { ...first, ...calls, library, steps: '1'.repeat(60) + '2'.repeat(60) };
      const played = run(state);
      for (const size of [
        { width: 472, height: MEMORY_HEIGHTS.wide },
        { width: 328, height: MEMORY_HEIGHTS.narrow },
      ]) {
        for (const at of [0, Math.floor(played.schedule.length / 2), played.schedule.length]) {
          const layout = layoutMemory(size, played, at);
          const { environ, arrays } = played.states[at] as Snapshot;
          const bottom = slotTop(layout, environ.array, arrays[environ.array]?.slots.length ?? 0);
          expect(bottom, `${library} ${size.width} ${at}`).toBeLessThanOrEqual(size.height);
          const last = layout.strings.x + layout.strings.width;
          expect(last).toBeLessThan(size.width);
        }
      }
    }
  });

  it('calls leaked what nobody points to and nobody frees', () => {
    const twice = { ...first, two: 'set-tz.set-tz', steps: '2'.repeat(40) };
    const played = run(twice);
    expect(memory(played.schedule.length, played)).toContain('>leaked</text>');
  });
});

it('draws the order with a box for each step, done or not, and crosses the one that fails', () => {
  const drawn = drawOrder(crash, 9, 900);
  expect(times(drawn, /<g class="mt-se-box /g)).toBe(10);
  expect(times(drawn, /mt-se-box--done/g)).toBe(9);
  expect(times(drawn, /mt-se-cross/g)).toBe(1);
  expect(drawn).toContain('>grow</text>');
  expect(drawOrder(crash, 9, 350)).not.toContain('>environ</text>');
});

describe('the table of the libraries', () => {
  const rows = runToEnd(count(built, { ...programsOf(first), locking: first.locking }));
  const row = rowOf(rows, first);

  it('has what a machine that is laid beside came to below what was measured on the page’s own', () => {
    const share = {
      ...{ library: first.library, locking: first.locking, one: first.one, two: first.two, version: 'glibc 2.36' },
      ...{ value: 0.5, low: 0.25, high: 0.75, programs: 8, seconds: 2 },
    };
    const table = drawRows(rows, first, [], [{ name: 'your <machine>', measured: [share] }]);
    expect(times(table, /mt-se-beside/g)).toBe(1);
    expect(table).toContain('title="your &lt;machine&gt;, glibc 2.36"');
    expect(table).toMatch(/mt-mark--second.*50%/);
    const words = besideWords(besideOf([{ name: 'your machine', measured: [share] }], first));
    expect(words).toEqual([
      expect.stringMatching(
        /^your machine: 50% of real programs failed on glibc 2\.36 \(8 programs, 2\ss each; .*75%\)\.$/,
      ),
    ]);
    expect(besideOf([{ name: 'your machine', measured: [] }], first)).toEqual([]);
  });

  it('has a row for each library, one of them chosen, and the same in the file', () => {
    const table = drawRows(rows, first, []);
    expect(times(table, /<tr /g)).toBe(4);
    expect(times(table, / checked/g)).toBe(1);
    expect(times(table, /data-fails="true"/g)).toBe(2);
    expect(times(table, /not measured/g)).toBe(4);
    const cells = csvRows(first, crash, rows, figures(row, undefined));
    expect(cells.every((cell) => cell.length === CSV_HEADER.length)).toBe(true);
    expect(cells).toContainEqual(['order', 'schedule', null, null, '1222222221']);
    expect(cells.filter(([kind]) => kind === 'count')).toHaveLength(4 * 7);
    expect(cells.filter(([kind]) => kind === 'figure').map(([, name]) => name)).toEqual(['share', 'measured']);
  });
});

it('marks the memory that a fault is of, an array or a string, and no other', () => {
  const faultsIn = (state: LabState) => {
    const played = run(state);
    const drawn = memory(played.states.length - 1, played);
    return [...drawn.matchAll(/class="mt-se-block([^"]*) mt-se-block--fault"/g)].map(([, kind]) => kind);
  };
  expect(faultsIn(first)).toEqual([' mt-se-block--freed']);
  expect(faultsIn({ ...first, library: 'musl', two: 'set-home' })).toEqual([' mt-se-string mt-se-block--freed']);
});
