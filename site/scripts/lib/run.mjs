import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { environment } from './node.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { shortage } from './shortage.mjs';

/**
 * Time after a program's end for which its output is still read, in milliseconds. Its own output is read at once; a process that it
 * started and left may hold its pipes open for longer than anybody wants to wait.
 */
const DRAINED = 2000;

/** Programs under way, so that none outlives the command that started it. */
const running = new Set();

/** @param {NodeJS.Signals} signal */
export function endAll(signal = 'SIGTERM') {
  // One that could not be started has no number, and Node would signal any, such as 0, the whole group that this process is in.
  for (const child of running) if (child.pid !== undefined) child.kill(signal);
}

/** Stands before each program. @type {readonly string[]} */
let starter = [];

/** Has every program that is started from now on ignore hang-ups, which Node itself would not have it do. */
export function outliveHangUps() {
  starter = ['/bin/sh', '-c', `trap '' HUP; exec "$0" "$@"`];
}

/**
 * @typedef {object} Ending
 * @property {number} code the exit status; 127 where the program could not be started, 128 and the signal's number where one ended it
 * @property {NodeJS.Signals | undefined} signal what ended it, where that was a signal
 * @property {string} output standard output and standard error, in the order they came, without colours
 * @property {string} stdout standard output alone
 */

/**
 * Runs a program to its end, without standard input.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.prefix] show each line as it comes, behind this
 * @param {(line: string) => void} [options.heard] is told each line as it comes
 * @param {boolean} [options.direct] let the program write to the terminal itself
 * @param {string} [options.folder] to work in, else the root
 * @param {Record<string, string | undefined>} [options.env] on top of the usual environment; undefined removes a variable
 * @returns {Promise<Ending>}
 */
export function tryRun(program, args, { prefix, heard, direct = false, folder = root, env = {} } = {}) {
  return new Promise((done) => {
    const [first = program, ...words] = [...starter, program, ...args];
    const child = spawn(first, words, {
      cwd: folder,
      env: { ...environment(), ...env },
      stdio: ['ignore', direct ? 'inherit' : 'pipe', direct ? 'inherit' : 'pipe'],
    });
    running.add(child);
    let output = '';
    let stdout = '';
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      const show = (/** @type {string[]} */ lines) => {
        for (const line of lines) {
          if (prefix !== undefined) process.stdout.write(`${prefix}${line}\n`);
          heard?.(stripVTControlCharacters(line));
        }
      };
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        if (stream === child.stdout) stdout += text;
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        show(lines);
      });
      stream?.on('end', () => rest && show([rest]));
    }
    const end = (/** @type {number} */ code, /** @type {NodeJS.Signals | undefined} */ signal) => {
      running.delete(child);
      done({ code, signal, output: stripVTControlCharacters(output), stdout: stripVTControlCharacters(stdout) });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127, undefined);
    });
    child.on('exit', () => {
      const stop = () => [child.stdout, child.stderr].forEach((stream) => stream?.destroy());
      const late = setTimeout(stop, DRAINED);
      child.on('close', () => clearTimeout(late));
    });
    child.on('close', (code, signal) =>
      end(code ?? 128 + (signal ? constants.signals[signal] : 0), signal ?? undefined),
    );
  });
}

/**
 * Runs a program that has to succeed.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Parameters<typeof tryRun>[2] & { essence?: (output: string) => string }} [options] `essence` finds in what it wrote why it
 *   failed
 * @returns {Promise<string>} what it wrote
 */
export async function run(program, args, { essence = (output) => output, ...options } = {}) {
  const ending = await tryRun(program, args, options);
  const { code, output } = ending;
  if (code === 0) return output;
  const what = `'${[program, ...args].join(' ')}'`;
  const lacked = shortage(what, ending);
  if (lacked !== undefined) throw new Problem(lacked);
  const shown = options.direct || options.prefix !== undefined;
  const why = [essence(output), output].find((text) => text.trim() !== '');
  const last = shown || why === undefined ? '' : `\n${indent(why.trimEnd().split('\n').slice(-40))}`;
  throw new Problem(`${what} ended with status ${code}.${last}`);
}

/** @param {string[]} lines */
function indent(lines) {
  return lines.map((line) => `    ${line}`).join('\n');
}
