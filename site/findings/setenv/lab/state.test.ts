import { describe, expect, it } from 'vitest';
import { callOf, forModel, listOf, OPERATIONS } from './operations';
import { positionOf, PRESETS, programsOf, questionOf, schema, TELLING, type LabState } from './state';
import type { Played } from './tasks';

const read = (query: string) => schema.read(new URLSearchParams(query));
const written = (state: LabState) => schema.write(state, new URLSearchParams(), 'changed').toString();

describe('the address', () => {
  it('says everything in a link', () => {
    const all = schema.write(schema.initial, new URLSearchParams(), 'all');
    expect(all.get('steps')).toBe('auto');
    expect(schema.read(all)).toEqual({ state: schema.initial, notes: [] });
  });

  it('takes libraries, calls, steps and a place, and writes them back', () => {
    const query = 'library=musl&locking=in-getenv&one=get-home.get-tz&two=unset-path&steps=1221&at=3';
    const { state, notes } = read(query);
    expect(notes).toEqual([]);
    expect(written(state)).toBe(query);
    expect(listOf(state.one)).toEqual(['get-home', 'get-tz']);
  });

  it.each([
    ['steps=12x2', { steps: '122' }, 'steps'],
    ['steps=hello', { steps: '' }, 'steps'],
    [`steps=${'12'.repeat(500)}`, { steps: '12'.repeat(100) }, 'steps'],
    ['steps=121&at=9', { steps: '121', at: 3 }, 'at'],
    ['at=-4', { at: 0 }, 'at'],
    ['at=soon', { at: 0 }, 'at'],
    ['one=put-home', { one: 'get-home' }, 'one'],
    ['one=get-home.get-home.get-home', { one: 'get-home.get-home' }, 'one'],
    ['two=', { two: 'set-tz' }, 'two'],
    ['library=bionic', { library: 'old-glibc' }, 'library'],
    ['room=7', { room: 2 }, 'room'],
  ] as const)('mends %s and says so', (query, wanted, parameter) => {
    const { state, notes } = read(query);
    expect(state).toMatchObject(wanted);
    expect(notes.map((note) => note.parameter)).toEqual([parameter]);
    expect(read(written(state)).notes).toEqual([]);
  });

  it('takes a thread that does nothing', () => {
    expect(read('two=none')).toMatchObject({ state: { two: 'none' }, notes: [] });
    expect(forModel('none', 1)).toBe('');
  });
});

it('asks the model by numbers, with a value of its own for each thread', () => {
  const state = { ...schema.initial, one: 'set-lang.get-home', two: 'unset-path', library: 'musl' } as const;
  expect(questionOf(state)).toMatchObject({ first: 'set-3-1,get-0', second: 'unset-2', library: 'musl' });
  expect(programsOf(schema.initial)).toEqual({
    variables: [2, 0],
    setBefore: true,
    room: 0,
    first: 'get-0',
    second: 'set-1-2',
  });
});

it('writes every call as C does', () => {
  expect(OPERATIONS).toHaveLength(12);
  expect(callOf('get-home', 0)).toBe('getenv("HOME")');
  expect(callOf('set-tz', 1)).toBe('setenv("TZ", "two", 1)');
  expect(callOf('unset-path', 0)).toBe('unsetenv("PATH")');
});

it('stands where it tells most, or where it is asked to', () => {
  const played = { schedule: '12221', telling: 4 } as Played;
  expect(positionOf(schema.initial, played)).toBe(4);
  expect(positionOf({ ...schema.initial, at: 0 }, played)).toBe(0);
  expect(positionOf({ ...schema.initial, at: 99 }, played)).toBe(5);
});

it('has presets that all differ and that its own rules allow', () => {
  expect(PRESETS.length).toBeLessThanOrEqual(6);
  const states = PRESETS.map(({ state }) => state({ ...schema.initial, pace: 'fast', at: 3, steps: '111' }));
  expect(new Set(states.map(written)).size).toBe(PRESETS.length);
  for (const state of states) {
    expect(schema.reconcile(state)).toEqual(state);
    expect(state).toMatchObject({ steps: '', at: TELLING, pace: 'fast' });
  }
});
