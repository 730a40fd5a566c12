// npm test: set up, build, and run every test there is. The last line of the output is the sum over all runners.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { cache } from './lib/paths.mjs';
import { formatCounts, judge, parseCargo, parsePlaywright, parseVitest, total } from './lib/results.mjs';
import { tryRun } from './lib/run.mjs';
import { checkPrerequisites, ensurePackages, ensureWasmTools } from './lib/setup.mjs';
import { formatDuration, step } from './lib/steps.mjs';

const CARGO_TEST = ['test', '--workspace', '--locked', '--no-fail-fast'];
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' } : {};

await command(async () => {
  const started = performance.now();
  await checkPrerequisites();

  const browser = ensurePackages().then(() => step('browser for tests', 'look for Chromium', ensureBrowser));
  const tools = ensureWasmTools();
  // Only compiles; what is wrong with the code shows when the tests run.
  const compiled = step('Rust tests', 'cargo test --no-run', () => tryRun('cargo', [...CARGO_TEST, '--no-run']));
  const [chromium] = await Promise.all([browser, tools, compiled]);

  const results = [await runRust()];
  const built = await build();
  results.push(
    await runReporting('Vitest', 'vitest.json', parseVitest, 'vitest', (report) => [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ]),
    built
      ? await runReporting('Playwright', 'playwright.json', parsePlaywright, 'playwright', () => ['test'], {
          CHROMIUM_PATH: chromium,
        })
      : failedToBuild(),
  );
  const counts = total(results);
  console.log(`\nAll tests took ${formatDuration(performance.now() - started)}.`);
  console.log(formatCounts(counts));
  return counts.failed > 0 ? 1 : 0;
});

/** Both builds that the end-to-end tests visit. */
async function build() {
  try {
    await buildWasm();
    await buildSite({ base: '/' });
    await buildSite({ base: '/sub/', out: '.cache/site-at-sub' });
    return true;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return false;
  }
}

/** @returns {import('./lib/results.mjs').Counts} */
function failedToBuild() {
  console.log('Playwright: not run, because the site could not be built');
  return { passed: 0, failed: 1, skipped: 0 };
}

async function runRust() {
  const { code, output } = await tryRun('cargo', CARGO_TEST, { prefix: 'rust │ ', env: COLOURS });
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
