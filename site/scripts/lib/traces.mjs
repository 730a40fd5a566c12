// Traces of an experiment's runs outside their own memory, and the state of the machine that runs share: compared before and
// after, they show what runs left behind. Linux only, for its /proc.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { experimentSlugs } from './experiments.mjs';
import { root } from './paths.mjs';

/** Handed on to all that a run starts: which folder it belongs to. */
export const MARK = 'MEASURED_TWICE_TRACED';

/** Where `ip netns` keeps the namespaces' names. */
const NAMESPACES = '/run/netns';
const CONTROL_GROUPS = '/sys/fs/cgroup';
/** Greatest depth of a run's group below a hierarchy's top: an engine puts it below the one that it runs in itself. */
const DEEPEST_GROUP = 12;

/** Where engines and servers write that are not told otherwise. */
const SHARED_PATHS = [
  '/etc/docker',
  '/etc/cni',
  '/opt/containerd',
  '/run/containerd',
  '/run/docker',
  '/run/docker.pid',
  '/run/docker.sock',
  '/run/nginx.pid',
  '/run/sshd',
  '/var/lib/containerd',
  '/var/lib/docker',
  '/var/lib/nginx',
  '/var/log/nginx',
  join(homedir(), '.gunicorn'),
];

/** The machine's own network and its firewall; counters of packets, which grow by themselves, are left out. */
const COMMANDS = [
  ['ip', '-o', '-br', 'link'],
  ['ip', '-o', '-br', 'address'],
  ['ip', 'route', 'show', 'table', 'all'],
  ['ip', 'rule'],
  ['ip', 'netns'],
  ['nft', '--stateless', 'list', 'ruleset'],
  ['docker', 'ps', '--all', '--quiet'],
];

/** Reads something that may vanish at any moment. @template T @param {() => T} read @param {T} otherwise */
export function readOr(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
export const readText = (/** @type {string} */ path) => readOr(() => readFileSync(path, 'utf8'), '');
const names = (/** @type {string} */ folder) => readOr(() => readdirSync(folder), []);

/**
 * Processes, files, mounts, sockets, network namespaces and control groups of runs.
 *
 * @param {object} runs
 * @param {string} runs.slug the experiment
 * @param {number[]} runs.ids the numbers of their processes, which stand in the names of what they make outside their folder
 * @param {string} runs.folder the folder that they were given for temporary files
 * @returns {string[]} a line for each
 */
export function tracesOf({ slug, ids, folder }) {
  const own = ids.map((id) => `${slug}-${id}-`);
  const isOwn = (/** @type {string} */ line) => line.includes(folder) || own.some((name) => line.includes(name));
  const linesOf = (/** @type {string} */ path) =>
    readText(path)
      .split('\n')
      .filter(isOwn)
      .map((line) => `${path}: ${line}`);
  return [
    ...processesOf(isOwn, `${MARK}=${folder}`),
    ...names(folder).map((name) => join(folder, name)),
    ...linesOf('/proc/self/mountinfo'),
    ...linesOf('/proc/net/unix'),
    ...names(NAMESPACES)
      .filter(isOwn)
      .map((name) => join(NAMESPACES, name)),
    ...groupsBelow(CONTROL_GROUPS, DEEPEST_GROUP, isOwn),
  ];
}

/**
 * Processes that were handed the mark; and those that wrote over what they were handed, as nginx does, but work in the folder, name
 * it, or are in a run's control group. One that has ended, and of which nobody has asked how, has none of these.
 *
 * @param {(line: string) => boolean} isOwn
 * @param {string} mark
 */
function processesOf(isOwn, mark) {
  return names('/proc')
    .filter((id) => /^\d+$/.test(id))
    .map((id) => ({ id, words: readText(`/proc/${id}/cmdline`).split('\0').join(' ').trim() }))
    .filter(
      ({ id, words }) =>
        `\0${readText(`/proc/${id}/environ`)}`.includes(`\0${mark}\0`) ||
        isOwn(words) ||
        isOwn(`${readOr(() => readlinkSync(`/proc/${id}/cwd`), '')}/`) ||
        isOwn(readText(`/proc/${id}/cgroup`)),
    )
    .map(({ id, words }) => `process ${id} ${words || readText(`/proc/${id}/comm`).trim()}`);
}

/** @param {string} folder @param {number} depth @param {(line: string) => boolean} isOwn @returns {string[]} */
function groupsBelow(folder, depth, isOwn) {
  if (depth === 0) return [];
  const entries = readOr(() => readdirSync(folder, { withFileTypes: true }), []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .flatMap((path) => (isOwn(path) ? [path] : groupsBelow(path, depth - 1, isOwn)));
}

/** State of the machine outside of all runs, by command or path. @returns {Map<string, string>} */
export function machineState() {
  const outputOf = (/** @type {string[]} */ [program = '', ...args]) =>
    readOr(() => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 'cannot tell');
  const slugs = experimentSlugs();
  const isAnExperiments = (/** @type {string} */ name) => slugs.some((slug) => name.startsWith(`${slug}-`));
  return new Map([
    ...COMMANDS.map((words) => /** @type {const} */ ([words.join(' '), outputOf(words)])),
    ...SHARED_PATHS.map((place) => /** @type {const} */ ([place, contents(place).join('\n')])),
    [tmpdir(), names(tmpdir()).filter(isAnExperiments).sort().join('\n')],
    // Folders that runs keep there for the next have other names.
    ['target', halfMade(join(root, 'target')).join('\n')],
  ]);
}

/** A file, or a folder with all that is in it. @param {string} path @returns {string[]} */
function contents(path) {
  return existsSync(path) ? [path, ...names(path).flatMap((name) => contents(join(path, name)))] : [];
}

/** Unfinished files among those that runs keep for the next. @param {string} target */
function halfMade(target) {
  const isHalf = (/** @type {string} */ name) => /\.(part|new|tmp|deb\.\d+)$/.test(name);
  const folders = ['.', 'python', 'setenv', ...names(join(target, 'setenv')).map((name) => join('setenv', name))];
  return folders.flatMap((folder) =>
    names(join(target, folder))
      .filter(isHalf)
      .map((name) => join(folder, name)),
  );
}

/**
 * Lines that `after` has and `before` has not.
 *
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 */
export function additions(before, after) {
  return [...after].flatMap(([what, is]) => {
    const was = new Set(before.get(what)?.split('\n'));
    return is
      .split('\n')
      .filter((line) => line !== '' && !was.has(line))
      .map((line) => `${what}: ${line.trim()}`);
  });
}
