// Does a value have the shape of a record? For what is read when the site is built; a reader's browser has the same check compiled.
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { recordAjv } from './ajv.mjs';
import { problemsOf, type Problem } from './problems.ts';
import type { MeasurementRecord } from './types.ts';

/** A check that tells of the first problem, or of all of them. */
const compile = (allErrors: boolean) => recordAjv({ allErrors }).compile<MeasurementRecord>(schema);
const validate = compile(false);
const findAll = compile(true);

/**
 * Where all problems are looked for: so many items of each list and fields of each object. The time that Ajv takes for all of them grows
 * with the square of their number.
 */
const LOOKED_AT = 100;

/** And so many levels down: more than any record has. */
const DEEPEST = 50;

/** How many problems to tell of: one mistake in a series repeats at every point. */
const REPORTED_PROBLEMS = 8;

/** What keeps `value` from being a record; empty when it is one. */
export function recordProblems(value: unknown): Problem[] {
  if (validate(value)) return [];
  // Told of alone where the beginnings have none.
  const first = validate.errors ?? [];
  const problems = problemsOf(findAll(beginning(value)) ? first : (findAll.errors ?? []));
  if (problems.length <= REPORTED_PROBLEMS) return problems;
  const rest = problems.length - REPORTED_PROBLEMS;
  return [...problems.slice(0, REPORTED_PROBLEMS), { path: [], message: `and ${rest} more problems` }];
}

/** The beginnings of all lists and objects in a value. */
function beginning(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.slice(0, LOOKED_AT).map((item) => beginning(item, depth + 1));
  const entries = Object.entries(value).slice(0, LOOKED_AT);
  return Object.fromEntries(entries.map(([name, inner]) => [name, beginning(inner, depth + 1)]));
}
