import { checkNode } from './node.mjs';
import { Problem } from './problem.mjs';
import { endAll } from './run.mjs';

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
 * Runs one of the npm scripts: a `Problem` becomes one line and an exit status, and Ctrl-C also ends what was started.
 *
 * @param {(args: string[]) => Promise<number | void>} main gives the exit status, 0 where it gives none
 */
export async function command(main) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      endAll(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
      if (close) void close().then(() => process.exit(0));
      else process.exit(signal === 'SIGINT' ? 130 : 143);
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // That nobody reads on (`| head -1`) is no failure; a full disk is.
      if (error.code === 'EPIPE') return;
      endAll();
      console.error(`cannot write what there is to say: ${error.message}`);
      process.exit(1);
    });
  }
  try {
    checkNode();
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    endAll();
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exit(error instanceof Problem ? error.exitCode : 1);
  }
}
