/**
 * The first `major.minor.patch` in a program's version line, such as `rustc 1.95.0 (f2d3ce0bd 2026-03-21)`.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
export function findVersion(text) {
  return /\d+\.\d+(?:\.\d+)?/.exec(text)?.[0];
}

/**
 * True where `version` is `minimum` or newer. A missing minor or patch counts as 0.
 *
 * @param {string} version
 * @param {string} minimum
 */
export function isAtLeast(version, minimum) {
  const parts = (/** @type {string} */ text) => text.split('.').map(Number);
  const [have, need] = [parts(version), parts(minimum)];
  for (let i = 0; i < 3; i++) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
