// The browser's side of the benchmark: the program experiments/speed asks for turns on standard input, a line each, and
// reads their seconds from standard output. Ends with its input.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { browserFlags, ensureBrowser } from './lib/browser.mjs';
import { root } from './lib/paths.mjs';

const PAGE = `<!doctype html><title>bench</title><script type="module">
  import init, { Simulation } from './labs.js';
  import { simulate } from './bench-placement.js';
  await init({ module_or_path: './labs_bg.wasm' });
  window.turn = (contender, strategy, items, servers, seed, repetitions) => {
    const start = performance.now();
    if (contender === 'wasm') {
      const simulation = new Simulation(items, servers, strategy, 2, seed);
      simulation.run(0, repetitions);
      simulation.free();
    } else {
      simulate(strategy, items, servers, seed, repetitions);
    }
    return (performance.now() - start) / 1000;
  };
</script>`;

const read = (/** @type {string} */ file) => readFileSync(join(root, file));

function files() {
  return new Map([
    ['/', { type: 'text/html', body: PAGE }],
    ['/labs.js', { type: 'text/javascript', body: read('site/wasm-pkg/labs.js') }],
    ['/labs_bg.wasm', { type: 'application/wasm', body: read('site/wasm-pkg/labs_bg.wasm') }],
    [
      '/bench-placement.js',
      { type: 'text/javascript', body: stripTypeScriptTypes(read('site/lib/bench-placement.ts').toString()) },
    ],
  ]);
}

async function main() {
  const { chromium } = await import('@playwright/test');
  const served = files();
  const server = createServer((request, response) => {
    const file = served.get(request.url ?? '');
    if (file === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.type }).end(file.body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    await page.waitForFunction('window.turn !== undefined');
    console.log('ready');
    for await (const line of createInterface({ input: process.stdin })) {
      const [contender, strategy, ...numbers] = line.split(' ');
      const turn = JSON.stringify([contender, strategy, ...numbers.map(Number)]);
      console.log(await page.evaluate(`window.turn(...${turn})`));
    }
  } finally {
    await browser.close();
    server.close();
  }
}

await main().catch((error) => {
  console.log(String(error instanceof Error ? error.message : error).split('\n', 1)[0]);
  process.exitCode = 1;
});
