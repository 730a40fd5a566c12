// npm run kills: kills runs of experiments at random moments, and sees that no record is damaged and that nothing is left.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { command } from './lib/command.mjs';
import { experimentSlugs, foreignCrates } from './lib/experiments.mjs';
import { formatKills, killRuns } from './lib/kills.mjs';
import { Problem } from './lib/problem.mjs';
import { compileExperiments } from './lib/rust-tests.mjs';

const USAGE = 'npm run kills -- [--kills NUMBER] [--seed NUMBER] [--longest SECONDS] [--once PROGRAM] [EXPERIMENT ...]';

await command(async (args) => {
  const { slugs, ...options } = read(args);
  await compileExperiments();
  // Much of what a run does is waiting.
  const { tallies, left } = await killRuns({
    slugs,
    ...options,
    withSupervisor: 0.5,
    lanes: 2 * availableParallelism(),
    say: console.log,
  });
  console.log(`\n${formatKills(tallies)}`);
  for (const addition of left) console.log(`left on the machine: ${addition}`);
  return left.length > 0 || [...tallies.values()].some(({ problems }) => problems.length > 0) ? 1 : 0;
});

/** @param {string[]} args */
function read(args) {
  try {
    const string = /** @type {const} */ ({ type: 'string' });
    const { values, positionals } = parseArgs({
      args,
      options: { kills: string, seed: string, longest: string, once: string },
      allowPositionals: true,
    });
    const number = (/** @type {string} */ name, /** @type {string} */ text) => {
      const value = Number(text);
      if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
      return value;
    };
    const known = experimentSlugs().filter((slug) => !foreignCrates().includes(slug));
    const wrong = positionals.find((slug) => !known.includes(slug));
    if (wrong !== undefined) throw new Error(`there is no experiment ${wrong} here`);
    return {
      slugs: positionals.length > 0 ? positionals : known,
      kills: Math.ceil(number('kills', values.kills ?? '1000')),
      seed: number('seed', values.seed ?? '1'),
      longest: number('longest', values.longest ?? '100'),
      once: values.once,
    };
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message} (${USAGE})`, 2);
  }
}
