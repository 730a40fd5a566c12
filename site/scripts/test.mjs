// npm test: set up, build, and run the tests. The last line of the output is the sum over all runners.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { buildSite, buildWasm, SITE_AT_BASE } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { ensureEngines } from './lib/engines.mjs';
import { experimentSlugs, foreignCrates, wholeWorkspace } from './lib/experiments.mjs';
import { cache, root, siteForTests } from './lib/paths.mjs';
import { Problem, UsageProblem } from './lib/problem.mjs';
import { remove } from './lib/remove.mjs';
import {
  formatCounts,
  formatExceptions,
  judge,
  prefixed,
  readPlaywright,
  readVitest,
  results,
  total,
} from './lib/results.mjs';
import { tryRun } from './lib/run.mjs';
import { compileExperiments, compileRustTests, runRustTests } from './lib/rust-tests.mjs';
import { choosePort } from './lib/serve.mjs';
import { checkPrerequisites, ensurePackages, ensureWasmTools } from './lib/setup.mjs';
import { formatDuration, step } from './lib/steps.mjs';

const HELP = `npm test -- [--all] [FINDING]

Sets up, builds, and runs the tests: those of Rust, Vitest's and Playwright's. The last line says how many passed. Named a finding, it
runs those of that one alone, and of its pages.

--all runs what takes longer, too: tests that kill what they start; and, where no finding is named, tests on a copy of everything,
quick runs of all experiments laid over their pages, actions at random in every lab, and kills of runs. SEED says at which moments these
are killed.`;

// Property tests draw the same inputs in every run of the whole suite, so that a change is judged by itself. `cargo test` alone
// draws new ones.
const SEED = { PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? '1' };
/** A hundred kills of runs that live for seconds at most: about three minutes on two cores. */
const KILLS = { kills: 100, longest: 10, withSupervisor: 0.5, seed: Number(process.env.SEED ?? 1) };
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
/** Fewer cores than this are kept busy by the tests of Rust and Vitest alone. */
const FEW_CORES = 4;
/** So many tests are named at the end that took longest. */
const LONGEST = 5;

await command(HELP, async (args) => {
  const started = performance.now();
  const { all, slug } = readOptions(args);
  const found = total(await testAll(all, slug));
  for (const line of formatExceptions(found)) console.log(line);
  console.log('\nThe longest:');
  for (const [name, milliseconds] of found.took.sort((a, b) => b[1] - a[1]).slice(0, LONGEST))
    console.log(`${formatDuration(milliseconds).padStart(12)}  ${name}`);
  console.log(`\nAll tests took ${formatDuration(performance.now() - started)}.`);
  console.log(formatCounts(found));
  return found.failed.length > 0 ? 1 : 0;
});

/** @param {string[]} args */
function readOptions(args) {
  const options = { all: /** @type {const} */ ({ type: 'boolean', default: false }) };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [slug, more] = positionals;
  if (more !== undefined) throw new UsageProblem(`Name one finding, not also '${more}'`);
  const known = slug === undefined ? [] : readdirSync(join(root, 'site', 'findings')).sort();
  if (slug !== undefined && !known.includes(slug))
    throw new Problem(`There is no finding '${slug}'; there are: ${known.join(', ')}`, 2);
  return { ...values, slug };
}

/**
 * Runs the tests. Much of a build and many tests wait, or keep one core busy: what does not need each other goes side by side. On few
 * cores, and with `--all`, the browser's tests begin when the others are through: side by side, two cores take a quarter longer for all.
 * Beside them run, with `--all`, those that measure every experiment, whose processes and namespaces Rust tests would count.
 *
 * @param {boolean} all
 * @param {string | undefined} slug of the only finding
 * @returns {Promise<import('./lib/results.mjs').Results[]>} one for each runner
 */
async function testAll(all, slug) {
  if (!(await succeeded(checkPrerequisites))) {
    return [notRun('All tests', 'something that they need is missing')];
  }
  const compiled = succeeded(() => compileRustTests(slug === undefined ? wholeWorkspace() : packagesOf(slug)));
  const packages = succeeded(ensurePackages);
  const browser = packages.then((there) => there && succeeded(findBrowser));
  const built = packages.then((there) => there && succeeded(() => build(slug)));
  const rust = compiled.then((compiled) => runRust(compiled?.value, all));
  const engines = all && browser.then((there) => there && succeeded(ensureEngines));
  // Some compare with the programs that Cargo has just compiled, and some with what the browser shows.
  const vitest = Promise.all([packages, built, compiled, engines]).then(([there]) =>
    there ? runVitest(all, slug) : notRun('Vitest', 'it is missing'),
  );
  const others = Promise.all([rust, vitest]);
  const isLast = all || availableParallelism() < FEW_CORES;
  const playwright = Promise.all([built, browser, isLast ? others : compiled]).then(([site, found]) =>
    runPlaywright(site !== undefined, found?.value, slug),
  );
  if (!all || slug !== undefined || experimentSlugs().length === 0) return Promise.all([rust, vitest, playwright]);
  const inTurn = async (/** @type {'runs' | 'alone'} */ kind) =>
    (await packages) && (await compiled)
      ? runVitestOf(kind)
      : notRun(`Vitest-${kind}`, 'something that it needs is missing');
  const found = await Promise.all([rust, vitest, playwright, others.then(() => inTurn('runs'))]);
  // Some of these tests look at the clock, and others compare what the machine has before and after: nothing else may run.
  const alone = await inTurn('alone');
  const published = experimentSlugs().filter((slug) => existsSync(join(root, 'content', 'measurements', slug)));
  return [...found, alone, ...(published.length > 0 && (await compiled) ? [await runKills(published)] : [])];
}

