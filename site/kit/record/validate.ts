// Does a value have the shape of a record, of words or of claims? For what is read when the site is built; a reader's browser has the
// same check of records compiled.
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import { recordAjv } from './ajv.mjs';
import { problemsOf, type Problem } from './problems.ts';

/** What each kind of file has to be; claims stand by machine. */
const KINDS = {
  record: { $ref: 'record' },
  words: { $ref: 'record#/definitions/Words' },
  claims: { type: 'object', additionalProperties: { $ref: 'record#/definitions/Judged' } },
} as const;

export type Kind = keyof typeof KINDS;

/** Checks that tell of the first problem, and those that tell of all. Each is compiled when it is first needed. */
const [first, all] = [false, true].map((allErrors) => recordAjv({ allErrors }).addSchema(schema, 'record'));

/**
 * Where all problems are looked for: so many items of each list and fields of each object. The time that Ajv takes for all of them grows
 * with the square of their number.
 */
const LOOKED_AT = 100;

/** And so many levels down: more than any record has. */
const DEEPEST = 50;

/** How many problems to tell of: one mistake in a series repeats at every point. */
const REPORTED_PROBLEMS = 8;

/** What keeps `value` from being a file of its kind; empty when it is one. */
export function recordProblems(value: unknown, kind: Kind = 'record'): Problem[] {
  const validate = first!.compile(KINDS[kind]);
  if (validate(value)) return [];
  const findAll = all!.compile(KINDS[kind]);
  // Told of alone where the beginnings have none.
  const found = validate.errors ?? [];
  const problems = problemsOf(findAll(beginning(value)) ? found : (findAll.errors ?? []));
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
