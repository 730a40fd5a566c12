import { expect, test } from 'vitest';
import { navigation, neighbours } from './navigation.ts';

const marks = (base: string, path: string) => navigation(base, path).map(({ current }) => current);

test('the findings lead to the home page, and are marked on a page of their own', () => {
  expect(navigation('/sub/', '/sub/findings/one/')).toEqual([
    { label: 'Findings', href: '/sub/', current: 'true' },
    { label: 'Method', href: '/sub/method/', current: undefined },
  ]);
});

test('the page itself is marked as such', () => {
  expect(marks('/', '/method/')).toEqual([undefined, 'page']);
  expect(marks('/', '/')).toEqual(['page', undefined]);
  expect(marks('/', '/claims/')).toEqual([undefined, undefined]);
});

test('a page lies between its neighbours, and one that is nowhere has none', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((label) => ({ label, href: `/${label}/` }));
  const places = [one!, two!, three!];
  expect(neighbours(places, '/one/')).toEqual({ next: two });
  expect(neighbours(places, '/two/')).toEqual({ previous: one, next: three });
  expect(neighbours(places, '/three/')).toEqual({ previous: two });
  expect(neighbours(places, '/elsewhere/')).toEqual({});
});