/** The crates of a finding, for Cargo: its experiment, model and lab. @param {string} slug */
function packagesOf(slug) {
  const crates = [
    ['experiments', ''],
    ['wasm/models', '-model'],
    ['wasm/labs', '-lab'],
  ];
  return crates
    .filter(([folder = '']) => existsSync(join(root, folder, slug, 'Cargo.toml')))
    .map(([, kind]) => `${slug}${kind}`)
    .filter((name) => !foreignCrates().includes(name))
    .flatMap((name) => ['--package', name]);
}

function findBrowser() {
  return step('browser for tests', 'look for Chromium', ensureBrowser);
}

/** Builds what the browser's tests visit. @param {string | undefined} slug of the only finding that they visit */
async function build(slug) {
  await ensureWasmTools();
  await buildWasm();
  await buildSite({ base: '/', out: siteForTests, testPages: true });
  if (slug === undefined) await buildSite(SITE_AT_BASE);
}

/**
 * Does work, and gives what it gave; says why, and gives nothing, where it fails: the tests are counted all the same.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
async function succeeded(work) {
  try {
    return { value: await work() };
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    return undefined;
  }
}

/** @param {string} name @param {string} why */
function notRun(name, why) {
  console.log(`${name}: not run, because ${why}`);
  return results({ failed: [`${name}: not run, because ${why}`] });
}

/** @param {import('./lib/rust-tests.mjs').TestProgram[] | undefined} programs @param {boolean} all */
function runRust(programs, all) {
  if (!programs) return notRun('Rust', 'it does not compile');
  return reported('Rust', () => runRustTests(programs, { all, env: { ...COLOURS, ...SEED } }));
}

/** @param {boolean} all @param {string | undefined} slug */
function runVitest(all, slug) {
  const only = slug === undefined ? [] : [`findings/${slug}/`, `labs/${slug}/`];
  const env = { TEST_ALL: all ? '1' : undefined };
  return runReporting('Vitest', readVitest, 'vitest', [...vitestArgs('Vitest'), ...only], env);
}

/** Runs the tests that have their own turn, those in files `*.runs.test.ts` or `*.alone.test.ts`. @param {'runs' | 'alone'} kind */
function runVitestOf(kind) {
  const name = `Vitest-${kind}`;
  const args = [...vitestArgs(name), '--project=unit', `.${kind}.`];
  return runReporting(name, readVitest, 'vitest', args, { TEST_ALL: kind });
}

/** @param {string} name */
function vitestArgs(name) {
  return ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
}

/** @param {boolean} built @param {string | undefined} browser @param {string | undefined} slug */
async function runPlaywright(built, browser, slug) {
  if (!built) return notRun('Playwright', 'the site could not be built');
  if (!browser) return notRun('Playwright', 'there is no browser');
  const port = String(await choosePort(undefined, 4400));
  const env = { CHROMIUM_PATH: browser, E2E_PORT: port, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('Playwright') };
  // Names of files are names of tests to it, and tests of all pages have the finding's in their names.
  const args = slug === undefined ? ['test'] : ['test', '--grep', slug];
  return runReporting('Playwright', readPlaywright, 'playwright', args, env);
}

/**
 * Kills runs of every experiment that has a published record, with the programs that the Rust tests were compiled with. Of these all
 * has been installed that runs keep for the next: a run that is ended while it installs leaves that half made until another does.
 *
 * @param {string[]} slugs
 */
async function runKills(slugs) {
  if (process.platform !== 'linux') {
    return results({ skipped: slugs.map((slug) => `Kills: ${slug}: Linux, whose /proc tells what is left`) });
  }
  return reported('Kills', async () => {
    // Imported late, since it needs the npm packages, which a first run has just installed.
    const { formatKills, killRuns, resultsOfKills } = await import('./lib/kills.mjs');
    const say = (/** @type {string} */ line) => console.log(`kills │ ${line}`);
    await compileExperiments();
    const killed = await killRuns({ slugs, ...KILLS, lanes: 2 * availableParallelism(), say });
    formatKills(killed.tallies).split('\n').forEach(say);
    return resultsOfKills(killed);
  });
}

/** Where a runner leaves its report. @param {string} name */
function reportOf(name) {
  return join(cache, `${name.toLowerCase()}.json`);
}

/**
 * Runs a test runner that leaves its report in a JSON file.
 *
 * @param {string} name
 * @param {(json: string) => import('./lib/results.mjs').Results} read
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
function runReporting(name, read, program, args, env) {
  remove(reportOf(name));
  return reported(name, async () => {
    const { code } = await tryRun(program, args, {
      prefix: `${name.toLowerCase()} │ `,
      env: { ...COLOURS, ...env },
    });
    return judge(code, () => read(readFileSync(reportOf(name), 'utf8')));
  });
}

/**
 * Says what a runner found, and how long it took. One that ran nothing has failed.
 *
 * @param {string} name
 * @param {() => Promise<import('./lib/results.mjs').Results>} run
 */
async function reported(name, run) {
  const started = performance.now();
  const found = await run();
  if (found.passed + found.failed.length === 0) found.failed.push('it ran no test');
  console.log(`${name}: ${formatCounts(found)} in ${formatDuration(performance.now() - started)}\n`);
  return prefixed(name, found);
}
