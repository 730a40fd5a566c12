// npm test: set up, build, and run every test there is. `-- --all` runs those too that kill what they start, and those that work on
// a copy of everything; last, it kills runs of all experiments at random. The last line of the output is the sum over all runners.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { buildSite, buildWasm, SITE_AT_BASE } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { ensureEngines } from './lib/engines.mjs';
import { experimentSlugs } from './lib/experiments.mjs';
import { cache, root, siteForTests } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { remove } from './lib/remove.mjs';
import {
  failure,
  formatCounts,
  formatExceptions,
  judge,
  parsePlaywright,
  parseVitest,
  total,
  unlessNothing,
} from './lib/results.mjs';
import { tryRun } from './lib/run.mjs';
import { compileExperiments, compileRustTests, runRustTests } from './lib/rust-tests.mjs';
import { choosePort } from './lib/serve.mjs';
import { checkPrerequisites, ensurePackages, ensureWasmTools } from './lib/setup.mjs';
import { formatDuration, step } from './lib/steps.mjs';

// Property tests draw the same inputs in every run of the whole suite, so that a change is judged by itself. `cargo test` alone
// draws new ones.
const SEED = { PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? '1' };
/** How many runs are killed, and how long they live at most, in seconds: about three minutes on two cores. */
const KILLS = { kills: 100, longest: 10, withSupervisor: 0.5, seed: Number(process.env.SEED ?? 1) };
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

await command(async (args) => {
  const started = performance.now();
  const { all } = readOptions(args);
  const counts = total(await testAll(all));
  for (const line of formatExceptions(counts)) console.log(line);
  console.log(`\nAll tests took ${formatDuration(performance.now() - started)}.`);
  console.log(formatCounts(counts));
  return counts.failed > 0 ? 1 : 0;
});

