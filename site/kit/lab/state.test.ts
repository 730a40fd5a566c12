import { describe, expect, it } from 'vitest';
import { choice, defineState, integer, real } from './state';

it('two labs on one page are kept apart by their prefixes', () => {
  const fields = {
    n: integer({ initial: 1, min: 0, max: 9 }),
    x: real({ initial: 0, min: 0, max: 1 }),
    c: choice('a', ['a', 'b']),
  };
  const [first, second] = [
    defineState<{ n: number; x: number; c: string }>(fields, { prefix: 'p.' }),
    defineState<{ n: number; x: number; c: string }>(fields, { prefix: 'q.' }),
  ];
  const address = second.write(
    { n: 7, x: 0.5, c: 'b' },
    first.write({ n: 3, x: 0, c: 'a' }, new URLSearchParams(), 'changed'),
    'changed',
  );
  expect(first.read(address).state).toEqual({ n: 3, x: 0, c: 'a' });
  expect(second.read(address).state).toEqual({ n: 7, x: 0.5, c: 'b' });
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
