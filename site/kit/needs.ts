/** Skips tests that need a program or system that is missing; `npm test` names them with what they lack. */

declare module 'vitest' {
  interface TaskMeta {
    /** The missing program or system. */
    lacks?: string;
  }
}

interface LeftOut {
  skip?: true;
  meta?: { lacks: string };
}

/** For a test, or a group of them: `test('…', needs('nginx', which('nginx')), () => …)`. */
export const needs = (what: string, isThere: unknown): LeftOut =>
  isThere ? {} : { skip: true, meta: { lacks: what } };

/** For tests of features that Linux alone has, such as `/proc`. */
export const needsLinux = needs('Linux', process.platform === 'linux');
