/** Copies of the checkout for tests that change files, or add some. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { packagesStamp, root } from './paths.mjs';
import { remove } from './remove.mjs';
import { packagesInputs } from './setup.mjs';

/**
 * Copies the checkout as it stands, with the labs as they were built. Packages, tools and Cargo's folders for labs are shared, so that nothing
 * is installed or compiled again.
 *
 * @param copy a folder, which is made anew
 * @param isWanted false for files that are left out
 * @returns the paths of the files that git knows, or would
 */
export function copyTree(copy: string, isWanted: (file: string) => boolean): string[] {
  remove(copy);
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  const wanted = files.filter(isWanted);
  const labs = globSync('{site/wasm-pkg/**/*.*,.cache/wasm-*}', { cwd: root });
  for (const file of [...wanted, ...labs]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Else the copy would install packages of its own into the folder that it shares.
  expect(readFileSync(packagesStamp, 'utf8'), 'the npm packages are out of date: npm ci').toBe(packagesInputs());
  mkdirSync(join(copy, 'target'));
  const shared = ['node_modules', '.tools', ...globSync('target/wasm-*', { cwd: root })];
  for (const name of shared) symlinkSync(join(root, name), join(copy, name));
  return wanted;
}
