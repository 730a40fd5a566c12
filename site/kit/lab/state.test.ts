import { expect, it } from 'vitest';
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
