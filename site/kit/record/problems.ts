/** Ajv's errors in words. */
import type { ErrorObject } from 'ajv';

/** A place where a value does not match the schema. */
export interface Problem {
  /** Path from the top of the record: `['series', 0, 'points']`. */
  path: (string | number)[];
  message: string;
}

/** Ajv's errors, grouped by place. */
export function problemsOf(errors: readonly ErrorObject[]): Problem[] {
  const byPlace = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...byPlace].flatMap(([pointer, own]) => messages(own).map((message) => ({ path: steps(pointer), message })));
}

/** Messages for one place; alternatives that all failed there make one message. */
function messages(errors: readonly ErrorObject[]): string[] {
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
