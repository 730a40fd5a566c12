import { execFileSync } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cratesOf, dependenciesOf } from './crates.mjs';
import { experimentSlugs } from './experiments.mjs';
import { labSlugs } from './labs.mjs';
import { root } from './paths.mjs';

interface Crate {
  manifest_path: string;
  dependencies: { kind: 'build' | 'dev' | null; path?: string }[];
}

const asked = execFileSync('cargo', ['metadata', '--no-deps', '--offline', '--format-version', '1'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const crates = (JSON.parse(asked) as { packages: Crate[] }).packages;

/** The crate in `folder` and those that cargo builds it from, without what its build script is built from. */
function toldByCargo(folder: string): string[] {
  const crate = crates.find(({ manifest_path }) => relative(root, dirname(manifest_path)) === folder);
  const needed = crate!.dependencies.filter(({ kind, path }) => kind === null && path !== undefined);
  return [folder, ...needed.flatMap(({ path }) => toldByCargo(relative(root, path!)))];
}

const labs = labSlugs().map((slug) => `wasm/labs/${slug}`);
const experiments = experimentSlugs().map((slug) => `experiments/${slug}`);

describe('the crates of the checkout that one is built from', () => {
  it.each([...labs, ...experiments])('are those that cargo tells: %s', (folder) => {
    expect(cratesOf(folder).sort()).toEqual([...new Set(toldByCargo(folder))].sort());
  });

  it('are of a lab its own and what several share, never those of another finding', () => {
    const crates = cratesOf('wasm/labs/setenv');
    expect(crates).toContain('wasm/models/setenv');
    expect(crates.filter((folder) => !/^wasm\/(lib\/|(labs|models)\/setenv$)/.test(folder))).toEqual([]);
  });
});

it('what a crate names is what it is built from, on any system, and not what tests it', () => {
  const named = dependenciesOf('experiments/load-balancing');
  expect(named).toEqual(expect.arrayContaining(['harness', 'load-balancing-model', 'placements', 'rustix']));
  for (const other of ['proptest', 'tempfile', 'provenance']) expect(named).not.toContain(other);
});
