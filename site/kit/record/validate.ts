// Does a value have the shape of a record? One check for published records and, later, for a reader's own.
import { Ajv, type ErrorObject } from 'ajv';
import schema from '../../../experiments/lib/harness/record.schema.json' with { type: 'json' };
import type { MeasurementRecord } from './types.ts';

/** One place where a value is not a record. */
export interface Problem {
  /** The way from the top of the record: `['series', 0, 'points']`. */
  path: (string | number)[];
  /** What is wrong there. */
  message: string;
}

/** A check that tells of the first problem, or of all of them. */
function compile(allErrors: boolean) {
  const ajv = new Ajv({ allErrors, strictTypes: false });
  // Rust's number types; their bounds stand in the schema as minimum and maximum.
  for (const format of ['uint32', 'uint64', 'double']) ajv.addFormat(format, true);
  return ajv.compile<MeasurementRecord>(schema);
}
const validate = compile(false);
const findAll = compile(true);

/**
 * Where all problems are looked for: so many items of each list and fields of each object. The time that Ajv takes for all of them grows
 * with the square of their number.
 */
const LOOKED_AT = 100;

/** How many problems to tell of: one mistake in a series repeats at every point. */
const REPORTED_PROBLEMS = 8;

/** What keeps `value` from being a record; empty when it is one. */
export function recordProblems(value: unknown): Problem[] {
  if (validate(value)) return [];
  // Told of alone where the beginnings have none.
  const first = validate.errors ?? [];
  const all = findAll(beginning(value)) ? first : (findAll.errors ?? []);
  const byPlace = Map.groupBy(all, ({ instancePath }) => instancePath);
  const problems = [...byPlace].flatMap(([pointer, errors]) => {
    return messages(errors).map((message) => ({ path: steps(pointer), message }));
  });
  if (problems.length <= REPORTED_PROBLEMS) return problems;
  const rest = problems.length - REPORTED_PROBLEMS;
  return [...problems.slice(0, REPORTED_PROBLEMS), { path: [], message: `and ${rest} more problems` }];
}

/** The beginnings of all lists and objects in a value. */
function beginning(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, LOOKED_AT).map(beginning);
  const entries = Object.entries(value).slice(0, LOOKED_AT);
  return Object.fromEntries(entries.map(([name, inner]) => [name, beginning(inner)]));
}

/** What is wrong in one place; the alternatives that were all tried and failed there make one message. */
function messages(errors: ErrorObject[]): string[] {
  const alternatives = ['oneOf', 'anyOf'];
  if (!errors.some(({ keyword }) => alternatives.includes(keyword))) return errors.map(describe);
  return [
    errors
      .filter(({ keyword }) => !alternatives.includes(keyword))
      .map(describe)
      .join(' or '),
  ];
}

/** A JSON pointer's steps, array positions as numbers. */
function steps(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Ajv's message, with the offending name or the allowed values that it leaves to `params`. */
function describe({ keyword, message = 'is not valid', params }: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return `has a field the schema does not know: ${params['additionalProperty']}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`;
  return message;
}
