// Every experiment is stopped amid something that it measures, as by a debugger, and goes on: it says so, and the gap is in no figure. Those
// whose figures depend on the time of day have it set meanwhile, as by a time server. Alone, since it is told from figures as they usually are.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, globSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { needs, needsLinux } from '@/kit/needs.ts';
import { experimentSlugs } from './lib/experiments.mjs';
import { outsideVitest } from './lib/outside-vitest.mjs';
import { cache, root } from './lib/paths.mjs';
import { remove } from './lib/remove.mjs';
import { compiledExperiment } from './lib/rust-tests.mjs';
import { which } from './lib/setup.mjs';
import { readText } from './lib/traces.mjs';

/** Length of the stop: more than one second, from which on a program notices it. */
const GAP_SECONDS = 2;
/** How far a clock is off that is set right during a run, in seconds. */
const OFF_SECONDS = 3600;
/** Readings of a clock: they take a fraction of a second in all. */
const READINGS = 5_000_000;
/** Name of the thread that looks at the clocks, from the first measurement on. */
const THREAD = 'standstill';

const folder = join(cache, 'standstill');
mkdirSync(folder, { recursive: true });
afterAll(() => remove(folder));
const record = join(folder, 'record.json');

/** Output of `one`, of which each experiment prints some, or the record of a run. */
interface Output extends Record<string, unknown> {
  seconds: number;
  noticed_after_s: number;
  predicted_s: number;
  p99_seconds: number;
  survival: { seconds: number }[];
  messages: { seconds_since_connected: number }[];
  warnings: string[];
  read_cost_ns: number;
  min_increment_ns: number;
  round_trips_per_second: number;
}

interface Stopped {
  args: string[];
  /** Where programs are looked for, if not where they usually are. */
  path?: string;
  /** From the first measurement until it is stopped, in milliseconds: past what warms up. */
  after?: number;
  /** True where the stop left no trace in the figures; `usual` measures without a stop. */
  isClean: (output: Output, usual: () => Promise<Output>) => boolean | Promise<boolean>;
  needs?: [what: string, isThere: unknown];
}

const same =
  (...names: string[]) =>
  async (output: Output, usual: () => Promise<Output>) => {
    const other = await usual();
    return names.every((name) => JSON.stringify(output[name]) === JSON.stringify(other[name]));
  };
const below = (seconds: readonly number[]) => seconds.length > 0 && Math.max(...seconds) < GAP_SECONDS;
const isRoot = process.getuid?.() === 0;

const STOPPED: Record<string, Stopped> = {
  'buffer-size': {
    args: ['one', '--source', 'unix', '--read', '4096', '--seconds', '1'],
    after: 500,
    isClean: ({ seconds }) => below([seconds]),
  },
  'dead-connections': {
    args: ['one', '--scenario', 'drop-outbound', '--keepalive', '1,1,1', '--watch', '9'],
    // The stop covers the moment at which the program would notice; it then reports late.
    after: 1500,
    isClean: ({ noticed_after_s, predicted_s }) => noticed_after_s < predicted_s + GAP_SECONDS / 4,
    needs: ['root, iproute2', isRoot && which('ip')],
  },
  isspace: {
    // One byte is asked about in less time than it takes to notice that it is, and to stop it.
    args: ['one', '--code-point', 'U+0085'],
    isClean: same('is_space', 'skipped'),
    needs: ['a C compiler', which('cc')],
  },
  'load-balancing': {
    args: ['one', '--balancer', 'haproxy', '--policy', 'round-robin', '--seconds', '1'],
    after: 900,
    isClean: ({ p99_seconds }) => below([p99_seconds]),
    needs: ['haproxy', which('haproxy') ?? existsSync('/usr/sbin/haproxy')],
  },
  'logical-duals': {
    args: ['race', '--level', 'read-committed'],
    isClean: same('orders'),
    needs: ['postgresql', existsSync('/usr/lib/postgresql')],
  },
  setenv: {
    args: [...['one', '--library', 'glibc', '--reader', 'getenv', '--writer', 'new-names'], '--seconds', '9'],
    isClean: ({ survival }) => below(survival.map(({ seconds }) => seconds)),
    needs: ['a C compiler', which('cc')],
  },
  'ssh-authentication': {
    args: ['one'],
    isClean: ({ messages }) => below(messages.map((message) => message.seconds_since_connected)),
    needs: ['ssh, sshd', which('ssh') && existsSync('/usr/sbin/sshd')],
  },
  'stacking-context': {
    args: ['one', '--tree', 'a.rel.z1;b.rel', '--engine', 'chromium'],
    isClean: same('engines'),
    needs: ['chromedriver', which('chromedriver')],
  },
  'static-page': {
    args: ['run', '--profile', 'quick', '--quiet', '--machine', 'box', '--out', record],
    // The book measurements, which need other programs, take minutes.
    path: '',
    isClean: ({ warnings }) => warnings.some((warning) => warning.includes('stood still')),
  },
  'strongly-typed': {
    args: ['one', '--language', 'c', '--mistake', 'out-of-bounds-write'],
    isClean: same('outcome', 'linted'),
    needs: ['a C compiler', which('cc')],
  },
  'timestamp-collisions': {
    args: ['one', '--clock', 'instant', '--threads', '1', '--samples', `${READINGS}`],
    after: 100,
    isClean: async ({ read_cost_ns }, usual) =>
      (read_cost_ns - (await usual()).read_cost_ns) * READINGS < (GAP_SECONDS / 2) * 1e9,
  },
  'unix-sockets': {
    args: ['one', '--pattern', 'ping-pong', '--transport', 'unix', '--seconds', '0.1'],
    after: 50,
    isClean: async (output, usual) => output.round_trips_per_second > (await usual()).round_trips_per_second / 8,
  },
};

