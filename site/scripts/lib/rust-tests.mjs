// The Rust tests: compiled by Cargo, and run side by side, which Cargo does not.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { wholeWorkspace } from './experiments.mjs';
import { cache, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { remove } from './remove.mjs';
import { formatCounts, judge, parseRust, total } from './results.mjs';
import { run, tryRun } from './run.mjs';
import { formatDuration, step } from './steps.mjs';

/** Where each program of tests says which of its tests were left out, and why. */
const LEFT_OUT = join(cache, 'left-out');

/** How long each program took when it last ran, in milliseconds. */
const DURATIONS = join(cache, 'rust-tests.json');

/**
 * @typedef {object} TestProgram
 * @property {string} name the folder of its package, and which of that one's programs
 * @property {string} file
 * @property {string} folder its package's, where Cargo would start it
 */

/**
 * Compiles all tests.
 *
 * @returns {Promise<{ code: number, messages: string, programs: TestProgram[] }>} Cargo's exit status and what it said, and what
 *   it made
 */
export async function compileRustTests() {
  const { code, messages, made } = await compile(['test', ...wholeWorkspace(), '--no-run']);
  return { code, messages, programs: readPrograms(made) };
}

/**
 * Has Cargo compile something.
 *
 * @param {string[]} args
 * @returns {Promise<{ code: number, messages: string, made: string }>} its exit status, what it said, and what it made, a JSON object a
 *   line
 */
async function compile(args) {
  const form = ['--locked', '--message-format=json-render-diagnostics'];
  const { code, output, stdout } = await tryRun('cargo', [...args, ...form]);
  const messages = output.split('\n').filter((line) => !line.startsWith('{'));
  return { code, messages: messages.join('\n'), made: code === 0 ? stdout : '' };
}

/**
 * Compiles some experiments and nothing besides, without optimising.
 *
 * @param {string[]} slugs
 * @returns {Promise<string[]>} where their programs lie
 */
export async function compilePrograms(slugs) {
  const packages = slugs.flatMap((slug) => ['--package', slug]);
  const { made } = await step('experiments', 'cargo build', async () => {
    const compiled = await compile(['build', '--bins', ...packages]);
    if (compiled.code !== 0) throw new Problem(`The experiments do not compile:\n${compiled.messages}`);
    return compiled;
  });
  return readMade(made)
    .map(({ executable }) => executable)
    .sort();
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

/** What Cargo made that can be run. @param {string} messages Cargo's, a JSON object a line */
const readMade = (messages) =>
  messages
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ executable }) => executable);

/**
 * The programs of tests among what Cargo made.
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
      return { name: `${basename(folder)}: ${kind}${target.name}`, file: executable, folder };
    });
}

/**
 * Whether the program compares what the whole machine has before and after, as its name says: then no other may run beside it, nor
 * two of its own tests, as any may make a network namespace.
 *
 * @param {Pick<TestProgram, 'name'>} program
 */
const runsAlone = ({ name }) => name.endsWith('_alone');

/**
 * Runs every program of tests, as many at a time as there are processors, those first that took longest before. Those of one
 * package take turns: they share what a machine has only once, such as a folder of the system's. Those that run alone come last.
 * Shows a line for each, and all of what one said that fails.
 *
 * @param {TestProgram[]} programs
 * @param {object} options
 * @param {boolean} options.all with the tests that are ignored otherwise
 * @param {Record<string, string>} options.env
 */
export async function runRustTests(programs, { all, env }) {
  remove(LEFT_OUT);
  mkdirSync(LEFT_OUT, { recursive: true });
  const durations = readDurations();
  const waiting = programs
    .filter((program) => !runsAlone(program))
    .sort((a, b) => (durations[b.name] ?? Infinity) - (durations[a.name] ?? Infinity));
  /** @type {import('./results.mjs').Counts[]} */
  const counts = [];
  /** Packages of which a program runs. */
  const busy = new Set();
  const next = () => {
    const index = waiting.findIndex(({ folder }) => !busy.has(folder));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  };
  /** @param {TestProgram} program */
  const runOne = async (program) => {
    const started = performance.now();
    const counted = await runProgram(program, all, env);
    const took = performance.now() - started;
    durations[program.name] = took;
    counts.push(counted);
    console.log(`rust │ ${program.name}: ${formatCounts(counted)} in ${formatDuration(took)}`);
  };
  const work = async () => {
    for (let program = next(); program; program = next()) {
      busy.add(program.folder);
      await runOne(program);
      busy.delete(program.folder);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const program of programs.filter(runsAlone)) await runOne(program);
  writeFileSync(DURATIONS, JSON.stringify(durations));
  return total(counts);
}

/**
 * @param {TestProgram} program
 * @param {boolean} all
 * @param {Record<string, string>} env
 */
async function runProgram({ name, file, folder }, all, env) {
  const leftOut = join(LEFT_OUT, basename(file));
  const options = [...(all ? ['--include-ignored'] : []), ...(runsAlone({ name }) ? ['--test-threads=1'] : [])];
  const { code, output, stdout } = await tryRun(file, options, {
    folder,
    env: { ...env, CARGO_MANIFEST_DIR: folder, TESTKIT_LEFT_OUT: leftOut },
  });
  const counts = judge(code, () => parseRust(stdout, existsSync(leftOut) ? readFileSync(leftOut, 'utf8') : ''));
  if (counts.failed > 0) console.log(`${output}${name} ended with status ${code}`.replaceAll(/^/gm, 'rust │ '));
  const named = (/** @type {import('./results.mjs').Skip[]} */ skips = []) =>
    skips.map((skip) => ({ ...skip, name: `${name}: ${skip.name}` }));
  const failures = counts.failures?.map((failure) => `${name}: ${failure}`);
  return { ...counts, failures, skipped: named(counts.skipped), partly: named(counts.partly) };
}

/** @returns {Record<string, number>} */
function readDurations() {
  try {
    return JSON.parse(readFileSync(DURATIONS, 'utf8'));
  } catch {
    return {};
  }
}
