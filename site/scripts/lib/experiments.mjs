import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOptions } from './options.mjs';
import { Problem, UsageProblem } from './problem.mjs';
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

/** Usage of the command. */
export const USAGE = `npm run experiments -- [--profile quick|full] [--seed NUMBER] [--machine ID] [--quiet] [EXPERIMENT ...]
npm run experiments -- --list [EXPERIMENT ...]
npm run experiments -- --install [--yes] [EXPERIMENT ...]
npm run experiments -- EXPERIMENT --help`;

/**
 * The options that every experiment has and that take a value, save for the file to write, which two cannot share.
 *
 * @type {Record<string, { takes: string, is: (value: string) => boolean }>}
 */
const VALUED = {
  '--profile': { takes: 'quick or full', is: (value) => ['quick', 'full'].includes(value) },
  '--seed': {
    takes: `a whole number up to ${Number.MAX_SAFE_INTEGER}`,
    is: (value) => /^\d+$/.test(value) && Number(value) <= Number.MAX_SAFE_INTEGER,
  },
  '--machine': {
    takes: 'small letters and digits, joined by single hyphens',
    is: (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
  },
};

/** The options without a value. */
const SIMPLE = ['--quiet', '-q'];

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
    flag?.startsWith('-') && !flag.includes('=') && ![INSTALL, YES, LIST, ...SIMPLE].includes(flag);
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
  flags.forEach((flag, i) => flag.startsWith('-') && checkOption(flag, flags[i + 1], slugs));
  const profile = flags.some((flag) => /^--profile(=|$)/.test(flag)) ? [] : ['--profile', 'quick'];
  return { slugs, flags: [...profile, ...flags], install: false, yes: false, list: false };
}

/**
 * Refuses what the experiments would refuse, before they are compiled.
 *
 * @param {string} flag such as `--seed` or `--seed=3`
 * @param {string | undefined} next what stands behind it
 * @param {string[]} slugs
 */
function checkOption(flag, next, slugs) {
  const [, name = '', , typed = next] = /^([^=]*)(=(.*))?$/s.exec(flag) ?? [];
  const valued = VALUED[name];
  if (valued !== undefined) {
    if (typed !== undefined && valued.is(typed)) return;
    throw new UsageProblem(`${name} takes ${valued.takes}${typed === undefined ? '' : `, not '${typed}'`}`);
  }
  if (SIMPLE.includes(flag)) return;
  const takers = slugs.filter((slug) => runOptions(slug)?.includes(name) ?? true);
  if (takers.length === 0) throw new UsageProblem(`There is no option '${name}'`);
  if (slugs.length > 1) throw new UsageProblem(`${name} is not for several experiments at once; name one`);
}

/**
 * Summary that an experiment's program prints of its run (`--json`; Rust's `harness::summary`), as far as it is needed here.
 *
 * @typedef {object} Summary
 * @property {number} duration_seconds
 * @property {{ verdict: string }[]} claims
 */

/** In the order of a summary. */
const VERDICTS = ['reproduced', 'holds', 'differs', 'does-not-hold', 'depends', 'undecided', 'not-tested'];

/**
 * A table of several runs: a row each, or where a row is wider than the terminal, the claims below the run.
 *
 * @param {{ slug: string, code: number, summary: Summary | undefined }[]} runs
 * @param {number} [columns] of the terminal
 */
export function formatRuns(runs, columns = Infinity) {
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
  if (table.split('\n').some((line) => line.length > columns)) {
    return rows.map(([slug, took, said = '']) => `${slug}  ${took}\n${indented(said, columns)}`).join('\n');
  }
  return table.replaceAll(/ +$/gm, '');
}

/**
 * A list in lines that begin with two blanks, broken behind its commas.
 *
 * @param {string} list
 * @param {number} columns
 */
function indented(list, columns) {
  /** @type {string[]} */
  const lines = [];
  for (const item of list.split(/(?<=,) /)) {
    const last = lines.pop();
    const joined = last === undefined ? `  ${item}` : `${last} ${item}`;
    if (last === undefined || joined.length <= columns) lines.push(joined);
    else lines.push(last, `  ${item}`);
  }
  return lines.join('\n');
}

/**
 * Lists experiments: what each is about, how long it takes and what it needs.
 *
 * @param {string[]} slugs
 * @param {string[]} missing the Debian packages that are not installed
 */
export function formatList(slugs, missing) {
  const entries = slugs.map((slug) => {
    const { about, system, uses } = descriptionOf(slug, missing);
    // Nobody measures quick runs in advance: what one took here, or what it is made to keep to.
    const quick = durations('target/measurements', slug, 'quick').map((took) => `${took}, here`);
    const full = durations('content/measurements', slug, 'full');
    const isCompiled = existsSync(join(root, 'target', 'release', slug));
    const parts = /** @type {const} */ ([
      ['quick', quick.length > 0 ? quick : ['about a minute at most; it has not run here yet']],
      ['full', full.length > 0 ? full : ['about ten minutes on two cores; no record of one is published']],
      ['at first', isCompiled ? [] : ['some minutes more, to compile it']],
      ['needs', system === undefined ? [] : [SYSTEMS[system] ?? system]],
      ['can use', uses],
    ]);
    const lines = parts.flatMap(([head, each]) => each.map((line, i) => `  ${(i === 0 ? head : '').padEnd(9)}${line}`));
    return [slug, `  ${about}`, ...lines].join('\n');
  });
  return entries.join('\n\n');
}

/**
 * Durations of runs, by the records that they left, with a word where a run waited overnight.
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
 * An experiment's description by its own files: its crate's manifest, and its list of packages, each with its purpose. An experiment that
 * lacks one leaves something out and goes on.
 *
 * @param {string} slug
 * @param {string[]} missing
 */
function descriptionOf(slug, missing) {
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
