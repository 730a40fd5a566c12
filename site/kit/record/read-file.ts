/**
 * Reads a file that a reader chose, which may hold anything, in the browser: returns a record or one sentence. Nothing of the file is
 * executed or sent.
 */
import validate from 'virtual:record-validator';
import { formatProblem } from './format.ts';
import { join, misfitOf } from './join.ts';
import { problemsOf } from './problems.ts';
import type { MeasurementRecord, RecordFile, Words } from './types.ts';

/** Size limit of a chosen file in bytes: about five times that of a published record. */
export const LARGEST_FILE = 2 * 2 ** 20;

/** Limits, each several times the largest in published records. */
const [MOST_SERIES, MOST_POINTS, LONGEST_TEXT, DEEPEST] = [100, 10_000, 20_000, 32];

/** Limit of units, in characters: they stand in cells and beside axes, and are not broken. The longest of ours has 22. */
const LONGEST_UNIT = 40;

/** Limit of numbers: no measurement comes near it in any unit, and axes can still hold it. */
const LARGEST_NUMBER = 1e100;

/** A refusal: the problem, as the end of a sentence that begins with the file's name. */
export interface Refused {
  readonly problem: string;
}

export type Reading = { readonly record: RecordFile } | Refused;

/**
 * Reads the text of a file.
 *
 * @param known slugs of the findings that a record may belong to
 */
export function readFile(text: string, known: readonly string[]): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is damaged, or no JSON');
  }
  const odd = oddityOf(value);
  if (odd !== undefined) return refused(odd);
  const format = formatProblem(value);
  if (format !== undefined) return refused(format);
  if (!validate(value)) {
    const [problem] = problemsOf(validate.errors ?? []);
    const where = problem?.path.join('/') || 'it';
    return refused(`it is no record: ${where} ${problem?.message ?? 'is not valid'}`);
  }
  const { experiment, provenance, series } = value;
  if (!known.includes(experiment)) return refused(`it is a record of ${experiment}, which is no finding here`);
  if (Number.isNaN(Date.parse(provenance.time))) return refused('its time is no time');
  if (series.length > MOST_SERIES) return refused(`it has ${series.length} series, more than any experiment`);
  const points = series.reduce((sum, own) => sum + own.points.length, 0);
  if (points > MOST_POINTS) return refused(`it has ${points} points, more than any experiment`);
  return { record: value };
}

/** Reads a file, unless it is too large. */
export async function readChosen(file: Blob, known: readonly string[]): Promise<Reading> {
  if (file.size > LARGEST_FILE) {
    const [size, most] = [file.size, LARGEST_FILE].map((bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`);
    return refused(`it has ${size}, and no record has more than ${most}`);
  }
  return readFile(await file.text(), known);
}

/** Joins a record with the site's words for its experiment, where they fit. */
export function joinRead(record: RecordFile, site: Words): { readonly record: MeasurementRecord } | Refused {
  const misfit = misfitOf(record, site);
  return misfit === undefined ? { record: join(record, site) } : refused(misfit);
}

/** Longest quote from a file, in characters. */
const LONGEST_QUOTE = 160;

/** A refusal in printable words: text from the file can be long, and can contain characters that reverse text or move a cursor. */
function refused(why: string): Refused {
  const plain = why.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return { problem: `is not drawn: ${plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE)}…` : plain}.` };
}

/**
 * Contents that no record has and that the schema can't see or would be slow to find. Level by level: a deep file must not fill the
 * stack.
 */
function oddityOf(value: unknown): string | undefined {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return 'it is nested more deeply than any record';
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'number' && Math.abs(item) > LARGEST_NUMBER)
        return 'a number in it is larger than anything that is measured';
      if (typeof item === 'string' && item.length > LONGEST_TEXT) return 'a text in it is longer than any record has';
      if (typeof item !== 'object' || item === null) continue;
      if ('unit' in item && typeof item.unit === 'string' && item.unit.length > LONGEST_UNIT)
        return 'a unit in it is longer than any that is measured in';
      if (Object.hasOwn(item, '__proto__')) return 'a field in it is called __proto__, as no record’s is';
      for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return undefined;
}
