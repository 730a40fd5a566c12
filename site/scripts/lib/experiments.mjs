import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { root } from './paths.mjs';
import { PACKAGES } from './debian.mjs';
import { formatDuration } from './steps.mjs';
import { formatTable } from './table.mjs';

/** Every experiment there is: each crate under `experiments/`; what several share is in `experiments/lib`. */
export function experimentSlugs() {
  return cratesIn('experiments');
}

/**
 * The crates that lie in a folder, each in one of its own name.
 *
 * @param {string} folder
 */
function cratesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, 'Cargo.toml')))
    .map((entry) => entry.name)
    .sort();
}

/**
 * The one system that a crate is made for, as Node names it; `undefined` if it compiles everywhere.
 *
 * @param {string} manifest its Cargo.toml, with `os = "linux"` under `[package.metadata]`
 * @returns {string | undefined}
 */
export function onlySystem(manifest) {
  return /^\[package\.metadata\]\s*\nos = "(\w+)"$/m.exec(manifest)?.[1];
}

/**
 * The crates under `experiments/`, the shared ones too, that cannot be compiled on a system.
 *
 * @param {string} [platform]
 */
export function foreignCrates(platform = process.platform) {
  return ['experiments', 'experiments/lib'].flatMap((folder) =>
    cratesIn(folder).filter((name) => {
      const only = onlySystem(readFileSync(join(root, folder, name, 'Cargo.toml'), 'utf8'));
      return only !== undefined && only !== platform;
    }),
  );
}

/** For cargo: the whole workspace, as far as it compiles here. */
export function wholeWorkspace(platform = process.platform) {
  return ['--workspace', ...foreignCrates(platform).flatMap((name) => ['--exclude', name])];
}

/** How the command is used. */
export const USAGE = `npm run experiments -- [--profile quick|full] [--seed NUMBER] [--machine ID] [--quiet] [EXPERIMENT ...]
npm run experiments -- --list [EXPERIMENT ...]
npm run experiments -- --install [--yes] [EXPERIMENT ...]
npm run experiments -- EXPERIMENT --help`;

/** The options that every experiment has, save for the file to write, which two cannot share. */
const SHARED = /^(--(profile|seed|machine)(=.*)?|--quiet|-q)$/;

/** Asks for the programs that experiments can use, instead of a measurement. */
const INSTALL = '--install';

/** Installs without asking. */
const YES = '--yes';

/** Asks what experiments there are, instead of a measurement. */
const LIST = '--list';

/**
 * Tells the experiments' names from the flags meant for them. A word right after a flag is taken as that flag's value,
 * unless it names an experiment.
 *
 * @param {string[]} args
 * @param {string[]} known
 * @returns {{ slugs: string[], flags: string[], install: boolean, yes: boolean, list: boolean }} all experiments where none is
 *   named; whether to install what they can use, instead of measuring, and whether without asking; whether only to list them
 */
export function readArguments(args, known) {
  const named = args.filter((arg) => known.includes(arg));
  const slugs = named.length > 0 ? named : known;
  const flags = args.filter((arg) => !known.includes(arg));
  const takesValue = (/** @type {string | undefined} */ flag) =>
    flag?.startsWith('-') && ![INSTALL, YES, LIST].includes(flag);
  const stray = flags.find((flag, i) => !flag.startsWith('-') && !takesValue(flags[i - 1]));
  if (stray !== undefined) {
    throw new Problem(`There is no experiment '${stray}'; there are: ${known.join(', ')}`, 2);
  }
  const instead = flags.find((flag) => flag === INSTALL || flag === LIST);
  if (instead !== undefined) {
    const other = flags.find((flag) => flag !== instead && !(flag === YES && instead === INSTALL));
    if (other !== undefined) throw new Problem(`${instead} measures nothing, so there is no use for ${other}`, 2);
    return { slugs, flags: [], install: instead === INSTALL, yes: flags.includes(YES), list: instead === LIST };
  }
  const own = flags.find((flag) => flag.startsWith('-') && !SHARED.test(flag));
  if (slugs.length > 1 && own !== undefined) {
    throw new Problem(`${own} is not for several experiments at once; name one\n${USAGE}`, 2);
  }
  const profile = flags.some((flag) => /^--profile(=|$)/.test(flag)) ? [] : ['--profile', 'quick'];
  return { slugs, flags: [...profile, ...flags], install: false, yes: false, list: false };
}

/**
 * What the program of an experiment says of its run (`--json`; Rust's `harness::summary`), as far as it is needed here.
 *
 * @typedef {object} Summary
 * @property {number} duration_seconds
 * @property {{ verdict: string }[]} claims
 */

/** In the order of a summary. */
const VERDICTS = ['reproduced', 'holds', 'differs', 'does-not-hold', 'depends', 'undecided', 'not-tested'];

/**
 * A table of several runs: a row each.
 *
 * @param {{ slug: string, code: number, summary: Summary | undefined }[]} runs
 */
