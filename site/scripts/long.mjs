// npm run long: what takes longer than tests may, by a seed that is told and kept.
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { experimentSlugs, foreignCrates, wholeWorkspace } from './lib/experiments.mjs';
import { cache, root, siteForTests } from './lib/paths.mjs';
import { Problem, UsageProblem } from './lib/problem.mjs';
import { tryRun } from './lib/run.mjs';
import { compileExperiments } from './lib/rust-tests.mjs';
import { setUp } from './lib/setup.mjs';

const HELP = `npm run long -- fuzz | play | kills [...]

npm run long -- fuzz  [--inputs 1000000] [CRATE ...]
npm run long -- play  [--minutes 10] [--engine Chromium|Firefox|WebKitGTK] [LAB]
npm run long -- kills [--kills 1000] [--longest 100] [--once PROGRAM] [EXPERIMENT ...]

fuzz   reads so many inputs by whatever reads bytes from outside; of no crate, TypeScript's readers too
play   acts on each lab at random for so long, or on those whose names have LAB in them
kills  kills so many runs of experiments, which live for so many seconds at most, or so long after they have
       started PROGRAM; half of them with their supervisors. As root it kills those in namespaces, too.

Each takes --seed NUMBER, and draws one otherwise. It is told first, and kept in .cache/long with the whole command, which
does the same again.`;

/** @typedef {Record<string, string | undefined>} Options */

/** The options of each, as they are where they are not given. @type {Record<string, Options>} */
const DEFAULTS = {
  fuzz: { inputs: '1000000' },
  play: { minutes: '10', engine: 'Chromium' },
  kills: { kills: '1000', longest: '100', once: undefined },
};

/** @type {Record<string, (options: Options, names: string[]) => Promise<number>>} */
const WORK = { fuzz, play, kills };

await command(HELP, async ([what = '', ...args]) => {
  const { options, names } = read(what, args);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const words = [...given.flatMap(([name, value = '']) => [`--${name}`, value]), ...names].map(quoted);
  const again = ['npm run long --', what, ...words].join(' ');
  mkdirSync(cache, { recursive: true });
  appendFileSync(join(cache, 'long'), `${new Date().toISOString()} ${again}\n`);
  console.log(again);
  await setUp();
  return WORK[what]?.(options, names);
});

/** A word as a shell takes it. @param {string} word */
function quoted(word) {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** @param {string} what @param {string[]} args */
function read(what, args) {
  const defaults = DEFAULTS[what];
  if (defaults === undefined) throw new UsageProblem(`There is no '${what}'`);
  const types = Object.keys(defaults).map((name) => [name, { type: /** @type {const} */ ('string') }]);
  const options = { seed: { type: /** @type {const} */ ('string') }, ...Object.fromEntries(types) };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const all = { ...defaults, seed: String(randomInt(1, 2 ** 31)), ...values };
  for (const [name, value] of Object.entries(all))
    if (!['engine', 'once'].includes(name) && !(Number(value) > 0))
      throw new UsageProblem(`--${name} takes a number above 0`);
  const experiments = () => experimentSlugs().filter((slug) => !foreignCrates().includes(slug));
  const isPlay = what === 'play';
  const known = what === 'kills' ? experiments() : isPlay ? labNames() : positionals;
  const wrong = positionals.find((name) => !known.some((one) => (isPlay ? one.includes(name) : one === name)));
  const kind = isPlay ? 'lab' : 'experiment';
  if (wrong !== undefined) throw new Problem(`There is no ${kind} '${wrong}'; there are: ${known.join(', ')}`, 2);
  return { options: all, names: positionals };
}

/** Labs as the tests name them: `stale-load lab`, `timestamp-collisions live`. */
function labNames() {
  const files = readdirSync(join(root, 'site', 'findings'), { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith(`${sep}Lab.astro`))
    .map((file) => dirname(file).split(sep))
    .map(([slug, , ...folders]) => `${slug} ${folders.join('-') || 'lab'}`)
    .sort();
}

/** @param {Options} options @param {string[]} crates */
async function fuzz({ inputs, seed }, crates) {
  const packages = crates.length > 0 ? crates.flatMap((name) => ['--package', name]) : wholeWorkspace();
  const rust = await tryRun('cargo', ['test', '--profile', 'fuzz', '--locked', ...packages, 'fuzz'], {
    direct: true,
    env: { PROPTEST_CASES: inputs, PROPTEST_RNG_SEED: seed },
  });
  if (crates.length > 0) return rust.code;
  const env = { FAST_CHECK_RUNS: inputs, FAST_CHECK_SEED: seed };
  const typescript = await tryRun('vitest', ['run', '--project=unit', 'fuzz'], {
    direct: true,
    env,
  });
  return rust.code || typescript.code;
}

/** @param {Options} options @param {string[]} labs */
async function play({ minutes, seed, engine }, labs) {
  await buildWasm();
  await buildSite({ base: '/', out: siteForTests, testPages: true });
  const only = labs.length > 0 ? ['-t', labs.join('|')] : [];
  const args = ['run', '--project=unit', 'site/e2e/random.alone.test.ts', ...only];
  const env = { TEST_ALL: 'alone', MINUTES: minutes, SEED: seed, ENGINE: engine };
  return (await tryRun('vitest', args, { direct: true, env })).code;
}

/** @param {Options} options @param {string[]} slugs */
async function kills({ kills, longest, seed, once }, slugs) {
  await compileExperiments();
  // Imported late, since it needs the npm packages.
  const { formatKills, killRuns } = await import('./lib/kills.mjs');
  const { tallies, leftovers } = await killRuns({
    slugs: slugs.length > 0 ? slugs : experimentSlugs().filter((slug) => !foreignCrates().includes(slug)),
    kills: Math.ceil(Number(kills)),
    longest: Number(longest),
    seed: Number(seed),
    once,
    withSupervisor: 0.5,
    // Much of what a run does is waiting.
    lanes: 2 * availableParallelism(),
    say: console.log,
  });
  console.log(`\n${formatKills(tallies)}`);
  for (const addition of leftovers) console.log(`left on the machine: ${addition}`);
  return leftovers.length > 0 || [...tallies.values()].some(({ problems }) => problems.length > 0) ? 1 : 0;
}
