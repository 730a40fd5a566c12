// npm run judge: writes anew what is generated of experiments and committed.
import { parseArgs } from 'node:util';
import { command } from './lib/command.mjs';
import { experimentSlugs, foreignCrates } from './lib/experiments.mjs';
import { UsageProblem } from './lib/problem.mjs';
import { tryRun } from './lib/run.mjs';
import { compilePrograms } from './lib/rust-tests.mjs';
import { checkPrerequisites } from './lib/setup.mjs';
import { markTarget } from './lib/target.mjs';

const HELP = `npm run judge -- [--check] [EXPERIMENT ...]

Writes content/words and content/claims anew, of all experiments or of those that are named, by the code as it is. It measures nothing,
and no record changes. --check changes nothing, and fails where a file is not what the code makes.`;

await command(HELP, async (args) => {
  const { check, slugs } = readOptions(args);
  await checkPrerequisites();
  markTarget();
  const programs = await compilePrograms(slugs);
  const results = [];
  for (const program of programs)
    for (const part of ['describe', 'judge']) results.push(await tryRun(program, check ? [part, '--check'] : [part]));
  const failed = results.filter(({ code }) => code !== 0);
  for (const { output } of results) process[failed.length > 0 ? 'stderr' : 'stdout'].write(output);
  if (failed.length === 0) console.log('All words and claims are what the code makes.');
  else if (check) console.error('`npm run judge` writes anew what is out of date.');
  return failed.length > 0 ? 1 : 0;
});

/** @param {string[]} args */
function readOptions(args) {
  const options = { check: /** @type {const} */ ({ type: 'boolean', default: false }) };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const known = experimentSlugs().filter((slug) => !foreignCrates().includes(slug));
  const wrong = positionals.find((slug) => !known.includes(slug));
  if (wrong !== undefined) throw new UsageProblem(`There is no experiment '${wrong}' here`);
  return { ...values, slugs: positionals.length > 0 ? positionals : known };
}
