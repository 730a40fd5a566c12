// npm test: set up, build, and run every test there is. The last line of the output is the sum over all runners.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { wholeWorkspace } from './lib/experiments.mjs';
import { cache, siteForTests } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { formatCounts, judge, parseCargo, parsePlaywright, parseVitest, total } from './lib/results.mjs';
import { endAll, tryRun } from './lib/run.mjs';
import { choosePort } from './lib/serve.mjs';
import { checkPrerequisites, ensurePackages, ensureWasmTools } from './lib/setup.mjs';
import { formatDuration, step } from './lib/steps.mjs';

const CARGO_TEST = ['test', ...wholeWorkspace(), '--locked', '--no-fail-fast'];
// Property tests draw the same inputs in every run of the whole suite, so that a change is judged by itself. `cargo test` alone
// draws new ones.
const SEED = { PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? '1' };
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' } : {};

await command(async () => {
  const started = performance.now();
  const counts = total(await testAll());
  console.log(`\nAll tests took ${formatDuration(performance.now() - started)}.`);
  console.log(formatCounts(counts));
  return counts.failed > 0 ? 1 : 0;
});

/** @returns {Promise<import('./lib/results.mjs').Counts[]>} one for each runner */
async function testAll() {
  const browser = await succeeds(prepare);
  if (browser === undefined) {
    endAll();
    return [notRun('All tests', 'something that they need is missing')];
  }
  // Much of a build and some tests keep one core busy: side by side they use two.
  const [rust, built] = await Promise.all([runRust(), succeeds(build)]);
  const vitest = await runReporting('Vitest', 'vitest.json', parseVitest, 'vitest', (report) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  if (!built) return [rust, vitest, notRun('Playwright', 'the site could not be built')];
  const env = { CHROMIUM_PATH: browser, E2E_PORT: String(await choosePort(undefined, 4400)) };
  return [
    rust,
    vitest,
    await runReporting('Playwright', 'playwright.json', parsePlaywright, 'playwright', () => ['test'], env),
  ];
}

/** Sets up, and compiles the Rust tests meanwhile. Gives the browser to test with. */
async function prepare() {
  await checkPrerequisites();
  const browser = ensurePackages().then(() => step('browser for tests', 'look for Chromium', ensureBrowser));
  // Whether the code compiles shows when the tests run.
  const compiled = step('Rust tests', 'cargo test --no-run', () => tryRun('cargo', [...CARGO_TEST, '--no-run']));
  await Promise.all([browser, ensureWasmTools(), compiled]);
  return browser;
}

/** Both builds that the end-to-end tests visit. */
async function build() {
  await buildWasm();
  await buildSite({ base: '/', out: siteForTests, testPages: true });
  await buildSite({ base: '/sub/', out: '.cache/site-at-sub' });
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
  return { passed: 0, failed: 1, skipped: 0 };
}

async function runRust() {
  const { code, output } = await tryRun('cargo', CARGO_TEST, { prefix: 'rust │ ', env: { ...COLOURS, ...SEED } });
  return report(
    'Rust',
    judge(code, () => parseCargo(output)),
  );
}

/**
 * Runs a test runner that leaves its figures in a JSON file.
 *
 * @param {string} name
 * @param {string} file
 * @param {(json: string) => import('./lib/results.mjs').Counts} parse
 * @param {string} program
 * @param {(report: string) => string[]} args
 * @param {Record<string, string>} [env]
 */
async function runReporting(name, file, parse, program, args, env = {}) {
  const path = join(cache, file);
  rmSync(path, { force: true });
  const { code } = await tryRun(program, args(path), {
    prefix: `${name.toLowerCase()} │ `,
    env: { ...COLOURS, PLAYWRIGHT_JSON_OUTPUT_FILE: path, ...env },
  });
  return report(
    name,
    judge(code, () => parse(readFileSync(path, 'utf8'))),
  );
}

/** @param {string} name @param {import('./lib/results.mjs').Counts} counts */
function report(name, counts) {
  console.log(`${name}: ${formatCounts(counts)}\n`);
  return counts;
}
