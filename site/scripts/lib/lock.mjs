import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from './problem.mjs';
import { remove, displayPath } from './remove.mjs';

/** Time between two looks at whether another process is done, in milliseconds. */
const PAUSE = 200;

/**
 * Does the work while no other process of this machine does what has the same lock: waits for it, and says so. What a process left
 * that was killed is taken over.
 *
 * @template T
 * @param {string} file the lock, which is there while the work lasts, with the number of the process that does it
 * @param {string} what is being done, for people: `· waiting for process 12, which …`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, what, work) {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new Problem(
      `${displayPath(folder)} is no folder, and these commands keep theirs there. Move it away, then run this again.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  let hasSaid = false;
  while (!take(file)) {
    const holder = read(file);
    if (holder !== undefined && !isAlive(holder)) {
      takeAway(file, holder);
    } else {
      if (!hasSaid && holder !== undefined) console.log(`· waiting for process ${holder}, which ${what} already`);
      hasSaid ||= holder !== undefined;
      await wait(PAUSE);
    }
  }
  try {
    return await work();
  } finally {
    remove(file);
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * The process that holds a lock; undefined where it has just been let go, or taken by one that has not signed it yet.
 *
 * @param {string} file
 */
function read(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} id of a process */
function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/**
 * Takes away what a process left. Another may do so at the same time and hold the lock already: hence the look at what was taken.
 *
 * @param {string} file
 * @param {number} holder
 */
function takeAway(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) === holder) remove(aside);
  else renameSync(aside, file);
}
