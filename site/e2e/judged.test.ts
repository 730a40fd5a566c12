import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledExperiment, compileExperiments } from '../scripts/lib/rust-tests.mjs';

// What judges decides no figure, so nothing says that a record is older than it: its claims must be what today's code says
// of its figures. Where they are not, `cargo run -p <experiment> -- judge` puts them right.
const experiments = readdirSync('content/measurements', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('every published record is judged by the code of today', async () => {
  await compileExperiments();
  expect(experiments.length).toBeGreaterThan(12);
  for (const experiment of experiments) {
    const judge = () => execFileSync(compiledExperiment(experiment), ['judge', '--check'], { encoding: 'utf8' });
    expect(judge, experiment).not.toThrow();
  }
}, 600_000);
