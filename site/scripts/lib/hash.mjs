import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Folders that hold what is made from sources, never sources. */
const MADE = new Set(['node_modules', 'target', 'wasm-pkg', '.git', '.astro', '.cache']);

/** @param {string} path relative to the root; a file, a folder, or nothing at all @returns {Generator<string, void>} */
function* files(path) {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isFile()) yield path;
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(join(root, path)).sort()) {
    if (!MADE.has(name)) yield* files(`${path}/${name}`);
  }
}

/**
 * A digest over the names and bytes of sources, and over whatever else decides the result (versions, settings).
 *
 * @param {string[]} paths files and folders, relative to the root
 * @param {unknown} [settings]
 */
export function hashSources(paths, settings = null) {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const path of paths) {
    for (const file of files(path)) {
      const bytes = readFileSync(join(root, file));
      hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}
