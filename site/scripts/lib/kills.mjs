// Kills runs of experiments at random moments, and sees that no record is damaged and that nothing is left.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { randomUniform, shuffler } from 'd3';
import { debianPackages, missingPackages } from './debian.mjs';
import { environment } from './node.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { randomFrom } from './random.mjs';
import { makeTemporary, remove } from './remove.mjs';
import { results } from './results.mjs';
import { compiledExperiment } from './rust-tests.mjs';
import { which } from './setup.mjs';
import { formatDuration } from './steps.mjs';
import { formatTable } from './table.mjs';
import { additions, machineState, MARK, readOr, readText, tracesOf } from './traces.mjs';

/** The shortest life of a run that is killed, in milliseconds. */
const SHORTEST_MS = 20;
/** Timeout for every wait, long enough for a busy machine. */
const TIMEOUT_MS = 120_000;
/** Pause between two looks, in milliseconds. */
const PAUSE_MS = 50;
/** Content of the record's file before the first run: just enough for a run to take it for a record. */
const OLDER = '{"schema_version": 0, "experiment": "", "provenance": {}, "series": []}\n';
/** The file that a run for `record.json` writes to; one that is killed leaves it, and the next one takes it over. */
const OWN = '.record.json.being-measured';
/** The file that a killed run for another record has left; the next run removes it. */
const OTHERS = '.other.json.being-measured';

/**
 * Steps that moments at random seldom hit, by words of the command line that begins each, and the program without which there is no such
 * step: every fourth kill of the experiment waits for it.
 *
 * @type {Record<string, { once: string, program: string }>}
 */
const STEPS = { 'unix-sockets': { once: 'run --detach', program: 'dockerd' } };
const EVERY = 4;

/** Runs under way, so that none outlives the command. */
const alive = new Set();
process.once('exit', () => alive.forEach((id) => kill(id, 'SIGKILL')));

/**
 * @typedef {object} Tally what became of the kills of one experiment
 * @property {number} kills
 * @property {number} withSupervisor those that hit the supervisor as well
 * @property {number} amid those that hit the step, or the program, that they had waited for
 * @property {number} records how many runs had replaced the record
 * @property {number} lived how long runs lived together, in milliseconds
 * @property {number} slowest the longest until nothing was left, in milliseconds
 * @property {string[]} problems
 */

/**
 * Kills so many runs, of all experiments in turn, some at a time.
 *
 * @param {object} options
 * @param {string[]} options.slugs
 * @param {number} options.kills
 * @param {number} options.seed
 * @param {number} options.longest the longest life of a run, in seconds; the logarithm of its life is what is random
 * @param {number} options.withSupervisor the share of kills that hit the run's supervisor as well, so that the next run has to clear up
 * @param {string} [options.once] lives begin when the run has started a program of this name; without it, some begin at a step
 * @param {number} options.lanes how many runs at a time
 * @param {(line: string) => void} options.say
 * @returns {Promise<{ tallies: Map<string, Tally>, leftovers: string[] }>} the tally of each experiment, and lines that the machine's state has now and had not before
 */
