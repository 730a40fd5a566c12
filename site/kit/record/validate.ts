// Validates records, words and claims when the site is built. A reader's browser has the same check of records compiled.
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { recordAjv } from './ajv.mjs';
import { problemsOf, type Problem } from './problems.ts';

/** Schema of each kind of file; claims are by machine. */
const KINDS = {
  record: { $ref: 'record' },
  words: { $ref: 'record#/definitions/Words' },
  claims: { type: 'object', additionalProperties: { $ref: 'record#/definitions/Judged' } },
} as const;

export type Kind = keyof typeof KINDS;

/** Checks that stop at the first problem, and checks that find all. Each is compiled at its first use. */
const [first, all] = [false, true].map((allErrors) => recordAjv({ allErrors }).addSchema(schema, 'record'));

/**
 * Limit of list items and object fields within which all problems are looked for. The time that Ajv takes for all of them grows with the
 * square of their number.
 */
const LOOKED_AT = 100;

/** Limit of levels: more than any record has. */
const DEEPEST = 50;

/** Limit of reported problems: one mistake in a series repeats at every point. */
const REPORTED_PROBLEMS = 8;

/** Problems that keep `value` from being a file of its kind; empty where it is one. */
export function recordProblems(value: unknown, kind: Kind = 'record'): Problem[] {
  const validate = first!.compile(KINDS[kind]);
  if (validate(value)) return [];
  const findAll = all!.compile(KINDS[kind]);
  // The first problem, where it lies beyond those limits.
  const found = validate.errors ?? [];
  const problems = problemsOf(findAll(beginning(value)) ? found : (findAll.errors ?? []));
  if (problems.length <= REPORTED_PROBLEMS) return problems;
  const rest = problems.length - REPORTED_PROBLEMS;
  return [...problems.slice(0, REPORTED_PROBLEMS), { path: [], message: `and ${rest} more problems` }];
}

/** A copy of a value, cut to those limits. */
function beginning(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.slice(0, LOOKED_AT).map((item) => beginning(item, depth + 1));
  const entries = Object.entries(value).slice(0, LOOKED_AT);
  return Object.fromEntries(entries.map(([name, inner]) => [name, beginning(inner, depth + 1)]));
}
