import { isatty } from 'node:tty';
import { checkNode } from './node.mjs';
import { Problem, UsageProblem } from './problem.mjs';
import { endAll, outliveHangUps } from './run.mjs';
import { shortageOf } from './shortage.mjs';

/** @type {(() => Promise<void>) | undefined} */
let close;

/**
 * For a command whose end is Ctrl-C: what to close then, before an end without error.
 *
 * @param {() => Promise<void>} action
 */
export function untilStopped(action) {
  close = action;
  return new Promise(() => {});
}

/**
 * Runs one of the npm scripts: `--help` prints its help, a `Problem` becomes one line and an exit status, and Ctrl-C also ends what was
 * started, as does a terminal that hangs up.
 *
 * @param {string} help its first line is the usage, which follows what is said of wrong arguments
 * @param {(args: string[]) => Promise<number | void>} main gives the exit status, 0 where it gives none
 * @param {(args: string[]) => boolean} [isForScript] false for arguments whose `--help` asks somebody else, to whom the script hands it on
 */
export async function command(help, main, isForScript = () => true) {
  const args = process.argv.slice(2);
  // Asked now: one that has hung up is none any more. Node forgets which signals it was started to ignore, as by `nohup`, which leaves no
  // terminal.
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  if (!hasTerminal) outliveHangUps();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && !hasTerminal) return;
      endAll(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      if (close) void close().then(() => process.exit(0));
      else process.exit(signal === 'SIGINT' ? 130 : 143);
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // A reader that stops reading (`| head -1`) is no failure; a full disk is.
      if (error.code === 'EPIPE') return;
      endAll();
      console.error(`cannot write what there is to say: ${error.message}`);
      process.exit(1);
    });
  }
  try {
    checkNode();
    if (isForScript(args) && args.some((arg) => arg === '--help' || arg === '-h')) console.log(help);
    else process.exitCode = (await main(args)) ?? 0;
  } catch (error) {
    endAll();
    const problem = asProblem(error, help);
    console.error(problem ? `\n${problem.message}` : error);
    process.exit(problem?.exitCode ?? 1);
  }
}

/** An error that somebody can mend, among them what `parseArgs` throws. @param {unknown} error @param {string} help */
function asProblem(error, help) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
  const isUsage = error instanceof UsageProblem || code.startsWith('ERR_PARSE_ARGS');
  // The end of Node's message, on files that are named like options, is left out.
  if (isUsage) return new Problem(`${message.split('. To specify')[0]} (${help.split('\n', 1)[0]})`, 2);
  const lacked = shortageOf(/** @type {NodeJS.ErrnoException} */ (error));
  if (lacked !== undefined) return new Problem(lacked);
  return error instanceof Problem ? error : undefined;
}
