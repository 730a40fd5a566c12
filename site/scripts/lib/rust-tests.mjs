// The Rust tests: compiled by Cargo, and run here, which says of each program what came of it.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { teller } from './compile.mjs';
import { nameOf } from './crates.mjs';
import { wholeWorkspace } from './experiments.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { formatCounts, judge, prefixed, readRust, total } from './results.mjs';
import { run, tryRun } from './run.mjs';
import { ensureTarget } from './setup.mjs';
import { formatDuration, step } from './steps.mjs';

/**
 * @typedef {object} TestProgram
 * @property {string} name the folder of its package, and which of that one's programs
 * @property {string} file
 * @property {string} folder its package's, where Cargo would start it
 * @property {boolean} isIntegration true for one of a package's folder `tests`
 * @property {boolean} comparesMachine true for one of these that is named `cleanup`: it may compare what the whole machine has before and
 *   after
 */

/** WebAssembly that Node runs, with a standard library of which models' tests need no more than the clock and the output. */
const WASI = 'wasm32-wasip1';
/** So many programs of tests run at a time; many of them wait, or keep one core busy. */
const LANES = 2;
const WASI_RUNNER = /** @type {const} */ ([
  process.execPath,
  '--no-warnings',
  join(root, 'site', 'scripts', 'lib', 'wasi.mjs'),
]);

/**
 * Compiles tests, and those of models, and of what these share, as WebAssembly besides.
 *
 * @param {string[]} packages for Cargo
 * @returns {Promise<TestProgram[]>}
 * @throws {Problem} where they do not compile
 */
export async function compileRustTests(packages) {
  return step('Rust tests', 'cargo test --no-run', async () => {
    const native = await compile(['test', ...packages, '--no-run']);
    const pure = pureCrates().filter((name) => packages.includes(name) || packages.includes('--workspace'));
    if (pure.length === 0) return readPrograms(native);
    await ensureTarget(WASI);
    const names = pure.flatMap((name) => ['--package', name]);
    return readPrograms(native + (await compile(['test', '--target', WASI, ...names, '--no-run'])));
  });
}

/** The crates that compute and do nothing else: models, and what these share. */
const pureCrates = () =>
  ['wasm/lib', 'wasm/models']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(root, folder, 'Cargo.toml')))
    .map((folder) => nameOf(folder));

/**
 * Compiles some experiments and nothing besides, without optimising.
 *
 * @param {string[]} slugs
 * @returns {Promise<string[]>} where their programs lie
 * @throws {Problem} where they do not compile
 */
export async function compilePrograms(slugs) {
  const packages = slugs.flatMap((slug) => ['--package', slug]);
  const { heard, doing } = teller('cargo build');
  const made = await step('experiments', doing, () => compile(['build', '--bins', ...packages], heard));
  return readMade(made)
    .map(({ executable }) => executable)
    .sort();
}

/**
 * Has Cargo compile something.
 *
 * @param {string[]} args
 * @param {(line: string) => void} [heard] is told each line as it comes
 * @returns {Promise<string>} what it made, a JSON object a line
 */
async function compile(args, heard) {
  const asked = [...args, '--locked', '--message-format=json-render-diagnostics'];
  const { code, output, stdout } = await tryRun('cargo', asked, { heard });
  if (code === 0) return stdout;
  const diagnostics = output.split('\n').filter((line) => !line.startsWith('{'));
  throw new Problem(`The crates do not compile:\n${diagnostics.join('\n')}`);
}

/**
 * Compiles every experiment as tests are compiled; those alone are compiled with the tests that these start. Asks for the tests as well:
 * without what these need, Cargo would choose other features of some packages, and compile all that stands on them anew.
 */
export const compileExperiments = () =>
  step('experiments', 'cargo build', () =>
    run('cargo', ['build', ...wholeWorkspace(), '--bins', '--tests', '--locked', '--quiet']),
  );

/** Where an experiment lies that was compiled so. @param {string} slug */
export const compiledExperiment = (slug) => join(root, 'target', 'debug', slug);

/** Programs among Cargo's artefacts. @param {string} messages Cargo's, a JSON object a line */
const readMade = (messages) =>
  messages
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ executable }) => executable);

