import { existsSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { LARGEST_RECORD } from '../../kit/record/largest.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/**
 * A record's file, as far as it is looked at here; the schema has checked that it is there.
 *
 * @typedef {object} RecordFile
 * @property {string} experiment
 * @property {{ commit: string, dirty: boolean, profile: 'full' | 'quick', machine: { id: string } }} provenance
 * @property {{ id: string, method: number }[]} series
 * @property {object} [words]
 * @property {object} [judged]
 */

const SCHEMA = join(root, 'experiments/lib/harness/record.schema.json');

/** Names that tell nobody from others. */
const COMMON = new Set(['root', 'user', 'home', 'localhost', 'debian', 'ubuntu', 'fedora', 'runner', 'admin', 'linux']);

/** Names of this machine, its user and their folder, without those that identify nobody. */
export function ownNames() {
  const { username, homedir } = userInfo();
  const [host = ''] = hostname().split('.');
  const names = [username, host].filter((name) => name.length > 2 && !COMMON.has(name.toLowerCase()));
  return [...new Set([...names, ...(homedir.split('/').length > 2 ? [homedir] : [])])];
}

/**
 * The checkout's side of the checks on a record.
 *
 * @typedef {object} Known
 * @property {string[]} slugs the experiments there are
 * @property {string[]} names that must not stand in it
 * @property {(commit: string) => boolean} isCommit whether the repository has a commit
 * @property {(slug: string) => Record<string, number>} methods of an experiment's series, today's
 */

/**
 * Why a record can't be published, by the rules that it is reviewed by; nothing where it can.
 *
 * @param {string} text what the file holds
 * @param {Known} known
 * @returns {Promise<{ record?: RecordFile, problems: string[] }>}
 */
export async function examine(text, known) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: ['It is damaged, or no JSON.'] };
  }
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const isRecord = (await loadAjv()).compile(schema);
  const ofOther = otherVersion(value, schema.properties.schema_version.const);
  if (ofOther !== undefined) return { problems: [ofOther] };
  if (!isRecord(value)) {
    const [first] = isRecord.errors ?? [];
    return { problems: [`It is no record of this version: ${first?.instancePath || 'it'} ${first?.message}.`] };
  }
  const record = /** @type {RecordFile} */ (value);
  return { record, problems: [...provenanceProblems(record, known), ...contentProblems(record, text, known)] };
}

/** Problems with how a record was made. @param {RecordFile} record @param {Known} known */
function provenanceProblems({ experiment: slug, provenance, words, judged }, { slugs, isCommit }) {
  const { profile, dirty, commit, machine } = provenance;
  const again = measure(slug);
  const problems = [];
  if (!slugs.includes(slug)) problems.push(`It is of ${slug}, which is no experiment here.`);
  if (profile === 'quick') problems.push(`It is of a quick run. \`${again}\` makes one in full.`);
  else if (words ?? judged)
    problems.push(
      `It has its words and claims in it, to stand alone. \`${again}\`, without --out, writes the record to publish, content/measurements/${slug}/${machine.id}.json, and renews content/words/${slug}.json and content/claims/${slug}.json; the pull request holds these files.`,
    );
  if (dirty)
    problems.push(
      `It was made with changes that were not committed. Commit them, or put them away; then \`${again}\`.`,
    );
  else if (!isCommit(commit))
    problems.push(`Its commit, ${commit.slice(0, 12)}, is none of this repository: nobody could make it again.`);
  return problems;
}

/** Problems with a record's contents. @param {RecordFile} record @param {string} text @param {Known} known */
function contentProblems({ experiment, series }, text, { names, methods }) {
  const today = methods(experiment);
  const newer = series.filter(({ id, method }) => method > (today[id] ?? method));
  const size = Buffer.byteLength(text);
  return [
    ...newer.map(
      ({ id, method }) =>
        `It has the series ${id} by method ${method}, and this checkout knows ${today[id]}: take the newer checkout.`,
    ),
    ...names
      .filter((name) => isNamed(text, name))
      .map(
        (name) =>
          `It names “${name}”, as this machine, its user or their folder is called. Look where, and mend what wrote it.`,
      ),
    ...(size > LARGEST_RECORD
      ? [`It has ${Math.ceil(size / 1000)} kB, and a published record ${LARGEST_RECORD / 1000} kB at most.`]
      : []),
  ];
}

/** @param {string} slug */
const measure = (slug) => `npm run experiments -- --profile full ${slug}`;

/**
 * Why a record of another version of the format can't be published; nothing where it is of this one, or none.
 *
 * @param {any} value
 * @param {number} version
 */
function otherVersion(value, version) {
  const own = value?.schema_version;
  if (!Number.isInteger(own) || own === version) return undefined;
  const mend = own > version ? 'take the newer checkout' : `measure again, by \`${measure(value.experiment)}\``;
  return `It has version ${own} of the format, and records have version ${version} here: ${mend}.`;
}

/**
 * The method by which each series of an experiment is measured today, as its words say.
 *
 * @param {string} slug
 * @returns {Record<string, number>}
 */
export function methodsOf(slug) {
  const file = join(root, 'content/words', `${slug}.json`);
  /** @type {{ series: { id: string, method: number }[] }} */
  const { series } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { series: [] };
  return Object.fromEntries(series.map(({ id, method }) => [id, method]));
}

/** Loads Ajv late: it is an npm package, which whoever only measures does not need. */
async function loadAjv() {
  try {
    const { recordAjv } = await import('../../kit/record/ajv.mjs');
    return recordAjv();
  } catch {
    throw new Problem(
      'The npm packages are missing, which this looks at the record with: run `npm ci`, then this again.',
    );
  }
}

/** True where a name stands in a text as a word of its own. @param {string} text @param {string} name */
const isNamed = (text, name) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu').test(
    text,
  );
