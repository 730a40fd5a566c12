import { describe, expect, it } from 'vitest';
import { choice, defineState, integer, parseNumber } from './state';

it('reads numbers as they are written, and nothing else', () => {
  const texts = ['1000', '1,000', '1e3', '1 000', '-.5', 'infinity', '-Infinity', '0x10', '1,', ''];
  expect(texts.map(parseNumber)).toEqual([1000, 1000, 1000, 1000, -0.5, Infinity, -Infinity, NaN, NaN, NaN]);
  const field = integer({ initial: 5, min: 0, max: 9 });
  expect(['Infinity', '-1', '2.5', 'x'].map((text) => field.read(text))).toEqual([
    { value: 9, because: 'must be at most 9' },
    { value: 0, because: 'must be at least 0' },
    { value: 3, because: 'must be a whole number' },
    { value: 5, because: 'is not a number' },
  ]);
});

describe('a lab that opens on something else than its defaults', () => {
  const schema = defineState<{ n: number; c: string }>(
    { n: integer({ initial: 1, min: 0, max: 9 }), c: choice('a', ['a', 'b']) },
    { opening: { n: 5 } },
  );
  const written = (state: { n: number; c: string }) =>
    schema.write(state, new URLSearchParams('other=1'), 'changed').toString();
  const read = (query: string) => schema.read(new URLSearchParams(query)).state;

  it('opens on it at an address that asks for nothing, and at no other', () => {
    expect(read('')).toEqual({ n: 5, c: 'a' });
    expect(read('other=1')).toEqual({ n: 5, c: 'a' });
    expect(read('c=b')).toEqual({ n: 1, c: 'b' });
    expect(read('c=a')).toEqual({ n: 1, c: 'a' });
  });

  it('says nothing of it in the address, spells the defaults out, and reads back every state that it writes', () => {
    expect(written({ n: 5, c: 'a' })).toBe('other=1');
    expect(written({ n: 1, c: 'a' })).toBe('other=1&n=1');
    for (let n = 0; n <= 9; n++) for (const c of ['a', 'b']) expect(read(written({ n, c }))).toEqual({ n, c });
  });
});
