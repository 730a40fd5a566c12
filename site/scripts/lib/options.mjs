// The options that a run of an experiment takes, as its sources declare them: known before anything is compiled.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cratesOf } from './crates.mjs';
import { root } from './paths.mjs';

/** The options of every run, in the harness. */
const SHARED = 'RunOptions';

/** A field that is an option of the command line, with what its attribute says. */
const FIELD = /#\[arg\(([^\]]*)\)\]\s*(?:pub(?:\(\w+\))? )?(\w+):/g;

/**
 * Names such as `--seed` and `-q`; undefined where the sources do not say, as of an experiment that is written otherwise.
 *
 * @param {string} slug
 * @param {string} [top] the root
 * @returns {string[] | undefined}
 */
export function runOptions(slug, top = root) {
  const text = cratesOf(join('experiments', slug), top)
    .flatMap((crate) => sourcesIn(join(top, crate, 'src')))
    .join('\n');
  const structs = [SHARED, ...[...text.matchAll(/\btype Options = (\w+);/g)].map(([, name]) => name)];
  const bodies = structs.map((name) => new RegExp(`\\bstruct ${name} \\{([^]*?)\\}$`, 'm').exec(text)?.[1]);
  if (bodies.includes(undefined)) return undefined;
  const options = bodies.flatMap((body = '') => [...body.matchAll(FIELD)].flatMap(namesOf));
  return ['--help', '-h', ...options];
}

/** @param {string} folder */
function sourcesIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return files.filter((file) => file.endsWith('.rs')).map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** @param {RegExpMatchArray} field */
function namesOf([, attribute = '', field = '']) {
  return [
    ...(/\blong\b/.test(attribute) ? [`--${field.replaceAll('_', '-')}`] : []),
    ...(/\bshort\b/.test(attribute) ? [`-${field.charAt(0)}`] : []),
  ];
}
