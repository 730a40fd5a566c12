// The one place of this project's JavaScript where files and folders are removed: lints keep all else from it.
import { existsSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { cache, packagesStamp, root, wasmPackages } from './paths.mjs';
import { Problem } from './problem.mjs';

/** Temporary folders that this process has made, by their real paths. @type {string[]} */
const temporary = [];

/**
 * Makes a folder below the system's temporary one, which `remove` then knows.
 *
 * @param {string} prefix how its name begins
 */
export function makeTemporary(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  temporary.push(realpathSync(folder));
  return folder;
}

/**
 * Removes a file, a folder with all that is in it, or a link; what is not there needs no removing. Only what is known to be ours by
 * where it really lies: within a folder that git ignores and that nobody but these commands writes to, or in a temporary folder that
 * this process has made.
 *
 * @param {string} path
 * @throws {Problem} where it is not ours; then everything is as it was
 */
export function remove(path) {
  const why = refusal(path);
  if (why !== undefined) throw new Problem(why);
  // Behind a slash, a link would be what it leads to.
  rmSync(resolve(path), { recursive: true, force: true });
}

/**
 * Why something is not ours to remove, in words that say what to do; nothing where it is, or is not there.
 *
 * @param {string} path
 */
export function refusal(path) {
  const absolute = resolve(path);
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  // A link itself would be removed, not its target; a link among the folders above may lead anywhere.
  const real = join(realpathSync(dirname(absolute)), basename(absolute));
  const isCheckout = stats.isDirectory() && existsSync(join(real, '.git'));
  if (isOurs(real) && !isCheckout) return undefined;
  const led = real === absolute ? '' : `, to which a link leads from ${displayPath(absolute)},`;
  const why = isCheckout ? 'is a checkout of git' : 'is none of what these commands make';
  return `${displayPath(real)}${led} ${why}, and stays. Move it away, then run this again.`;
}

/** @param {string} real */
function isOurs(real) {
  const top = realpathSync(root);
  // Where these lie must be where they seem to lie: one that is a link leads to somebody's.
  const folders = [cache, wasmPackages].map((folder) => join(top, relative(root, folder)));
  return (
    folders.some((folder) => isWithin(real, folder)) ||
    real === join(top, relative(root, packagesStamp)) ||
    temporary.some((folder) => real === folder || isWithin(real, folder))
  );
}

/** True where a path lies below a folder, by their names alone. @param {string} path @param {string} folder */
export const isWithin = (path, folder) => path.startsWith(folder + sep);

/** A path for people: from the root, where it lies below. @param {string} path */
export const displayPath = (path) => (isWithin(path, root) ? relative(root, path) : path);
