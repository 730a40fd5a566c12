import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Does the work unless the stamp says that it was last done for the same inputs. The stamp is removed before the work and
 * written after it, so that work that failed, or was killed, is done again.
 *
 * @param {string} file where the stamp is kept
 * @param {string} inputs what the result depends on, as a digest
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether there was work to do
 */
export async function unlessStamped(file, inputs, work) {
  if (readStamp(file) === inputs) return false;
  rmSync(file, { force: true });
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, inputs);
  return true;
}

/** @param {string} file */
function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
