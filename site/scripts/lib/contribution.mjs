import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { LARGEST_RECORD } from '../../kit/record/largest.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/** A record, as far as it is looked at here; the schema has checked that it is there. @typedef {import('../../kit/record/types.ts').MeasurementRecord} MeasurementRecord */

/** Names that tell nobody from others. */
const COMMON = new Set(['root', 'user', 'home', 'localhost', 'debian', 'ubuntu', 'fedora', 'runner', 'admin', 'linux']);

/** What this machine and who works on it are called, as far as that names anybody. */
export function ownNames() {
  const { username, homedir } = userInfo();
  const [host = ''] = hostname().split('.');
  const names = [username, host].filter((name) => name.length > 2 && !COMMON.has(name.toLowerCase()));
  return [...new Set([...names, ...(homedir.split('/').length > 2 ? [homedir] : [])])];
}

/**
 * Why a record can't be published, by the rules that it is reviewed by; nothing where it can.
 *
 * @param {string} text what the file holds
 * @param {object} known
 * @param {string[]} known.slugs the experiments there are
 * @param {string[]} known.names that must not stand in it
 * @param {(commit: string) => boolean} known.isCommit whether the repository has a commit
 * @returns {Promise<{ record?: MeasurementRecord, problems: string[] }>}
 */
export async function examine(text, { slugs, names, isCommit }) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: ['It is damaged, or no JSON.'] };
  }
  const schema = JSON.parse(readFileSync(join(root, 'experiments/lib/harness/record.schema.json'), 'utf8'));
  const isRecord = (await loadAjv()).compile(schema);
  if (!isRecord(value)) {
    const [first] = isRecord.errors ?? [];
    return { problems: [`It is no record of this version: ${first?.instancePath || 'it'} ${first?.message}.`] };
  }
  const record = /** @type {MeasurementRecord} */ (value);
  const { profile, dirty, commit } = record.provenance;
  const slug = record.experiment;
  const again = `npm run experiments -- --profile full ${slug}`;
  const problems = [];
  if (!slugs.includes(slug)) problems.push(`It is of ${slug}, which is no experiment here.`);
  if (profile === 'quick') problems.push(`It is of a quick run. \`${again}\` makes one in full.`);
  if (dirty)
    problems.push(
      `It was made with changes that were not committed. Commit them, or put them away; then \`${again}\`.`,
    );
  else if (!isCommit(commit))
    problems.push(`Its commit, ${commit.slice(0, 12)}, is none of this repository: nobody could make it again.`);
  for (const name of names.filter((name) => isNamed(text, name)))
    problems.push(
      `It names “${name}”, as this machine, its user or their folder is called. Look where, and mend what wrote it.`,
    );
  if (Buffer.byteLength(text) > LARGEST_RECORD)
    problems.push(
      `It has ${Math.ceil(Buffer.byteLength(text) / 1000)} kB, and a published record ${LARGEST_RECORD / 1000} kB at most.`,
    );
  return { record, problems };
}

/** Of the npm packages, which whoever only measures does not need. */
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

/** Whether a name stands in a text as a word of its own. @param {string} text @param {string} name */
const isNamed = (text, name) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu').test(
    text,
  );
