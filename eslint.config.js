import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

/** What removes files and folders. */
const REMOVING = ['rm', 'rmSync', 'rmdir', 'rmdirSync', 'unlink', 'unlinkSync'];
const message =
  'Only site/scripts/lib/remove.mjs removes: `remove` goes by what is ours, and `makeTemporary` makes it.';
const removing = `/^(${REMOVING.join('|')})$/`;
const REMOVES = [
  { selector: `MemberExpression[property.name=${removing}]`, message },
  { selector: `MemberExpression[property.value=${removing}]`, message },
  { selector: `ObjectPattern > Property[key.name=${removing}]`, message },
];

const byMarkup = 'Only site/kit/set-markup.ts makes markup of text: browsers refuse it elsewhere. Use `setMarkup`.';
const byStart = 'Only site/kit/lab/start-worker.ts starts a worker: browsers refuse it elsewhere. Use `startWorker`.';
/** What needs a Trusted Types policy. */
const NEEDS_POLICY = [
  { selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]', message: byMarkup },
  { selector: 'AssignmentExpression[left.property.value=/^(inner|outer)HTML$/]', message: byMarkup },
  { selector: 'MemberExpression[property.name=insertAdjacentHTML]', message: byMarkup },
  { selector: 'NewExpression[callee.name=Worker]', message: byStart },
];

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
      'no-restricted-syntax': ['error', ...REMOVES],
    },
  },
  {
    // What readers' browsers run.
    files: ['site/**'],
    ignores: ['site/kit/set-markup.ts', 'site/kit/lab/start-worker.ts', 'site/scripts/{*,lib/**}'],
    rules: { 'no-restricted-syntax': ['error', ...REMOVES, ...NEEDS_POLICY] },
  },
  {
    // Commands talk to a terminal.
    files: ['site/scripts/**'],
    rules: { 'no-console': 'off' },
  },
);
