import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

/** What removes files and folders. */
const REMOVING = ['rm', 'rmSync', 'rmdir', 'rmdirSync', 'unlink', 'unlinkSync'];
const message =
  'Only site/scripts/lib/remove.mjs removes: `remove` goes by what is ours, and `makeTemporary` makes it.';
const removing = `/^(${REMOVING.join('|')})$/`;

export default defineConfig(
  globalIgnores([
    'dist/',
    'target/',
    'node_modules/',
    '.astro/',
    '.cache/',
    '.tools/',
    'site/wasm-pkg/',
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
    ignores: ['site/scripts/lib/remove.mjs'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({
          name,
          importNames: REMOVING,
          message,
        })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: `MemberExpression[property.name=${removing}]`, message },
        { selector: `MemberExpression[property.value=${removing}]`, message },
        { selector: `ObjectPattern > Property[key.name=${removing}]`, message },
      ],
    },
  },
  {
    // Commands talk to a terminal.
    files: ['site/scripts/**'],
    rules: { 'no-console': 'off' },
  },
);