/** @param {string[]} args */
function readOptions(args) {
  try {
    return parseArgs({ args, options: { all: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message} (npm test -- [--all])`, 2);
  }
}

/**
 * Much of a build and many tests wait, or keep one core busy: what does not need each other goes side by side. With `--all` the
 * browser's tests begin when the others are through, some of which compare what the machine has before and after, or drive other
 * browsers.
 *
 * @param {boolean} all
 * @returns {Promise<import('./lib/results.mjs').Counts[]>} one for each runner
 */
async function testAll(all) {
  if (!(await succeeds(() => checkPrerequisites().then(() => true)))) {
    return [notRun('All tests', 'something that they need is missing')];
  }
  const compiled = step('Rust tests', 'cargo test --no-run', compileRustTests);
  const packages = succeeds(() => ensurePackages().then(() => true));
  const browser = packages.then((there) => (there ? succeeds(findBrowser) : undefined));
  const built = packages.then((there) => (there ? succeeds(build) : undefined));
  const rust = compiled.then((made) => runRust(made, all));
  const engines = all && browser.then((there) => (there ? succeeds(ensureEngines) : undefined));
  // Some compare with the programs that Cargo has just compiled, and some with what the browser shows.
  const vitest = Promise.all([packages, built, compiled, engines]).then(([there]) =>
    there ? runVitest(all) : notRun('Vitest', 'it is missing'),
  );
  const playwright = Promise.all([built, browser, ...(all ? [vitest, rust] : [compiled])]).then(([site, found]) =>
    runPlaywright(site, found, all),
  );
  const counts = await Promise.all([rust, vitest, playwright]);
  if (!all || experimentSlugs().length === 0 || (await compiled).code !== 0) return counts;
  // These run every experiment, and what the machine has before and after is compared: nothing else may run.
  const alone = (await packages) ? await runVitestAlone() : notRun('Vitest, alone', 'it is missing');
  return [...counts, alone, await runKills()];
}

function findBrowser() {
  return step('browser for tests', 'look for Chromium', ensureBrowser);
}

/** What the browser's tests visit. */
async function build() {
  await ensureWasmTools();
  await buildWasm();
  await buildSite({ base: '/', out: siteForTests, testPages: true });
  await buildSite(SITE_AT_BASE);
  return true;
}

/**
 * What the work gives, or undefined and a message where it fails: the tests are counted all the same.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
async function succeeds(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    return undefined;
  }
}

/** @param {string} name @param {string} why @returns {import('./lib/results.mjs').Counts} */
function notRun(name, why) {
  console.log(`${name}: not run, because ${why}`);
  return { passed: 0, ...failure(`${name}: not run, because ${why}`), skipped: [] };
}

/** @param {Awaited<ReturnType<typeof compileRustTests>>} compiled @param {boolean} all */
async function runRust({ code, messages, programs }, all) {
  if (code !== 0) {
    console.log(messages);
    return notRun('Rust', `it does not compile (cargo ended with status ${code})`);
  }
  return reported('Rust', () => runRustTests(programs, { all, env: { ...COLOURS, ...SEED } }));
}

/** @param {boolean} all */
function runVitest(all) {
  return runReporting('Vitest', 'vitest.json', parseVitest, 'vitest', vitestArgs, { TEST_ALL: all ? '1' : undefined });
}

/** The tests that nothing else may run beside. */
function runVitestAlone() {
  const args = (/** @type {string} */ file) => [...vitestArgs(file), '--project=unit', '.alone.'];
  return runReporting('Vitest, alone', 'vitest-alone.json', parseVitest, 'vitest', args, { TEST_ALL: 'alone' });
}

/** @param {string} file where the figures go */
function vitestArgs(file) {
  return ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
}

/** @param {boolean | undefined} built @param {string | undefined} browser @param {boolean} all */
async function runPlaywright(built, browser, all) {
  if (!built) return notRun('Playwright', 'the site could not be built');
  if (!browser) return notRun('Playwright', 'there is no browser');
  const port = String(await choosePort(undefined, 4400));
  const env = { CHROMIUM_PATH: browser, E2E_PORT: port, TEST_ALL: all ? '1' : undefined };
  return runReporting('Playwright', 'playwright.json', parsePlaywright, 'playwright', () => ['test'], env);
}

/**
 * Kills runs of every experiment that has a published record, with the programs that the Rust tests were compiled with. Of these all
 * has been installed that runs keep for the next: a run that is ended while it installs leaves that half made until another does.
 */
async function runKills() {
  const slugs = experimentSlugs().filter((slug) => existsSync(join(root, 'content', 'measurements', slug)));
  if (process.platform !== 'linux') {
    const skipped = slugs.map((slug) => ({ name: `kills: ${slug}`, why: 'Linux, whose /proc tells what is left' }));
    return { passed: 0, failed: 0, skipped };
  }
  return reported('Kills', async () => {
    // It needs the npm packages, which a first run has just installed.
    const { countKills, formatKills, killRuns } = await import('./lib/kills.mjs');
    const say = (/** @type {string} */ line) => console.log(`kills │ ${line}`);
    await compileExperiments();
    const result = await killRuns({ slugs, ...KILLS, lanes: 2 * availableParallelism(), say });
    formatKills(result.tallies).split('\n').forEach(say);
    return countKills(result);
  });
}

/**
 * Runs a test runner that leaves its figures in a JSON file.
 *
 * @param {string} name
 * @param {string} file
 * @param {(json: string) => import('./lib/results.mjs').Counts} parse
 * @param {string} program
 * @param {(report: string) => string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
function runReporting(name, file, parse, program, args, env = {}) {
  const path = join(cache, file);
  remove(path);
  return reported(name, async () => {
    const { code } = await tryRun(program, args(path), {
      prefix: `${name.toLowerCase()} │ `,
      env: { ...COLOURS, PLAYWRIGHT_JSON_OUTPUT_FILE: path, ...env },
    });
    return judge(code, () => parse(readFileSync(path, 'utf8')));
  });
}

/**
 * Says what a runner found, and how long it took. One that ran nothing has failed.
 *
 * @param {string} name
 * @param {() => Promise<import('./lib/results.mjs').Counts>} run
 */
async function reported(name, run) {
  const started = performance.now();
  const counts = unlessNothing(await run());
  console.log(`${name}: ${formatCounts(counts)} in ${formatDuration(performance.now() - started)}\n`);
  return { ...counts, failures: counts.failures?.map((failure) => `${name}: ${failure}`) };
}
