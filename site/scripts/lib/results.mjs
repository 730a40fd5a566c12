/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Sums the `test result:` lines of `cargo test`, one per test program.
 *
 * @param {string} output
 * @returns {Counts}
 */
export function parseCargo(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const line of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)) {
    counts.passed += Number(line[1]);
    counts.failed += Number(line[2]);
    counts.skipped += Number(line[3]);
  }
  return counts;
}

/**
 * @param {string} json what Vitest's JSON reporter wrote
 * @returns {Counts}
 */
export function parseVitest(json) {
  const report = JSON.parse(json);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {string} json what Playwright's JSON reporter wrote
 * @returns {Counts}
 */
export function parsePlaywright(json) {
  const { stats } = JSON.parse(json);
  // One that passes only when tried again is not a pass to rely on.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * What a runner's own figures leave out: a runner that crashed, or ran nothing, or left no report, has failed.
 *
 * @param {number} code its exit status
 * @param {() => Counts} read
 * @returns {Counts}
 */
export function judge(code, read) {
  let counts;
  try {
    counts = read();
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const silentFailure = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return silentFailure ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function total(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
