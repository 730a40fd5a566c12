import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossChecked, formatComparisons, readCrossCheck } from './cross-checks.mjs';
import { experimentSlugs, foreignCrates } from './experiments.mjs';
import { root } from './paths.mjs';

const COMPARISON = {
  ours: 'unix-sockets',
  theirs: 'wrk',
  unit: 'requests per second',
  ratio: { n: 5, value: 1.254, low: 1.1, high: 1.5 },
  ours_value: 118361.6,
  theirs_value: 80736.4,
};
const SKIPPED = { what: 'a thing', why: 'there is no `wrk` here', needs: 'the package wrk' };

describe('a cross-check', () => {
  it('is of the experiments that have the command, on systems that they are made for', () => {
    const having = experimentSlugs().filter((slug) =>
      globSync(`experiments/${slug}/src/**/*.rs`, { cwd: root }).some((file) =>
        readFileSync(join(root, file), 'utf8').includes('Command::CrossCheck'),
      ),
    );
    expect(having.length).toBeGreaterThan(0);
    expect(crossChecked()).toEqual(having.filter((slug) => !foreignCrates().includes(slug)));
  });

  it('is read from what the program printed, also behind other words, and where there are several', () => {
    const one = JSON.stringify(COMPARISON);
    expect(readCrossCheck('x', `${one}\n`)).toEqual({ compared: [COMPARISON], notCompared: [] });
    expect(readCrossCheck('x', `x: making an environment\n${one}\n`).compared).toEqual([COMPARISON]);
    expect(readCrossCheck('x', JSON.stringify([COMPARISON, COMPARISON])).compared).toHaveLength(2);
  });

  it('says why it was skipped, and what it needs', () => {
    expect(readCrossCheck('unix-sockets', JSON.stringify({ skipped: SKIPPED }))).toEqual({
      compared: [],
      notCompared: ['unix-sockets: there is no `wrk` here; it needs the package wrk'],
    });
  });

  it.each([
    '',
    'null',
    '[null]',
    '{}',
    'no JSON',
    JSON.stringify({ ...COMPARISON, ratio: { value: '1' } }),
    JSON.stringify({ ...COMPARISON, theirs_value: null }),
    JSON.stringify({ skipped: true }),
  ])('that printed %j is no comparison', (output) => {
    expect(readCrossCheck('x', output)).toEqual({
      compared: [],
      notCompared: ['x: cross-check printed what is no comparison'],
    });
  });

  it('is a row of a table', () => {
    expect(formatComparisons([COMPARISON]).split('\n').at(-1)).toBe(
      'unix-sockets over wrk   1.25  1.10 to 1.50  118,362  80,736  requests per second',
    );
  });
});