/**
 * The programs of tests among what Cargo made; first those that may meet the fewest others, so that they are through when few are left.
 *
 * @param {string} messages Cargo's, a JSON object a line
 * @returns {TestProgram[]}
 */
export function readPrograms(messages) {
  return readMade(messages)
    .filter(({ profile }) => profile.test)
    .map(({ executable, manifest_path, target }) => {
      const folder = dirname(manifest_path);
      const kind = target.kind[0] === 'test' ? '' : `${target.kind[0]} `;
      const form = executable.endsWith('.wasm') ? ' as WebAssembly' : '';
      const isIntegration = kind === '';
      const comparesMachine = isIntegration && /(^|_)cleanup$/.test(target.name);
      const name = `${basename(folder)}: ${kind}${target.name}${form}`;
      return { name, file: executable, folder, isIntegration, comparesMachine };
    })
    .sort((one, other) => reach(other) - reach(one));
}

/** Greater for a program that may meet fewer others. @param {TestProgram} program */
const reach = ({ isIntegration, comparesMachine }) => Number(isIntegration) + Number(comparesMachine);

/**
 * Runs programs of tests, two at a time. Shows a line for each, and all that one wrote which fails.
 *
 * @param {TestProgram[]} programs
 * @param {object} options
 * @param {boolean} options.all with the tests that are ignored otherwise
 * @param {Record<string, string>} options.env
 */
export async function runRustTests(programs, options) {
  const ran = await inLanes(programs, LANES, mayMeet, (program) => runProgram(program, options));
  return total(ran);
}

/**
 * True where two programs of tests may run at a time. Two of one package may not: they share what the machine has only once, such as a
 * folder of the system's. Nor may one that compares what the machine has before and after meet another that drives an experiment.
 *
 * @param {TestProgram} one
 * @param {TestProgram} other
 */
export const mayMeet = (one, other) =>
  one.folder !== other.folder &&
  !(one.comparesMachine && other.isIntegration) &&
  !(other.comparesMachine && one.isIntegration);

/**
 * Does some work for each item, for so many at a time. One that may not meet another under way lets later ones pass.
 *
 * @template T, R
 * @param {readonly T[]} items
 * @param {number} lanes
 * @param {(one: T, other: T) => boolean} mayMeet
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>} in the order in which they ended
 */
export async function inLanes(items, lanes, mayMeet, work) {
  const waiting = [...items];
  /** @type {Map<T, Promise<void>>} */
  const underWay = new Map();
  /** @type {R[]} */
  const done = [];
  while (waiting.length + underWay.size > 0) {
    const next = waiting.findIndex((item) => [...underWay.keys()].every((other) => mayMeet(item, other)));
    if (underWay.size === lanes || next === -1) {
      await Promise.race(underWay.values());
      continue;
    }
    const [item] = /** @type {[T]} */ (waiting.splice(next, 1));
    const end = work(item).then((result) => {
      done.push(result);
      underWay.delete(item);
    });
    underWay.set(item, end);
  }
  return done;
}

/** @param {TestProgram} program @param {{ all: boolean, env: Record<string, string> }} options */
async function runProgram({ name, file, folder }, { all, env }) {
  // A panic ends a program that is WebAssembly at once, with all that it captured of its tests' output.
  const [program, ...words] = file.endsWith('.wasm') ? [...WASI_RUNNER, file, '--nocapture'] : [file];
  const started = performance.now();
  const { code, output, stdout } = await tryRun(program, [...words, ...(all ? ['--include-ignored'] : [])], {
    folder,
    env: { ...env, CARGO_MANIFEST_DIR: folder },
  });
  const took = performance.now() - started;
  const found = judge(code, () => readRust(stdout, output), output);
  if (found.failed.length > 0) console.log(`${output}${name} ended with status ${code}`.replaceAll(/^/gm, 'rust │ '));
  console.log(`rust │ ${name}: ${formatCounts(found)} in ${formatDuration(took)}`);
  return { ...prefixed(name, found), took: /** @type {[string, number][]} */ ([[name, took]]) };
}
