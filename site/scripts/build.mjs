// npm run build: set up and build what changed into dist/; `-- --force` builds the site again in any case, `-- --yours` draws the
// records of the reader's own runs as well, `-- --tests` builds it as tests in a browser visit it, elsewhere.
import { parseArgs } from 'node:util';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { siteForTests } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { setUp } from './lib/setup.mjs';

await command(async (args) => {
  const { force, yours, tests } = readOptions(args);
  await setUp();
  await buildWasm();
  await buildSite(tests ? { force, base: '/', out: siteForTests, testPages: true } : { force, yours });
});

/** @param {string[]} args */
function readOptions(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    return parseArgs({ args, options: { force: flag, yours: flag, tests: flag } }).values;
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message} (npm run build -- [--force] [--yours] [--tests])`, 2);
  }
}