export function formatRuns(runs) {
  const claims = (/** @type {Summary['claims']} */ claims) => {
    const counts = VERDICTS.map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length]);
    const seen = counts.filter(([, count]) => count !== 0);
    return seen.map(([verdict, count]) => `${String(verdict).replaceAll('-', ' ')} ${count}`).join(', ') || 'none';
  };
  const rows = runs.map(({ slug, code, summary }) => {
    if (code !== 0 || summary === undefined) return [slug, '–', `ended with status ${code}`];
    return [slug, formatDuration(summary.duration_seconds * 1000), claims(summary.claims)];
  });
  const all = [['experiment', 'took', 'claims'], ...rows];
  const width = Math.max(...all.map((row) => row[2]?.length ?? 0));
  const table = formatTable(all.map(([slug = '', took = '', said = '']) => [slug, took, said.padEnd(width)]));
  return table.replaceAll(/ +$/gm, '');
}

/**
 * Lists experiments: what each is about, how long it takes and what it needs.
 *
 * @param {string[]} slugs
 * @param {string[]} missing the Debian packages that are not installed
 */
export function formatList(slugs, missing) {
  const entries = slugs.map((slug) => {
    const { about, system, uses } = described(slug, missing);
    // Nobody measures quick runs in advance: what one took here, or what it is made to keep to.
    const quick = durations('target/measurements', slug, 'quick').map((took) => `${took}, here`);
    const full = durations('content/measurements', slug, 'full');
    const parts = /** @type {const} */ ([
      ['quick', quick.length > 0 ? quick : ['about a minute at most; it has not run here yet']],
      ['full', full.length > 0 ? full : ['about ten minutes on two cores; no record of one is published']],
      ['needs', system === undefined ? [] : [SYSTEMS[system] ?? system]],
      ['can use', uses],
    ]);
    const lines = parts.flatMap(([head, each]) => each.map((line, i) => `  ${(i === 0 ? head : '').padEnd(9)}${line}`));
    return [slug, `  ${about}`, ...lines].join('\n');
  });
  return entries.join('\n\n');
}

/**
 * How long runs took, by the records that they left. One that waited overnight says so.
 *
 * @param {string} folder
 * @param {string} slug
 * @param {string} profile
 */
function durations(folder, slug, profile) {
  const records = join(root, folder, slug);
  const names = existsSync(records) ? readdirSync(records).filter((name) => name.endsWith('.json')) : [];
  return names.sort().flatMap((name) => {
    try {
      const { provenance } = JSON.parse(readFileSync(join(records, name), 'utf8'));
      const seconds = provenance.profile === profile ? provenance.duration_seconds : undefined;
      if (typeof seconds !== 'number') return [];
      const more = / --overnight( |$)/.test(provenance.command) ? ', with --overnight' : '';
      return [`${formatDuration(seconds * 1000)} on ${name.replace(/\.json$/, '')}${more}`];
    } catch {
      // A damaged record tells nothing; what builds the site says what is wrong with it.
      return [];
    }
  });
}

/**
 * What an experiment's own files say: its crate's manifest, and its list of packages, each with what it is for. Without what it
 * can use, an experiment leaves something out and goes on.
 *
 * @param {string} slug
 * @param {string[]} missing
 */
function described(slug, missing) {
  const file = (/** @type {string} */ name) => {
    const path = join(root, 'experiments', slug, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const manifest = file('Cargo.toml');
  const field = (/** @type {string} */ name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(manifest)?.[1];
  const packages = reasons(file(PACKAGES)).map(({ names, reason }) => {
    const said = names.map((name) => (missing.includes(name) ? `${name} (not installed)` : name)).join(', ');
    return reason === '' ? said : `${said}: ${reason}`;
  });
  return {
    about: field('description') ?? '',
    system: onlySystem(manifest),
    uses: [
      // The kernel lets root alone make them.
      ...(/^namespaces\.workspace = true$/m.test(manifest) ? ['root: network namespaces'] : []),
      ...[field('uses') ?? []].flat(),
      ...packages,
    ],
  };
}

/** Systems by the names that Node has for them. @type {Record<string, string>} */
const SYSTEMS = { linux: 'Linux', darwin: 'macOS' };

/**
 * Packages, together with those that are for the same, as the comment above them says.
 *
 * @param {string} text of a list of packages
 */
export function reasons(text) {
  /** @type {{ names: string[], reason: string }[]} */
  const groups = [];
  /** @type {string[]} */
  let comment = [];
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line.startsWith('#')) {
      comment.push(line.slice(1).trim());
    } else if (line !== '') {
      const last = groups.at(-1);
      if (comment.length === 0 && last !== undefined) last.names.push(line);
      else groups.push({ names: [line], reason: comment.join(' ').replace(/\.$/, '') });
      comment = [];
    }
  }
  return groups;
}
