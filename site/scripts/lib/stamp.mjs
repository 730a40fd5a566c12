import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { cache } from './paths.mjs';
import { remove } from './remove.mjs';

/**
 * Does the work unless the stamp says that it was last done for the same inputs. The stamp is removed before the work and
 * written after it, so that work that failed, or was killed, is done again. Two processes never do the same work at once.
 *
 * @param {string} file where the stamp is kept
 * @param {string} inputs what the result depends on, as a digest
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether there was work to do
 */
export async function unlessStamped(file, inputs, work) {
  if (readStamp(file) === inputs) return false;
  // Not beside the stamp: `npm ci` empties the folder where its own lies.
  return withLock(join(cache, `${basename(file)}.lock`), 'does this', async () => {
    // Somebody else may have done it meanwhile.
    if (readStamp(file) === inputs) return false;
    remove(file);
    await work();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, inputs);
    return true;
  });
}

/** @param {string} file */
function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
