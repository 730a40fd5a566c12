import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Tag of a folder whose contents can all be made again: https://bford.info/cachedir/ */
const TAG = `Signature: 8a477f597d28d172789f06886806bc55
# This file is a cache directory tag.
# For information about cache directory tags see https://bford.info/cachedir/
`;

/**
 * Makes the folder of Cargo's output and marks it as one that can be deleted. Cargo does so itself only where there is no folder
 * yet, and the labs are built into folders inside it. Experiments look for the mark before they leave there what took them long
 * to make: without it they have no Python of their own. A folder in which Cargo has not worked may be somebody's, and stays unmarked.
 *
 * @param {string} [folder]
 */
export function markTarget(folder = join(root, 'target')) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, '.rustc_info.json'))) return;
  try {
    writeFileSync(join(folder, 'CACHEDIR.TAG'), TAG, { flag: 'wx' });
  } catch (error) {
    // The folder has one.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
}