/** Only a command of its measures, for no record. */
const SIMULATED = ['stale-load'];

/** Experiments with figures that depend on the time of day, and how these are asked for, where not as above. */
const SET: Record<string, Partial<Stopped>> = {
  // One connection is recorded in a run alone; what it tells here must stay as it is.
  'dead-connections': {},
  'ssh-authentication': {},
  'timestamp-collisions': {
    args: ['one', '--clock', 'system-time', '--threads', '1', '--samples', `${READINGS}`],
    isClean: ({ min_increment_ns }) => min_increment_ns >= 0,
  },
};

/** Experiments that call a function of the harness. */
const calling = (name: RegExp) =>
  experimentSlugs().filter((slug) =>
    globSync(`experiments/${slug}/src/**/*.rs`, { cwd: root }).some((file) => name.test(readText(join(root, file)))),
  );

test('every experiment that measures is stopped, and has its clock set if that matters', () => {
  expect([...Object.keys(STOPPED), ...SIMULATED].sort()).toEqual(calling(/undisturbed/).sort());
  expect(Object.keys(SET).sort()).toEqual(calling(/undisturbed_by_steps/).sort());
});

/** Starts an experiment, acts on its process, and returns its output and its standard error. */
async function started(
  slug: string,
  { args, path }: Stopped,
  meanwhile: (id: number) => Promise<void>,
  variables: Record<string, string> = {},
) {
  const env = { ...outsideVitest(), ...(path === undefined ? {} : { PATH: path }), ...variables };
  const child = spawn(compiledExperiment(slug), args, { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  const ended = once(child, 'close');
  await meanwhile(child.pid!);
  await ended;
  expect(child.exitCode, stdout + stderr).toBe(0);
  const output = args[0] === 'run' ? readFileSync(record, 'utf8') : stdout;
  return { output: JSON.parse(output) as Output, stderr };
}

/** Waits until it measures. */
async function untilItMeasures(id: number) {
  const tasks = `/proc/${id}/task`;
  const measures = () => readdirSync(tasks).some((task) => readText(join(tasks, task, 'comm')).trim() === THREAD);
  while (!measures()) await sleep(2);
}

describe('an experiment that is stopped says so, and measures again', needsLinux, () => {
  for (const [slug, stopped] of Object.entries(STOPPED)) {
    const { after = 20, isClean, needs: [what, isThere] = ['', true] } = stopped;
    test(slug, { timeout: 180_000, ...needs(what, isThere) }, async () => {
      const { output, stderr } = await started(slug, stopped, async (id) => {
        await untilItMeasures(id);
        await sleep(after);
        process.kill(id, 'SIGSTOP');
        await sleep(GAP_SECONDS * 1000);
        process.kill(id, 'SIGCONT');
      });
      expect(stderr).toMatch(/(stood still .*for|a standstill of) [2-9]\.\d s/);
      const usual = async () => (await started(slug, stopped, async () => {})).output;
      expect(await isClean(output, usual), JSON.stringify(output)).toBe(true);
    });
  }
});

describe(
  'an experiment whose clock is set says so, and measures again',
  needs('Linux, a C compiler', process.platform === 'linux' && which('cc')),
  () => {
    const library = join(folder, 'set-clock.so');
    const offset = join(folder, 'offset');
    // In place: a program that has the file mapped would not survive its being cut off.
    const setOff = (seconds: number) => void writeSync(file, BigInt64Array.of(BigInt(seconds)), 0, 8, 0);
    let file: number;
    afterAll(() => closeSync(file));
    beforeAll(() => {
      file = openSync(offset, 'w');
      execFileSync('cc', ['-shared', '-fPIC', '-o', library, join(root, 'site/scripts/set-clock.c')]);
    });
    for (const [slug, set] of Object.entries(SET)) {
      const stopped = { ...STOPPED[slug]!, ...set };
      const { after = 20, isClean, needs: [what, isThere] = ['', true] } = stopped;
      for (const [name, seconds] of [
        ['forward', -OFF_SECONDS],
        ['back', OFF_SECONDS],
      ] as const) {
        test(`${slug}, ${name}`, { timeout: 60_000, ...needs(what, isThere) }, async () => {
          const setRight = async (id: number) => {
            await untilItMeasures(id);
            await sleep(after);
            setOff(0);
          };
          setOff(seconds);
          const variables = { LD_PRELOAD: library, CLOCK_OFFSET: offset };
          const { output, stderr } = await started(slug, stopped, setRight, variables);
          expect(stderr).toMatch(/clock (that )?was set/);
          const usual = async () => (await started(slug, stopped, async () => {})).output;
          expect(await isClean(output, usual), JSON.stringify(output)).toBe(true);
        });
      }
    }
  },
);
