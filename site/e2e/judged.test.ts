import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledExperiment, compileExperiments } from '../scripts/lib/rust-tests.mjs';

// Words and claims are generated, and no record says by which code: they must be what today's makes of the records that are published.
// Where they are not, `npm run judge` puts them right.
const experiments = readdirSync('content/measurements', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('the words and claims of every experiment are those of the code of today', async () => {
  await compileExperiments();
  expect(experiments.length).toBeGreaterThan(12);
  for (const experiment of experiments)
    for (const command of ['describe', 'judge']) {
      const check = () => execFileSync(compiledExperiment(experiment), [command, '--check'], { encoding: 'utf8' });
      expect(check, `${command} of ${experiment}`).not.toThrow();
    }
}, 600_000);