export async function killRuns({ slugs, kills, seed, longest, withSupervisor, once, lanes, say }) {
  // The first numbers of the generator lie close to the seed.
  const random = randomFrom(seed);
  for (let first = 0; first < 20; first++) random();
  const logarithm = randomUniform.source(random)(Math.log(SHORTEST_MS), Math.log(longest * 1000));
  const plans = Array.from({ length: kills }, (_, index) => {
    const slug = slugs[index % slugs.length] ?? '';
    const waits = Math.floor(index / slugs.length) % EVERY === 0;
    return {
      slug,
      seed: index + 1,
      life: Math.exp(logarithm()),
      withSupervisor: random() < withSupervisor,
      once: once ?? (waits ? stepOf(slug) : undefined),
    };
  });
  shuffler(random)(plans);
  /** @type {Map<string, Tally>} */
  const tallies = new Map(
    slugs.map((slug) => [
      slug,
      { kills: 0, withSupervisor: 0, amid: 0, records: 0, lived: 0, slowest: 0, problems: [] },
    ]),
  );
  const top = makeTemporary('k-');
  const before = machineState();
  let done = 0;
  const lane = async () => {
    /** @type {Map<string, Victim>} */
    const victims = new Map();
    for (let plan = plans.pop(); plan; plan = plans.pop()) {
      const tally = /** @type {Tally} */ (tallies.get(plan.slug));
      const victim = victims.get(plan.slug) ?? new Victim(plan.slug, mkdtempSync(join(top, 'r')));
      victims.set(plan.slug, victim);
      const problems = await victim.kill(plan, tally);
      for (const problem of problems) say(problem);
      tally.problems.push(...problems);
      done += 1;
      if (done % 100 === 0) say(`${done} of ${kills} are killed`);
    }
    for (const [slug, victim] of victims) {
      const problems = await victim.rest();
      for (const problem of problems) say(problem);
      tallies.get(slug)?.problems.push(...problems);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    const leftovers = await until(() => additions(before, machineState()));
    return { tallies, leftovers };
  } finally {
    remove(top);
  }
}

/** The step of an experiment that this machine can take. @param {string} slug */
function stepOf(slug) {
  const { once, program = '' } = STEPS[slug] ?? {};
  return process.getuid?.() === 0 && (which(program) ?? existsSync(`/usr/sbin/${program}`)) ? once : undefined;
}

/** Looks again until nothing is left any more, or for too long. @param {() => string[]} look */
async function until(look, timeout = TIMEOUT_MS) {
  const started = performance.now();
  let left = look();
  while (left.length > 0 && performance.now() - started < timeout) {
    await sleep(PAUSE_MS);
    left = look();
  }
  return left;
}

/** An experiment whose runs are killed, one after another, each for the same record and with the same temporary folder. */
class Victim {
  /** @type {number[]} */
  #ids = [];
  #record = OLDER;

  /** @param {string} slug @param {string} folder */
  constructor(slug, folder) {
    this.slug = slug;
    this.folder = folder;
    this.temporary = join(folder, 'tmp');
    this.out = join(folder, 'record.json');
    mkdirSync(this.temporary);
    writeFileSync(this.out, OLDER);
    writeFileSync(join(folder, OTHERS), '');
  }

  /**
   * Starts a run and kills it.
   *
   * @param {{ seed: number, life: number, withSupervisor: boolean, once?: string | undefined }} plan
   * @param {Tally} tally
   * @returns {Promise<string[]>} what is wrong
   */
  async kill({ seed, life, withSupervisor, once }, tally) {
    const run = this.#start(seed);
    if (once !== undefined) await until(() => (this.#hasStarted(once, run) ? [] : [once]), 4 * TIMEOUT_MS);
    const born = performance.now();
    await Promise.race([run.ended, sleep(life)]);
    if (once !== undefined && run.child.exitCode === null && this.#hasStarted(once, run)) tally.amid += 1;
    tally.lived += performance.now() - born;
    const endedItself = run.child.exitCode ?? run.child.signalCode;
    // The supervisor first: else it might just do its work.
    const there = supervisorsOf(run.id);
    const supervisors = withSupervisor ? there : [];
    for (const id of [...supervisors, run.id]) kill(id, 'SIGKILL');
    await run.ended;
    const killed = performance.now();
    tally.kills += 1;
    tally.withSupervisor += supervisors.length > 0 ? 1 : 0;

    const what = `${this.slug}, seed ${seed}, killed${supervisors.length > 0 ? ' with its supervisor' : ''} after ${formatDuration(life)}`;
    const problems = [];
    if (endedItself !== null && endedItself !== 0)
      problems.push(`it had ended with ${endedItself}: ${run.stderrTail().trim()}`);
    const record = readFileSync(this.out, 'utf8');
    if (record !== this.#record) {
      tally.records += 1;
      problems.push(...damage(record, seed));
    }
    this.#record = record;
    // Before its supervisor starts a run makes its folder, which nobody else knows of.
    const isAlone = there.length === 0 && this.#traces().length > 0;
    if (supervisors.length > 0 || isAlone) problems.push(...(await this.#runAgain()));
    problems.push(...(await this.#leftovers()));
    tally.slowest = Math.max(tally.slowest, performance.now() - killed);
    return problems.map((problem) => `${what}: ${problem}`);
  }

  /** After a last run, which is asked to end, there is the record and nothing that others left. */
  async rest() {
    const problems = [...(await this.#runAgain()), ...(await this.#leftovers())];
    // Its own file stays where it was ended since it did not stop in time.
    const files = readdirSync(this.folder).filter((name) => name !== OWN);
    if (files.length > 2) problems.push(`beside the record are ${files.join(' ')}`);
    return problems.map((problem) => `${this.slug}, after the last run: ${problem}`);
  }

  /** The next run, which finds what a killed one left, and is asked to end once that is gone. */
  async #runAgain() {
    const found = this.#traces();
    const run = this.#start(0);
    const begun = join(this.folder, OWN);
    const ends = () => run.child.exitCode !== null;
    // A run listens for signals before it opens this file, which a killed run may have left.
    await until(() => (ends() || hasOpen(run.id, begun) ? [] : ['it does not begin']));
    await until(() => (ends() ? [] : this.#traces().filter((trace) => found.includes(trace))));
    kill(run.id, 'SIGINT');
    await run.ended;
    const { exitCode } = run.child;
    if (exitCode === 0) this.#record = readFileSync(this.out, 'utf8');
    return exitCode === 130 || exitCode === 0
      ? []
      : [`the next run ended with ${exitCode}: ${run.stderrTail().trim()}`];
  }

  /** @param {number} seed */
  #start(seed) {
    const words = ['run', '--profile', 'quick', '--quiet', '--machine', 'box', '--seed', `${seed}`, '--out', this.out];
    const child = spawn(compiledExperiment(this.slug), words, {
      cwd: root,
      env: { ...environment(), TMPDIR: this.temporary, [MARK]: this.temporary },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr
      .setEncoding('utf8')
      .on('data', (/** @type {string} */ text) => (stderr = (stderr + text).slice(-2000)));
    const ended = new Promise((done, fail) => {
      child.once('exit', done);
      child.once('error', fail);
    });
    const id = child.pid;
    // As a process's number, 0 would mean this command and all that it has started.
    if (id === undefined)
      throw new Problem(`${child.spawnfile} does not start; build it first: cargo build --workspace --bins`);
    this.#ids.push(id);
    alive.add(id);
    child.once('exit', () => alive.delete(id));
    return { child, id, ended, stderrTail: () => stderr };
  }

  /** True once there is a program of a run by this name, and where the run has ended. @param {string} name @param {{ child: import('node:child_process').ChildProcess }} run */
  #hasStarted(name, { child }) {
    const isIt = (/** @type {string} */ line) => line.startsWith('process ') && line.includes(name);
    return child.exitCode !== null || this.#traces().some(isIt);
  }

  #traces() {
    return tracesOf({ slug: this.slug, ids: this.#ids, folder: this.temporary });
  }

  async #leftovers() {
    return (await until(() => this.#traces())).map((trace) => `left: ${trace}`);
  }
}

/** A process that may be gone. @param {number} id @param {NodeJS.Signals} signal */
function kill(id, signal) {
  try {
    process.kill(id, signal);
  } catch {
    // Already gone.
  }
}

/** True while a process has this file open. @param {number} id @param {string} path */
function hasOpen(id, path) {
  const files = readOr(() => readdirSync(`/proc/${id}/fd`), []);
  return files.some((file) => readOr(() => readlinkSync(`/proc/${id}/fd/${file}`), '') === path);
}

/** The supervisors that a run has started. @param {number} id */
function supervisorsOf(id) {
  const threads = readOr(() => readdirSync(`/proc/${id}/task`), []);
  const children = threads.flatMap((thread) =>
    readText(`/proc/${id}/task/${thread}/children`).split(' ').filter(Boolean),
  );
  return children.filter((child) => readText(`/proc/${child}/cmdline`).split('\0')[1] === 'supervisor').map(Number);
}

/** The schema that every record keeps to. Older Nodes, which may run this, read no TypeScript: not the check that the site has. */
const ajv = new Ajv({ strictTypes: false });
for (const format of ['uint32', 'uint64', 'double']) ajv.addFormat(format, true);
const SCHEMA = join(root, 'experiments', 'lib', 'harness', 'record.schema.json');
const isRecord = /** @type {import('ajv').ValidateFunction<{ provenance: { seed: number } }>} */ (
  ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')))
);

/** Why this is no whole record of the run with this seed. @param {string} text @param {number} seed */
function damage(text, seed) {
  try {
    const record = JSON.parse(text);
    if (!isRecord(record)) return [`the record is damaged: ${ajv.errorsText(isRecord.errors)}`];
    return record.provenance.seed === seed ? [] : [`the record is of seed ${record.provenance.seed}`];
  } catch (error) {
    return [`the record is damaged: ${error}`];
  }
}

/** A table of what became of the kills. @param {Map<string, Tally>} tallies */
export function formatKills(tallies) {
  const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1000).toFixed(1);
  return formatTable([
    [
      'experiment',
      'kills',
      'with supervisor',
      'amid a step',
      'new records',
      'lived on average, s',
      'clean after at most, s',
      'problems',
    ],
    ...[...tallies].map(([slug, { kills, withSupervisor, amid, records, lived, slowest, problems }]) => [
      ...[slug, kills, withSupervisor, amid, records],
      ...[seconds(lived / kills), seconds(slowest), problems.length],
    ]),
  ]);
}

/**
 * Results as of tests: one for each experiment, and one for the machine.
 *
 * @param {Awaited<ReturnType<typeof killRuns>>} killed
 */
export async function resultsOfKills({ tallies, leftovers }) {
  const failed = [...tallies].filter(([, { problems }]) => problems.length > 0).map(([slug]) => slug);
  if (leftovers.length > 0) failed.push(`the machine has more than before: ${leftovers.join(', ')}`);
  const partly = [];
  for (const slug of tallies.keys()) {
    const packages = debianPackages([slug]);
    const missing = packages.length > 0 ? await missingPackages(packages) : [];
    if (process.getuid?.() !== 0) missing.push('root');
    if (packages.length > 0 && missing.length > 0) partly.push(`${slug}: ${missing.join(', ')}`);
  }
  return results({ passed: tallies.size + 1 - failed.length, failed, partly });
}
