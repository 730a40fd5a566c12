// npm run check: format, lints and types of everything.
import { parseArgs } from 'node:util';
import { buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { wholeWorkspace } from './lib/experiments.mjs';
import { labSlugs } from './lib/labs.mjs';
import { methodNotes } from './lib/method-notes.mjs';
import { tryRun } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';
import { formatDuration } from './lib/steps.mjs';

const LABS = labSlugs().flatMap((slug) => ['--package', `${slug}-lab`]);

/** @type {[name: string, program: string, args: string[]][]} */
const RUST = [
  ['Rust format', 'cargo', ['fmt', '--all', '--check']],
  ['Rust lints', 'cargo', ['clippy', ...wholeWorkspace(), '--all-targets', '--locked', '--', '-D', 'warnings']],
  [
    'Rust lints for wasm',
    'cargo',
    ['clippy', ...LABS, '--target', 'wasm32-unknown-unknown', '--locked', '--', '-D', 'warnings'],
  ],
];

/** @type {typeof RUST} */
const SITE = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lints', 'eslint', ['--max-warnings', '0', '.']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'warning']],
];

const HELP = `npm run check

Checks the format, the lints and the types of everything. All checks run, whatever the first one says. Last it reminds of each METHOD.md
that has to say something of what changed, which is no check.`;

await command(HELP, async (args) => {
  parseArgs({ args });
  await setUp();
  // The types of what Rust exports are made by this build.
  await buildWasm();
  console.log();
  const results = (await Promise.all([inTurn(RUST), inTurn(SITE)])).flat();
  for (const note of methodNotes()) console.log(`NOTE ${note}`);
  const failed = results.filter((passed) => !passed).length;
  console.log(`\n${results.length - failed} of ${results.length} checks passed.`);
  return failed > 0 ? 1 : 0;
});

/** @param {typeof RUST} checks */
async function inTurn(checks) {
  const results = [];
  for (const [name, program, args] of checks) {
    const started = performance.now();
    const { code, output } = await tryRun(program, args);
    const passed = code === 0;
    console.log(`${passed ? '✓' : '✗'} ${name.padEnd(22)} ${formatDuration(performance.now() - started)}`);
    if (!passed) console.log(`${[program, ...args].join(' ')}\n${output.trimEnd()}\n`);
    results.push(passed);
  }
  return results;
}
