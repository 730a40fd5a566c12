// What this machine ran out of where a program failed, in one line: room on a disk, or memory.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { root } from './paths.mjs';

/** Words for a disk that takes no more, in C, Rust and Node alike. The same error stands for other limits in other words. */
const DISK_IS_FULL = /no space left on device|disk quota exceeded/i;

/** The file that Node could not write, as its error names it. */
const FILE = /\b(?:ENOSPC|EDQUOT): [^\n']*'(\/[^'\n]+)'/;

/** Words for memory that was not there, of the program or of one that it started. */
const NO_MEMORY =
  /\bSIGKILL\b|\bsignal 9\b|heap out of memory|cannot allocate memory|memory allocation of \d+ bytes failed/i;

/** Bytes left on a disk from which on a program that fails without a word has failed for want of room. */
const NO_ROOM = 1e6;

/** Signals by which a system, or who guards its memory, ends what takes too much. */
const KILLS = new Set(['SIGKILL', 'SIGTERM']);

/**
 * What there was too little of, and what to do; undefined where a program failed for another reason.
 *
 * @param {string} what the program
 * @param {{ output: string, signal?: NodeJS.Signals | undefined }} ending
 */
export function shortage(what, { output, signal }) {
  if (DISK_IS_FULL.test(output)) return fullDisk(what, FILE.exec(output)?.[1]);
  if (output.trim() === '' && bytesFree(fullest()) < NO_ROOM) return fullDisk(what);
  const [words] = NO_MEMORY.exec(output) ?? [];
  const sign = signal !== undefined && KILLS.has(signal) ? `was ended by ${signal}` : words && `says “${words}”`;
  if (!sign) return undefined;
  const mend = 'Leave it 2 GB of memory at least, by ending other programs, then run this again.';
  return `${what} ${sign}, as happens where memory runs out. ${mend}`;
}

/**
 * The same of an error that Node threw while it wrote.
 *
 * @param {NodeJS.ErrnoException} error
 */
export function shortageOf({ message = '', path }) {
  return DISK_IS_FULL.test(message) ? fullDisk('this command', path) : undefined;
}

/**
 * @param {string} what could not write
 * @param {string} [file] which it could not write
 */
function fullDisk(what, file) {
  const folder = file === undefined ? fullest() : nearestFolder(file);
  const free = Math.floor(bytesFree(folder) / 1e6);
  const where = file === undefined ? 'there' : file;
  return `The disk at ${mountOf(folder)} is full (${free} MB free): ${what} could not write ${where}. Make room on it, then run this again.`;
}

/** The folder, of those that commands write to, whose disk has the least room. */
function fullest() {
  const folders = [root, tmpdir(), homedir()].filter((folder) => existsSync(folder));
  return folders.toSorted((a, b) => bytesFree(a) - bytesFree(b))[0] ?? root;
}

/** @param {string} folder */
function bytesFree(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @param {string} file */
function nearestFolder(file) {
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** Where the disk of a folder is mounted. @param {string} folder */
function mountOf(folder) {
  const { dev } = statSync(folder);
  let mount = folder;
  while (dirname(mount) !== mount && statSync(dirname(mount)).dev === dev) mount = dirname(mount);
  return mount;
}
