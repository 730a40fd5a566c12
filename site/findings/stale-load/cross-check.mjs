// WebAssembly's side of a benchmark: the command `cross-check` of experiments/stale-load asks for turns on standard input, a line
// each, and reads their seconds from standard output. Ends with its input.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/paths.mjs';

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

async function main() {
  const folder = join(root, 'site', 'wasm-pkg', 'stale-load');
  const models = await import(pathToFileURL(join(folder, 'models.js')).href);
  models.initSync({ module: readFileSync(join(folder, 'models_bg.wasm')) });
  say('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const [servers, utilisation, requests, seed] = line.split(' ').map(Number);
    const setting = new models.Setting(servers, utilisation, 'best-of-2', 'fresh', 0, 'poisson', 'exponential', 1);
    const start = performance.now();
    const runs = setting.runs(requests, 1, 0, seed);
    runs.advance(requests);
    say(String((performance.now() - start) / 1000));
    runs.free();
    setting.free();
  }
}

await main().catch((error) => {
  say(String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '');
  process.exitCode = 1;
});
