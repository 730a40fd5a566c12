/// <reference types="vitest/config" />
import { getViteConfig } from 'astro/config';

// Astro's own Vite configuration, so that a test may import a component, a collection or a `.wasm?url` as the site does.
export default getViteConfig({
  test: {
    include: ['{site,wasm,experiments}/**/*.test.ts'],
    setupFiles: ['site/kit/property-tests.ts'],
    // Generous: a machine that is busy with something else is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: ['**/node_modules/**', 'target/**', 'site/wasm-pkg/**'],
  },
});
