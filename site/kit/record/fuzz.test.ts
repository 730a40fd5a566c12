// Any text is a record, or is refused with a few sentences, within bounds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathsIn } from './fixtures/mutations.ts';
import { madeUpFile } from './fixtures/record.ts';
import { recordProblems } from './validate.ts';

/** Far more than a file of some kilobytes takes, on a machine that is busy with something else as well. */
const LONGEST_MS = 30_000;
/** A million inputs take minutes. */
const TIMEOUT_MS = 60_000 + Number(process.env.FAST_CHECK_RUNS ?? 0) * 10;

const TEXT = JSON.stringify(madeUpFile());
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    'null',
    'true',
    '1e400',
    '-0',
    '0.1',
    '[[[[',
    '"__proto__":{',
    '"toString":',
  ],
  ...['"url":"javascript:alert(1)"', '99999999999999999999', '\\ud800', '\u0000', '<script>', '~1', '/'],
];

/** Problems of a text that may be no JSON, found within the time limit. */
function problemsOf(text: string) {
  const started = performance.now();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return undefined;
  }
  const problems = recordProblems(value);
  expect(performance.now() - started).toBeLessThan(LONGEST_MS);
  return problems;
}

function areReadable(problems: ReturnType<typeof recordProblems>) {
  expect(problems.length).toBeLessThan(10);
  for (const { path, message } of problems) {
    expect(path.every((step) => typeof step === 'string' || Number.isInteger(step))).toBe(true);
    expect(message).not.toMatch(/undefined|\[object/);
  }
}

test('a text that is nearly a record is refused in a few sentences', { timeout: TIMEOUT_MS }, () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({ place, removed: fc.nat(12), inserted: fc.constantFrom('', ...PIECES), times: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = TEXT;
      for (const { place, removed, inserted, times } of changes) {
        const at = Math.round(place * text.length);
        text = text.slice(0, at) + inserted.repeat(times) + text.slice(at + removed);
      }
      areReadable(problemsOf(text) ?? []);
    }),
  );
});

test(
  'a record with something else in one place is a record, or it is said where it is none',
  { timeout: TIMEOUT_MS },
  () => {
    const ways = pathsIn(madeUpFile()).filter((way) => way.length > 0);
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, 0.5, 2 ** 60, '__proto__', {}, [], [[]]));
    fc.assert(
      fc.property(fc.constantFrom(...ways), fc.option(odd, { nil: undefined }), (way, value) => {
        const record = JSON.parse(TEXT) as unknown;
        // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any place of it
        let inner: any = record;
        for (const step of way.slice(0, -1)) inner = inner[step];
        const last = way.at(-1)!;
        // Through JSON text, as files come: undefined fields vanish.
        inner[last] = value;
        const problems = problemsOf(JSON.stringify(record))!;
        areReadable(problems);
        // A problem is reported at the changed place, or at one that contains it.
        const places = problems.map(({ path }) => path.map(String).join('/'));
        const there = way.map(String).join('/');
        expect(
          places.filter((path) => path !== '' && !`${there}/`.startsWith(`${path}/`) && !path.startsWith(there)),
        ).toEqual([]);
      }),
    );
  },
);

test.each([
  ['deep', '['.repeat(200_000)],
  ['long', `[${'0,'.repeat(500_000)}0]`],
  ['with many series that are none', `{"series":[${'0,'.repeat(200_000)}0]}`],
  ['with a long name', `{"${'a'.repeat(1 << 20)}":0}`],
])('a file that is %s is refused', (_, text) => {
  areReadable(problemsOf(text) ?? []);
  expect(problemsOf(text)).not.toEqual([]);
});
