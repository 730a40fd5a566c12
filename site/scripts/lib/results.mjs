import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * @typedef {object} Skip
 * @property {string} name the test
 * @property {string} why what it lacks
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[] | undefined} [failures] the names of those that failed, and in further lines how, where the runner says it
 * @property {Skip[]} skipped
 * @property {Skip[]} [partly] passed, but for a part that was left out
 */

/** What is said of a test that was left out and did not say why. */
const UNSAID = 'it does not say why';
/** So much of what a runner says of a failure is told once more at the end: the whole stands further up, which a log may have cut off. */
const MESSAGE_LINES = 12;

/**
 * What one program of Rust tests did.
 *
 * @param {string} output its standard output
 * @param {string} leftOut what its tests wrote about themselves (`experiments/lib/testkit`): a line for each that was left out, or
 *   a part of it, of its name, `test` or `part`, and what it lacks, with tabs between. Such a test returns early, and its program
 *   counts it as passed.
 * @returns {Counts}
 */
export function parseRust(output, leftOut = '') {
  const result = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/m.exec(output);
  if (result === null) throw new Error('the program did not come to its end');
  const ignored = [...output.matchAll(/^test (\S+)(?: - should panic)? \.\.\. ignored(?:, (.*))?$/gm)];
  const failed = new Set([...output.matchAll(/^test (\S+) .*FAILED$/gm)].map(([, name = '']) => name));
  const lines = [...new Set(leftOut.split('\n').filter(Boolean))].map((line) => line.split('\t'));
  const notFailed = lines.filter(([name = '']) => !failed.has(name));
  const whole = new Map(
    notFailed.filter(([, what]) => what === 'test').map(([name = '', , why = UNSAID]) => [name, why]),
  );
  return {
    passed: Number(result[1]) - whole.size,
    failed: Number(result[2]),
    failures: [...failed],
    skipped: [
      ...ignored.map(([, name = '', why = UNSAID]) => ({ name, why })),
      ...[...whole].map(([name, why]) => ({ name, why })),
    ],
    partly: notFailed
      .filter(([name = '', what]) => what === 'part' && !whole.has(name))
      .map(([name = '', , why = UNSAID]) => ({ name, why })),
  };
}

/**
 * A file that could not be read, or whose set-up failed, fails besides its tests, which Vitest counts as skipped or not at all.
 *
 * @param {string} json what Vitest's JSON reporter wrote
 * @returns {Counts}
 */
export function parseVitest(json) {
  const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(json);
  /** @type {{ status: string, fullName: string, failureMessages?: string[], meta?: { lacks?: string } }[]} */
  const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
  const red = tests.filter(({ status }) => status === 'failed');
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  /** @type {{ name: string, message: string }[]} */
  const brokenFiles = testResults.filter(
    (/** @type {any} */ { status, message, assertionResults }) =>
      status === 'failed' && (message || assertionResults.every((/** @type {any} */ one) => one.status !== 'failed')),
  );
  return {
    passed,
    failed: failed + brokenFiles.length,
    failures: [
      ...red.map(({ fullName, failureMessages = [] }) => withMessage(fullName, failureMessages)),
      ...brokenFiles.map(({ name, message }) =>
        withMessage(relative(root, name), [message || 'what stands before or after a group of its tests failed']),
      ),
    ],
    skipped: skipped.map(({ fullName: name, meta }) => ({ name, why: meta?.lacks ?? UNSAID })),
  };
}

/** A failure's name, and in further lines the beginning of what its runner says of it. @param {string} name @param {string[]} messages */
function withMessage(name, messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).trim().split('\n'));
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n');
}

/**
 * @param {string} json what Playwright's JSON reporter wrote
 * @returns {Counts}
 */
export function parsePlaywright(json) {
  const { stats, suites } = JSON.parse(json);
  /** @type {ReturnType<typeof testsIn>} */
  const tests = suites.flatMap(testsIn);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ name, messages }) => withMessage(name, messages)),
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name, why }) => ({ name, why })),
  };
}

/** @param {any} suite @returns {(Skip & { status: string, messages: string[] })[]} */
function testsIn({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      name: `${spec.title} [${test.projectName}]`,
      status: test.status,
      messages: (test.results ?? []).flatMap((/** @type {any} */ { error }) => (error ? [error.message ?? ''] : [])),
      why: test.annotations?.find((/** @type {any} */ { type }) => type === 'skip')?.description ?? UNSAID,
    })),
  );
  return [...own, ...suites.flatMap(testsIn)].map((test) => ({ ...test, name: `${title} › ${test.name}` }));
}

/**
 * What a runner's own figures leave out: a runner that crashed, or left no report, has failed.
 *
 * @param {number} code its exit status
 * @param {() => Counts} read
 * @returns {Counts}
 */
export function judge(code, read) {
  try {
    const counts = read();
    return counts.failed === 0 && code !== 0 ? { ...counts, ...failure('it ended with an error') } : counts;
  } catch {
    return { passed: 0, ...failure('it did not come to its end'), skipped: [] };
  }
}

/**
 * One that ran nothing has failed, too.
 *
 * @param {Counts} counts
 * @returns {Counts}
 */
export function unlessNothing(counts) {
  return counts.passed === 0 && counts.failed === 0 ? { ...counts, ...failure('it ran nothing') } : counts;
}

/** What counts as a failure and is no test's. @param {string} what */
export const failure = (what) => ({ failed: 1, failures: [what] });

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function total(all) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => all.reduce((so, counts) => so + counts[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    failures: all.flatMap(({ failures = [] }) => failures),
    skipped: all.flatMap(({ skipped }) => skipped),
    partly: all.flatMap(({ partly = [] }) => partly),
  };
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/** A line for each test that was left out, as a whole or in part, and for each that failed. @param {Counts} counts */
export function formatExceptions({ failures = [], skipped, partly = [] }) {
  return [
    ...skipped.map(({ name, why }) => `skipped: ${name}: ${why}`),
    ...partly.map(({ name, why }) => `partly skipped: ${name}: ${why}`),
    ...failures.map((name) => `failed: ${name}`),
  ];
}
