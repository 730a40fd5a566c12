// Which crates of the checkout a crate is built from, by their manifests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** A dependency on a crate of the checkout, as its manifest or the workspace's says where that lies. */
const BY_PATH = /^([\w-]+) *= *\{.*\bpath *= *"([^"]+)"/gm;
const BY_NAME = /^([\w-]+)(?:\.workspace *= *true| *= *\{.*\bworkspace *= *true)/gm;

/** The tables of what a crate is built from, on some systems at least. */
const DEPENDENCIES = /^\[(target\..+\.)?dependencies\]\n/;

/**
 * The crates of the checkout that one is built from, its own first: folders, relative to the root.
 *
 * @param {string} folder its own, relative to the root
 * @param {string} [top] the root
 */
export function cratesOf(folder, top = root) {
  const shared = new Map(byPath(tables('.', /^\[workspace\.dependencies\]\n/, top), '.'));
  const found = new Set([folder]);
  // The loop also visits crates that it adds.
  for (const crate of found) {
    const dependencies = tables(crate, DEPENDENCIES, top);
    for (const [, path] of byPath(dependencies, crate)) found.add(path);
    for (const [, name] of dependencies.matchAll(BY_NAME)) {
      const path = shared.get(name ?? '');
      if (path !== undefined) found.add(path);
    }
  }
  return [...found];
}

/**
 * The crates that one names as what it is built from, those of the checkout and all others.
 *
 * @param {string} folder relative to the root
 * @param {string} [top] the root
 */
export function dependenciesOf(folder, top = root) {
  return [...tables(folder, DEPENDENCIES, top).matchAll(/^([\w-]+)(?=\.| *=)/gm)].map(([name]) => name);
}

/**
 * @param {string} text lines of a manifest
 * @param {string} folder its own
 * @returns {[name: string, folder: string][]}
 */
function byPath(text, folder) {
  return [...text.matchAll(BY_PATH)].map(([, on = '', path = '']) => [on, join(folder, path)]);
}

/**
 * The lines of the tables in a crate's manifest that begin so.
 *
 * @param {string} folder
 * @param {RegExp} head
 * @param {string} top
 */
function tables(folder, head, top) {
  const all = readFileSync(join(top, folder, 'Cargo.toml'), 'utf8').split(/^(?=\[)/m);
  return all.filter((lines) => head.test(lines)).join('');
}

/** Name of a crate by its manifest. @param {string} folder relative to the root @param {string} [top] the root */
export const nameOf = (folder, top = root) =>
  /^name = "(.+)"$/m.exec(tables(folder, /^\[package\]\n/, top))?.[1] ?? folder;
