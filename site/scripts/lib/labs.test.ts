import { execFileSync } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labCrates, labSlugs } from './labs.mjs';
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

/** The crate in `folder` and those that cargo builds it from. */
function toldByCargo(folder: string): string[] {
  const crate = crates.find(({ manifest_path }) => relative(root, dirname(manifest_path)) === folder);
  const needed = crate!.dependencies.filter(({ kind, path }) => kind !== 'dev' && path !== undefined);
  return [folder, ...needed.flatMap(({ path }) => toldByCargo(relative(root, path!)))];
}

describe('the crates of a lab', () => {
  it.each(labSlugs())('are those that cargo tells: %s', (slug) => {
    expect(labCrates(slug).sort()).toEqual([...new Set(toldByCargo(`wasm/labs/${slug}`))].sort());
  });

  it('are its own and what several share, never those of another finding', () => {
    const others = labCrates('setenv').filter((folder) => !/^wasm\/(lib\/|(labs|models)\/setenv$)/.test(folder));
    expect(labCrates('setenv')).toContain('wasm/models/setenv');
    expect(others).toEqual([]);
  });
});
