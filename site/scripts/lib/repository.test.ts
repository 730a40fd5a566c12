import { expect, test } from 'vitest';
import { Problem } from './problem.mjs';
import { repositoryAddress } from './repository.mjs';

const address = 'https://a.example/one/two';

test.each([address, `${address}/`, `${address}.git`])('%s is where the source is', (typed) => {
  expect(repositoryAddress(typed, {})).toBe(address);
});

test('package.json says it where the environment does not', () => {
  expect(repositoryAddress('', { repository: `${address}.git` })).toBe(address);
  expect(repositoryAddress('', { repository: { url: `git+${address}.git` } })).toBe(address);
  expect(repositoryAddress(address, { repository: 'https://b.example/' })).toBe(address);
  expect(repositoryAddress('', {})).toBeUndefined();
});

test.each(['http://a.example/', 'git@a.example:one/two', 'https://me:secret@a.example/', `${address}?a`, 'one/two'])(
  '%s is refused, by the name of what says it',
  (typed) => {
    expect(() => repositoryAddress(typed, {})).toThrow(Problem);
    expect(() => repositoryAddress('', { repository: typed })).toThrow('repository in package.json');
  },
);
