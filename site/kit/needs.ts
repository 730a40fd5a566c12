/** Tests that need what is not everywhere: without it they are left out, and `npm test` names them with what they lack. */

declare module 'vitest' {
  interface TaskMeta {
    /** What a test that is left out would need. */
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

/** For what there is on Linux alone, as `/proc`. */
export const needsLinux = needs('Linux', process.platform === 'linux');
