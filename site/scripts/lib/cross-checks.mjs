// Comparisons of experiments with others' tools for the same job, and of a model with its plain version, by each experiment's
// own command `cross-check`.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { experimentSlugs, foreignCrates } from './experiments.mjs';
import { root } from './paths.mjs';
import { tryRun } from './run.mjs';
import { formatTable } from './table.mjs';

/** The experiments that have the command, in a module of its name, and can be measured on this system. */
export function crossChecked() {
  const foreign = foreignCrates();
  const having = (/** @type {string} */ slug) =>
    readdirSync(join(root, 'experiments', slug, 'src'), { recursive: true, encoding: 'utf8' }).some(
      (file) => basename(file) === 'cross_check.rs',
    );
  return experimentSlugs().filter((slug) => having(slug) && !foreign.includes(slug));
}

/**
 * @typedef {object} Comparison
 * @property {string} ours the experiment
 * @property {string} theirs the tool
 * @property {string} unit of both rates
 * @property {{ value: number, low: number, high: number }} ratio ours over theirs, within rounds
 * @property {number} ours_value
 * @property {number} theirs_value
 */

/**
 * Reads what a cross-check printed.
 *
 * @param {string} slug
 * @param {string} output
 * @returns {{ compared: Comparison[], notCompared: string[] }} comparisons, and reasons why others are missing
 */
export function readCrossCheck(slug, output) {
  // Progress messages come before the last line.
  const parsed = parse(output) ?? parse(output.trim().split('\n').at(-1) ?? '');
  /** @type {{ compared: Comparison[], notCompared: string[] }} */
  const read = { compared: [], notCompared: [] };
  for (const entry of Array.isArray(parsed) ? parsed : [parsed]) {
    if (isComparison(entry)) read.compared.push(entry);
    else if (typeof entry?.skipped?.why === 'string') {
      read.notCompared.push(`${slug}: ${entry.skipped.why}; it needs ${entry.skipped.needs}`);
    } else read.notCompared.push(`${slug}: cross-check printed what is no comparison`);
  }
  return read;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {any} entry
 * @returns {entry is Comparison}
 */
function isComparison(entry) {
  const figures = [entry?.ratio?.value, entry?.ratio?.low, entry?.ratio?.high, entry?.ours_value, entry?.theirs_value];
  const words = [entry?.ours, entry?.theirs, entry?.unit];
  return figures.every(Number.isFinite) && words.every((word) => typeof word === 'string');
}

/** @param {Comparison[]} compared */
export function formatComparisons(compared) {
  const digits = (/** @type {number} */ value) => value.toFixed(2);
  const rows = compared.map(({ ours, theirs, unit, ratio, ours_value, theirs_value }) => [
    `${ours} over ${theirs}`,
    digits(ratio.value),
    `${digits(ratio.low)} to ${digits(ratio.high)}`,
    Math.round(ours_value).toLocaleString('en'),
    Math.round(theirs_value).toLocaleString('en'),
    unit,
  ]);
  return formatTable([['', 'ratio', '95% interval', 'ours', 'theirs', 'unit'], ...rows]);
}

/**
 * Compares and prints.
 *
 * @returns {Promise<boolean>} whether every cross-check ended without error
 */
export async function printCrossChecks() {
  console.log('\nThe experiments against other tools, and against their plain versions\n');
  /** @type {Comparison[]} */
  const compared = [];
  const notCompared = [];
  let passed = true;
  for (const slug of crossChecked()) {
    const cargo = ['run', '--release', '--locked', '--quiet', '--package', slug, '--', 'cross-check'];
    const { code, output } = await tryRun('cargo', cargo);
    if (code === 0) {
      const read = readCrossCheck(slug, output);
      compared.push(...read.compared);
      notCompared.push(...read.notCompared);
    } else {
      passed = false;
      notCompared.push(`${slug}: cross-check ended with status ${code}: ${output.trim()}`);
    }
  }
  if (compared.length > 0) console.log(formatComparisons(compared));
  for (const line of notCompared) console.log(line);
  return passed;
}
