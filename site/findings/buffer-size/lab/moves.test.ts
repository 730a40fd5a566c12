import { describe, expect, it } from 'vitest';
import { gripBytes } from './law';
import { initial as state, secondsOf } from './made-up';
import { dragged, stepped } from './moves';
import { lawOf } from './state';

const throughputAt = (bytes: number) => bytes / secondsOf(lawOf(state), bytes);

describe('dragging', () => {
  it('halves what a call costs when the curve goes to twice the height', () => {
    const height = 2 * (8 / 160e-9);
    expect(dragged('call', state, { bytes: 8, height }).call).toBeCloseTo(80, 0);
  });

  it('asks for a longer time where the picture shows times', () => {
    expect(dragged('call', { ...state, view: 'time' }, { bytes: 8, height: 500e-9 })).toEqual({ call: 500 });
  });

  it('leaves a grip that is held still where it is', () => {
    for (const grip of ['call', 'byte', 'penalty'] as const) {
      const bytes = gripBytes(state)[grip];
      expect(dragged(grip, state, { bytes, height: throughputAt(bytes) })[grip]).toBeCloseTo(state[grip], 5);
    }
  });

  it('goes no further than the rulers do', () => {
    expect(dragged('byte', state, { bytes: 0, height: 1e15 })).toEqual({ byte: 1e-4 });
    expect(dragged('penalty', state, { bytes: 0, height: 1e15 })).toEqual({ penalty: 0 });
    expect(dragged('call', state, { bytes: 0, height: 1e-9 })).toEqual({ call: 1e8 });
  });

  it('moves the end of the cache along its stops', () => {
    expect(dragged('cache', state, { bytes: 500_000, height: 1 })).toEqual({ cache: 2 ** 19 });
    expect(dragged('cache', state, { bytes: 1, height: 1 })).toEqual({ cache: 2 ** 10 });
  });
});

describe('arrow keys', () => {
  const up = { across: 'y', by: 1 } as const;
  it('move the curve where they point', () => {
    expect(stepped('call', state, up)).toEqual({ call: 150 });
    expect(stepped('call', state, { across: 'y', by: -1 })).toEqual({ call: 200 });
    expect(stepped('call', { ...state, view: 'time' }, up)).toEqual({ call: 200 });
    expect(stepped('cache', state, { across: 'x', by: 1 })).toEqual({ cache: 0.75 * 2 ** 19 });
  });

  it('that point along the curve are left to the page', () => {
    expect(stepped('call', state, { across: 'x', by: 1 })).toBeNull();
    expect(stepped('cache', state, up)).toBeNull();
  });

  it('go ten stops with a page, and stop at the end', () => {
    expect(stepped('call', state, { across: 'y', by: -10 })).toEqual({ call: 1500 });
    expect(stepped('penalty', { ...state, penalty: 1e-4 }, { across: 'y', by: 10 })).toEqual({ penalty: 0 });
  });
});
