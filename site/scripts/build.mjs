// npm run build: set up and build what changed into dist/; `-- --force` builds the site again in any case.
import { parseArgs } from 'node:util';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { Problem } from './lib/problem.mjs';
import { setUp } from './lib/setup.mjs';

await command(async (args) => {
  const { force } = readOptions(args);
  await setUp();
  await buildWasm();
  await buildSite({ force });
});

/** @param {string[]} args */
function readOptions(args) {
  try {
    return parseArgs({ args, options: { force: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message} (npm run build -- [--force])`, 2);
  }
}
