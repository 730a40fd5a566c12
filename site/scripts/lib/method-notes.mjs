// Reminds of what has changed in what an experiment measures with since its METHOD.md last said something of that, or, without one, since
// its record was published. Nobody but a person can tell whether a figure can differ by it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cratesOf, dependenciesOf, nameOf } from './crates.mjs';
import { root } from './paths.mjs';

/** Crates from elsewhere whose next release could give other figures. */
export const MEASURING = [
  // Simulated and computed figures come from them.
  ...['libm', 'rand', 'rand_core', 'rand_xoshiro'],
  // They ask the system, and wait for it.
  ...['hyper', 'hyper-util', 'nix', 'rustix', 'thread-priority', 'tokio'],
  // They are measured themselves.
  ...['axum', 'icu_properties', 'miniz_oxide', 'proptest', 'tonic', 'ulid', 'uuid'],
];

/** Files that decide no figure, in any crate: texts, judgements, examples and tests. */
const NO_MATTER = /\.md$|\.test\.ts$|^src\/judge(\.rs$|\/)|^examples\/|^(src\/(.*\/)?)?tests(\.rs$|\/)/;
const HARNESS = 'experiments/lib/harness';
/** All of the harness that decides a figure. */
const OF_HARNESS = /^src\/(statistics|schedule)(\.rs$|\/)|^src\/random\.rs$/;
/** The one crate from elsewhere that {@link OF_HARNESS} is built from. */
const UNDER_HARNESS = 'rand_xoshiro';
/** A crate that records which code measured, and measures nothing. */
const PROVENANCE = 'experiments/lib/provenance';
/** Changes named in a note; further ones are counted. */
const NAMED = 3;

/**
 * A line for each experiment whose METHOD.md has to say something, or to be begun; none where git can't tell, as in a shallow clone.
 *
 * @param {string} [top] the root of the checkout
 */
export function methodNotes(top = root) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: top, encoding: 'utf8', maxBuffer: 1 << 28 });
    return status === 0 ? stdout : '';
  };
  if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return [];
  const isThere = (/** @type {string} */ file) => existsSync(join(top, file));
  const said = lastChanges(methodOf('*'), git).filter(({ slug }) => isThere(methodOf(slug)));
  const published = lastChanges('content/measurements/*/*.json', git).filter(
    ({ slug }) => isThere(`experiments/${slug}`) && !isThere(methodOf(slug)),
  );
  const answered = [...said, ...published].sort((a, b) => a.slug.localeCompare(b.slug));
  // Most have the same commit.
  const commits = new Set(answered.map(({ commit }) => commit));
  const since = new Map([...commits].map((commit) => [commit, changesSince(commit, git)]));
  return answered.flatMap(({ slug, commit, date }) => {
    const { files, lock } = since.get(commit) ?? { files: [], lock: '' };
    // Changed since that commit, so in the working tree: this is the answer.
    if (files.includes(methodOf(slug))) return [];
    const crates = cratesOf(join('experiments', slug), top).filter((folder) => folder !== PROVENANCE);
    // Its own files first.
    const decisive = crates.flatMap((crate) => files.filter((file) => decides(file, crate)));
    const changed = [...decisive, ...otherReleases(crates, lock, top)];
    return changed.length > 0 ? [note(slug, date, changed)] : [];
  });
}

/**
 * Changes between a commit and the working tree: which files, and Cargo.lock as it was where it is one of them.
 *
 * @param {string} commit
 * @param {(...args: string[]) => string} git
 */
function changesSince(commit, git) {
  const paths = ['--', 'experiments', 'wasm', 'Cargo.lock'];
  const changed = git('diff', '-z', '--name-only', '--no-renames', '--relative', commit, ...paths);
  const untracked = git('ls-files', '-z', '--others', '--exclude-standard', ...paths);
  const files = `${changed}${untracked}`.split('\0');
  return { files, lock: files.includes('Cargo.lock') ? git('show', `${commit}:./Cargo.lock`) : '' };
}

/** @param {string} slug */
const methodOf = (slug) => `experiments/${slug}/METHOD.md`;

/**
 * The last commit, by experiment, that changed one of these files, each in a folder of its experiment's name.
 *
 * @param {string} files a pattern
 * @param {(...args: string[]) => string} git
 */
function lastChanges(files, git) {
  // With -c, a merge lists only the files it changed itself.
  const args = ['-c', '--name-only', '--format=%x00%H %cs'];
  const log = git('log', ...args, '--', `:(glob)${files}`);
  /** @type {Map<string, { slug: string, commit: string, date: string }>} */
  const last = new Map();
  for (const entry of log.split('\0')) {
    const [head = '', ...files] = entry.split('\n');
    const [commit = '', date = ''] = head.split(' ');
    for (const file of files) {
      // Told from the top of the repository, which may have more than this checkout.
      const slug = file.split('/').at(-2);
      if (slug !== undefined && !last.has(slug)) last.set(slug, { slug, commit, date });
    }
  }
  return [...last.values()];
}

/**
 * True where a file decides figures of a program that is built from a crate.
 *
 * @param {string} file
 * @param {string} crate its folder
 */
export function decides(file, crate) {
  if (!file.startsWith(`${crate}/`)) return false;
  const inside = file.slice(crate.length + 1);
  return !NO_MATTER.test(inside) && (crate !== HARNESS || OF_HARNESS.test(inside));
}

/**
 * The crates from elsewhere that measure, of which another release is locked than was.
 *
 * @param {string[]} crates folders of those that are built from them
 * @param {string} was Cargo.lock as it was; empty where it is the same
 * @param {string} top
 */
function otherReleases(crates, was, top) {
  if (was === '') return [];
  const is = readFileSync(join(top, 'Cargo.lock'), 'utf8');
  const releases = crates.flatMap((folder) =>
    dependenciesOf(folder, top)
      .filter((name) => MEASURING.includes(name) && (folder !== HARNESS || name === UNDER_HARNESS))
      .map((name) => ({ name, versions: [was, is].map((lock) => locked(lock, nameOf(folder, top), name)) })),
  );
  const other = releases.filter(({ versions: [then, now] }) => then !== undefined && then !== now);
  return [...new Set(other.map(({ name, versions }) => `${name} ${versions.join(' → ')}`))];
}

/**
 * The release of a crate that another one is built from; none where it is not.
 *
 * @param {string} lock
 * @param {string} crate
 * @param {string} on
 */
function locked(lock, crate, on) {
  const entry = (/** @type {string} */ name) => lock.split('\n\n').find((one) => one.includes(`\nname = "${name}"\n`));
  // Where there are several releases, the entry says which.
  const named = new RegExp(`^ "${on}(?: ([^ "]+))?"`, 'm').exec(entry(crate) ?? '');
  return named?.[1] ?? (named ? /^version = "(.+)"$/m.exec(entry(on) ?? '')?.[1] : undefined);
}

/** @param {string} slug @param {string} date @param {string[]} changed */
function note(slug, date, changed) {
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  return `${slug}: ${changed.slice(0, NAMED).join(', ')}${more} changed since ${date}. Say in ${methodOf(slug)}, in a dated line, why no figure can differ, or that the method is raised.`;
}
