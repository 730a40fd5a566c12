import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist/',
    'target/',
    'node_modules/',
    '.astro/',
    '.cache/',
    '.tools/',
    'site/wasm-pkg/',
    'test-results/',
    'playwright-report/',
  ]),
  typescript.configs.recommended,
  astro.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-console': 'error',
    },
  },
  {
    // Commands talk to a terminal.
    files: ['site/scripts/**'],
    rules: { 'no-console': 'off' },
  },
);
