import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { root } from './paths.mjs';

/** Every experiment there is: each crate under `experiments/` that makes a program of its own folder's name. */
export function experimentSlugs() {
  return readdirSync(join(root, 'experiments'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'experiments', entry.name, 'src', 'main.rs')))
    .map((entry) => entry.name)
    .sort();
}

/**
 * Tells the experiments' names from the flags meant for them. A word right after a flag is taken as that flag's value,
 * unless it names an experiment.
 *
 * @param {string[]} args
 * @param {string[]} known
 * @returns {{ slugs: string[], flags: string[] }} all experiments where none is named
 */
export function readArguments(args, known) {
  const slugs = args.filter((arg) => known.includes(arg));
  const flags = args.filter((arg) => !known.includes(arg));
  const stray = flags.find((flag, i) => !flag.startsWith('-') && !flags[i - 1]?.startsWith('-'));
  if (stray !== undefined) {
    throw new Problem(`There is no experiment '${stray}'; there are: ${known.join(', ')}`, 2);
  }
  const profile = flags.some((flag) => /^--profile(=|$)/.test(flag)) ? [] : ['--profile', 'quick'];
  return { slugs: slugs.length > 0 ? slugs : known, flags: [...profile, ...flags] };
}
