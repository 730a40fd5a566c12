import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { experimentSlugs } from './experiments.mjs';
import { runOptions } from './options.mjs';
import { makeTemporary, remove } from './remove.mjs';

const SHARED = ['--help', '-h', '--profile', '--seed', '--out', '--machine', '--quiet', '-q', '--json'];

it('of every experiment the options of a run are known, and its own besides', () => {
  for (const slug of experimentSlugs()) expect(runOptions(slug), slug).toEqual(expect.arrayContaining(SHARED));
  expect(runOptions('isspace')).toEqual(SHARED);
  expect(runOptions('buffer-size')).toEqual([...SHARED, '--connect']);
  expect(runOptions('dead-connections')).toContain('--overnight');
  for (const slug of ['stale-load', 'load-balancing', 'load-balancing-sweep'])
    expect(runOptions(slug)).toContain('--shard');
});

it('of an experiment whose sources do not say, nothing is claimed', () => {
  const top = makeTemporary('options-');
  mkdirSync(join(top, 'experiments', 'one', 'src'), { recursive: true });
  writeFileSync(join(top, 'Cargo.toml'), '[workspace]\n');
  writeFileSync(join(top, 'experiments', 'one', 'Cargo.toml'), '[package]\nname = "one"\n');
  writeFileSync(join(top, 'experiments', 'one', 'src', 'main.rs'), 'fn main() {}');
  expect(runOptions('one', top)).toBeUndefined();
  remove(top);
});
