/**
 * A file that a reader chose, which may hold anything: a record comes of it, or one sentence. For the browser, where what is read is
 * drawn at once; nothing of it is run, and nothing is sent.
 */
import validate from 'virtual:record-validator';
import { formatProblem } from './format.ts';
import { join, misfitOf } from './join.ts';
import { problemsOf } from './problems.ts';
import type { MeasurementRecord, RecordFile, Words } from './types.ts';

/** Seven times the largest record that is published, in bytes. */
export const LARGEST_FILE = 2 * 2 ** 20;

/** Several times what the published records have. */
const [MOST_SERIES, MOST_POINTS, LONGEST_TEXT, DEEPEST] = [100, 10_000, 20_000, 32];

/** Nothing that is measured comes near it, in any unit, and axes can still hold it. */
const LARGEST_NUMBER = 1e100;

/** What is wrong, as the end of a sentence that begins with the file's name. */
export interface Refused {
  readonly problem: string;
}

export type Reading = { readonly record: RecordFile } | Refused;

/**
 * Reads the text of a file.
 *
 * @param known the findings that a record may be of
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

/** The same of a file, which is not even opened where it is too large. */
export async function readChosen(file: Blob, known: readonly string[]): Promise<Reading> {
  if (file.size > LARGEST_FILE) {
    const [size, most] = [file.size, LARGEST_FILE].map((bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`);
    return refused(`it has ${size}, and no record has more than ${most}`);
  }
  return readFile(await file.text(), known);
}

/** Joins what was read with the words that the site has for its experiment, where they fit. */
export function joinRead(record: RecordFile, site: Words): { readonly record: MeasurementRecord } | Refused {
  const misfit = misfitOf(record, site);
  return misfit === undefined ? { record: join(record, site) } : refused(misfit);
}

/** How much of what stands in a file is repeated, in characters. */
const LONGEST_QUOTE = 160;

/** Words from the file can be long, and can hold what turns the direction of text, or moves a cursor. */
function refused(why: string): Refused {
  const plain = why.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return { problem: `is not drawn: ${plain.length > LONGEST_QUOTE ? `${plain.slice(0, LONGEST_QUOTE)}…` : plain}.` };
}

/** What no record has, and the schema can't see or would be slow to. Level by level: a deep file must not fill the stack. */
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
      if (Object.hasOwn(item, '__proto__')) return 'a field in it is called __proto__, as no record’s is';
      for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return undefined;
}
