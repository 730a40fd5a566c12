/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os';
import { getViteConfig } from 'astro/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tests that take minutes, by the value of `TEST_ALL` by which `npm test -- --all` asks for them: those that others may run
 * beside; those that run experiments, which the browser's tests alone run beside; and those that nothing else runs beside.
 */
const MINUTES = { '1': '**/*.all.test.ts', runs: '**/*.runs.test.ts', alone: '**/*.alone.test.ts' };
const exclude = [
  ...['**/node_modules/**', 'target/**', 'site/wasm-pkg/**', 'site/scripts/new/**'],
  ...Object.entries(MINUTES).flatMap(([asked, files]) => (asked === process.env.TEST_ALL ? [] : [files])),
];
/** With those that take minutes as many at a time as there are processors: by default it would be one fewer, and one alone of two. */
const maxWorkers = process.env.TEST_ALL === '1' ? { maxWorkers: availableParallelism() } : {};
/** Those that take minutes first: begun among the last, one of them would run alone while the other processors wait. */
class MinutesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const takesMinutes = ({ moduleId }: TestSpecification) => moduleId.endsWith('.all.test.ts');
    return (await super.sort(files)).toSorted((a, b) => Number(takesMinutes(b)) - Number(takesMinutes(a)));
  }
}
const overBuiltSite = 'site/**/*.built.test.ts';

// Astro's own Vite configuration, so that a test may import a component, a collection or a `.wasm?url` as the site does.
export default getViteConfig({
  test: {
    setupFiles: ['site/kit/property-tests.ts'],
    // A worker goes from file to file, and takes what it has loaded along; what a test puts into the place of others goes back.
    isolate: false,
    ...maxWorkers,
    sequence: { sequencer: MinutesFirst },
    restoreMocks: true,
    unstubGlobals: true,
    // Generous: a machine that is busy with something else is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{site,wasm,experiments}/**/*.test.ts'], exclude: [...exclude, overBuiltSite] },
      },
      // Tests of the site as it was last built into dist/: `npm run build` first, or `npm test`, which does.
      { extends: true, test: { name: 'built', include: [overBuiltSite], exclude } },
    ],
  },
});
