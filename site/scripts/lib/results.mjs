// One form for what the runners of tests report.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * Results of some tests. In a list, each test is its name, with the reason behind it or in further lines.
 *
 * @typedef {object} Results
 * @property {number} passed
 * @property {string[]} failed
 * @property {string[]} skipped
 * @property {string[]} partly those of the passed that left out a part
 * @property {[name: string, milliseconds: number][]} took how long each test ran, or each program of tests
 */

/** Said of a test that was left out and gave no reason. */
const NO_REASON = 'it does not say why';
/** Lines of a failure's message that are told once more at the end: the whole stands further up, where a log may have been cut. */
const MESSAGE_LINES = 12;

/** Said of a runner that left no report. */
const NO_END = 'it did not come to its end';

/** Results with nothing in what is not named. @param {Partial<Results>} some @returns {Results} */
export const results = (some) => ({ passed: 0, failed: [], skipped: [], partly: [], took: [], ...some });

/**
 * Reads what a program of Rust tests said.
 *
 * @param {string} stdout
 * @param {string} output with its standard error, where tests that lack something say so in a line (`experiments/lib/testkit`). Such
 *   a test returns early, and its program counts it as passed.
 * @returns {Results}
 */
export function readRust(stdout, output) {
  const [, passed, failed] = /^test result: \w+\. (\d+) passed; (\d+) failed;/m.exec(stdout) ?? [];
  if (failed === undefined) throw new Error('the program did not come to its end');
  // The messages come first, between two such lines, and the names last.
  const [, messages = '', names = ''] =
    failed === '0' ? [] : (/^failures:$([^]*)^failures:$([^]*)/m.exec(stdout) ?? []);
  /** @type {string[]} */
  const red = names.match(/(?<=^ {4})\S+$/gm) ?? [];
  const messageOf = (/** @type {string} */ name) =>
    messages.split(`---- ${name} stdout ----\n`)[1]?.split(/^---- /m)[0] ?? '';
  const ignored = [...stdout.matchAll(/^test (\S+)(?: - should panic)? \.\.\. ignored(?:, (.*))?$/gm)];
  const leftOut = [...output.matchAll(/left out: (\S+)\t(test|part)\t(.*)$/gm)];
  /** Once each, though a helper that runs twice says it twice. @param {string} what */
  const linesOf = (what) => {
    const lines = leftOut.filter(([, name = '', part]) => part === what && !red.includes(name));
    return [...new Set(lines.map(([, name, , why]) => `${name}: ${why}`))];
  };
  const whole = linesOf('test');
  return results({
    passed: Number(passed) - whole.length,
    failed: red.map((name) => withMessage(name, [messageOf(name)])),
    skipped: [...ignored.map(([, name, why = NO_REASON]) => `${name}: ${why}`), ...whole],
    partly: linesOf('part'),
  });
}

/**
 * Reads Vitest's report. A file that could not be read, or whose set-up failed, fails besides its tests, which Vitest counts as
 * skipped or not at all.
 *
 * @param {string} json of its JSON reporter
 * @returns {Results}
 */
export function readVitest(json) {
  const { numPassedTests: passed, testResults } = JSON.parse(json);
  /** @type {{ status: string, fullName: string, duration?: number, failureMessages?: string[], meta?: { lacks?: string } }[]} */
  const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
  const red = tests.filter(({ status }) => status === 'failed');
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  /** @type {{ name: string, message: string }[]} */
  const brokenFiles = testResults.filter(
    (/** @type {any} */ { status, message, assertionResults }) =>
      status === 'failed' && (message || assertionResults.every((/** @type {any} */ one) => one.status !== 'failed')),
  );
  return results({
    passed,
    failed: [
      ...red.map(({ fullName, failureMessages = [] }) => withMessage(fullName, failureMessages)),
      ...brokenFiles.map(({ name, message }) =>
        withMessage(relative(root, name), [message || 'what stands before or after a group of its tests failed']),
      ),
    ],
    skipped: skipped.map(({ fullName, meta }) => `${fullName}: ${meta?.lacks ?? NO_REASON}`),
    took: tests.map(({ fullName, duration = 0 }) => [fullName, duration]),
  });
}

/**
 * Reads Playwright's report.
 *
 * @param {string} json of its JSON reporter
 * @returns {Results}
 */
export function readPlaywright(json) {
  const { stats, suites, errors = [] } = JSON.parse(json);
  /** @type {ReturnType<typeof testsIn>} */
  const tests = suites.flatMap(testsIn);
  return results({
    passed: stats.expected,
    failed: [
      ...tests.filter(({ status }) => status === 'unexpected').map(({ name, messages }) => withMessage(name, messages)),
      ...errors.map((/** @type {any} */ { message }) => withMessage('outside of all tests', [message])),
    ],
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name, why }) => `${name}: ${why}`),
    took: tests.map(({ name, duration }) => [name, duration]),
  });
}

/** @param {any} suite @returns {{ name: string, status: string, why: string, messages: string[], duration: number }[]} */
function testsIn({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ { projectName, status, annotations = [], results = [] }) => ({
      name: `${spec.title} [${projectName}]`,
      status,
      why: annotations.find((/** @type {any} */ { type }) => type === 'skip')?.description ?? NO_REASON,
      messages: results.flatMap((/** @type {any} */ { error }) => (error ? [error.message ?? ''] : [])),
      duration: results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration = 0 }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(testsIn)].map((test) => ({ ...test, name: `${title} › ${test.name}` }));
}

/** A failure's name, and in further lines the beginning of what its runner says of it. @param {string} name @param {string[]} messages */
function withMessage(name, messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).trim().split('\n')).filter(Boolean);
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n');
}

/**
 * Results with what a runner's own report leaves out: one that crashed, or left no report, has failed.
 *
 * @param {number} code its exit status
 * @param {() => Results} read
 * @param {string} [output] whose last words say why there is no report: what a Rust program panicked of, else its last lines
 * @returns {Results}
 */
export function judge(code, read, output = '') {
  try {
    const found = read();
    return found.failed.length === 0 && code !== 0 ? { ...found, failed: [`it ended with status ${code}`] } : found;
  } catch {
    const lines = output.trim().split('\n');
    const panic = lines.findLastIndex((line) => line.includes(' panicked at '));
    return results({ failed: [withMessage(NO_END, lines.slice(panic === -1 ? -MESSAGE_LINES : panic))] });
  }
}

/**
 * Adds results up.
 *
 * @param {Results[]} all
 * @returns {Results}
 */
export const total = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.flatMap(({ skipped }) => skipped),
  partly: all.flatMap(({ partly }) => partly),
  took: all.flatMap(({ took }) => took),
});

/**
 * Results whose tests are told from those of other runners, or programs.
 *
 * @param {string} runner
 * @param {Results} its
 * @returns {Results}
 */
export function prefixed(runner, its) {
  const name = (/** @type {string[]} */ tests) => tests.map((test) => `${runner}: ${test}`);
  return {
    passed: its.passed,
    failed: name(its.failed),
    skipped: name(its.skipped),
    partly: name(its.partly),
    took: its.took.map(([test, milliseconds]) => [`${runner}: ${test}`, milliseconds]),
  };
}

/** @param {Results} results */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/** A line for each test that was left out, as a whole or in part, and lines for each that failed. @param {Results} results */
export function formatExceptions({ failed, skipped, partly }) {
  return [
    ...skipped.map((test) => `skipped: ${test}`),
    ...partly.map((test) => `partly skipped: ${test}`),
    ...failed.map((test) => `failed: ${test}`),
  ];
}
