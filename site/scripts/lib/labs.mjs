import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Every lab that runs models: each crate under `wasm/labs`. The folder has the finding's name (with what it is for, where a
 * finding has a second module), the crate is that with `-lab`.
 */
export function labSlugs() {
  return readdirSync(join(root, 'wasm', 'labs'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'wasm', 'labs', entry.name, 'Cargo.toml')))
    .map((entry) => entry.name)
    .sort();
}

/** A dependency on a crate of the checkout, as its manifest or the workspace's says where that lies. */
const BY_PATH = /^([\w-]+) *= *\{.*\bpath *= *"([^"]+)"/gm;
const BY_NAME = /^([\w-]+)(?:\.workspace *= *true| *= *\{.*\bworkspace *= *true)/gm;

/**
 * The crates of the checkout that a lab is built from, its own first: folders, relative to the root.
 *
 * @param {string} slug
 */
export function labCrates(slug) {
  const shared = new Map(byPath('.', 'workspace.dependencies'));
  const found = new Set([join('wasm', 'labs', slug)]);
  // What is added on the way is gone over as well.
  for (const folder of found) {
    for (const [, path] of byPath(folder, 'dependencies')) found.add(path);
    for (const [, name] of table(folder, 'dependencies').matchAll(BY_NAME)) {
      const path = shared.get(name ?? '');
      if (path !== undefined) found.add(path);
    }
  }
  return [...found];
}

/**
 * @param {string} folder
 * @param {string} name of the table in its manifest
 * @returns {[name: string, folder: string][]}
 */
function byPath(folder, name) {
  return [...table(folder, name).matchAll(BY_PATH)].map(([, on = '', path = '']) => [on, join(folder, path)]);
}

/**
 * The lines of a table in a crate's manifest.
 *
 * @param {string} folder
 * @param {string} name
 */
function table(folder, name) {
  const tables = readFileSync(join(root, folder, 'Cargo.toml'), 'utf8').split(/^(?=\[)/m);
  return tables.find((lines) => lines.startsWith(`[${name}]\n`)) ?? '';
}
