import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { root } from './paths.mjs';

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
npm run experiments -- --install [--yes] [EXPERIMENT ...]
npm run experiments -- EXPERIMENT --help`;

/** The options that every experiment has, save for the file to write, which two cannot share. */
const SHARED = /^(--(profile|seed|machine)(=.*)?|--quiet|-q)$/;

/** Asks for the programs that experiments can use, instead of a measurement. */
const INSTALL = '--install';

/** Installs without asking. */
const YES = '--yes';

/**
 * Tells the experiments' names from the flags meant for them. A word right after a flag is taken as that flag's value,
 * unless it names an experiment.
 *
 * @param {string[]} args
 * @param {string[]} known
 * @returns {{ slugs: string[], flags: string[], install: boolean, yes: boolean }} all experiments where none is named; whether
 *   to install what they can use, instead of measuring, and whether without asking
 */
export function readArguments(args, known) {
  const named = args.filter((arg) => known.includes(arg));
  const slugs = named.length > 0 ? named : known;
  const flags = args.filter((arg) => !known.includes(arg));
  const takesValue = (/** @type {string | undefined} */ flag) =>
    flag?.startsWith('-') && flag !== INSTALL && flag !== YES;
  const stray = flags.find((flag, i) => !flag.startsWith('-') && !takesValue(flags[i - 1]));
  if (stray !== undefined) {
    throw new Problem(`There is no experiment '${stray}'; there are: ${known.join(', ')}`, 2);
  }
  if (flags.includes(INSTALL)) {
    const other = flags.find((flag) => flag !== INSTALL && flag !== YES);
    if (other !== undefined) throw new Problem(`${INSTALL} measures nothing, so there is no use for ${other}`, 2);
    return { slugs, flags: [], install: true, yes: flags.includes(YES) };
  }
  const own = flags.find((flag) => flag.startsWith('-') && !SHARED.test(flag));
  if (slugs.length > 1 && own !== undefined) {
    throw new Problem(`${own} is not for several experiments at once; name one\n${USAGE}`, 2);
  }
  const profile = flags.some((flag) => /^--profile(=|$)/.test(flag)) ? [] : ['--profile', 'quick'];
  return { slugs, flags: [...profile, ...flags], install: false, yes: false };
}
