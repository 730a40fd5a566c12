// The browser's side of the benchmark: the program in bench/ asks for turns on standard input, a line each, and
// reads their seconds from standard output. Ends with its input.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { browserFlags, ensureBrowser } from './lib/browser.mjs';
import { root } from './lib/paths.mjs';
import { serve } from './lib/serve.mjs';

const PAGE = `<!doctype html><title>bench</title><script type="module">
  import init, { Simulation } from './models.js';
  import initPortable, { Simulation as PortableSimulation } from './portable/models.js';
  import { simulate } from './bench-placement.js';
  import { table } from './bench-table.js';
  await init({ module_or_path: './models_bg.wasm' });
  await initPortable({ module_or_path: './portable/models_bg.wasm' });
  window.table = table;
  window.turn = (contender, strategy, items, servers, seed, repetitions) => {
    const start = performance.now();
    if (contender === 'javascript') {
      simulate(strategy, items, servers, seed, repetitions);
    } else {
      const simulation = new (contender === 'wasm' ? Simulation : PortableSimulation)(items, servers, strategy, 2, seed);
      simulation.run(0, repetitions);
      simulation.free();
    }
    return (performance.now() - start) / 1000;
  };
</script>`;

/** Simulates the published table in as many workers as there are cores; each asks for its next part when it is through. */
const TABLE = `
  const workers = Promise.all(
    Array.from({ length: navigator.hardwareConcurrency }, async () => {
      const worker = new Worker('./bench-table-worker.js', { type: 'module' });
      await new Promise((ready) => (worker.onmessage = ready));
      return worker;
    }),
  );
  export async function table(rows, seed, repetitions) {
    const parts = rows.flatMap(([strategy, items, servers, atOnce]) =>
      Array.from({ length: Math.ceil(repetitions / atOnce) }, (_, part) => {
        const first = part * atOnce;
        return { strategy, items, servers, seed, first, count: Math.min(atOnce, repetitions - first) };
      }),
    );
    const all = await workers;
    const start = performance.now();
    let next = 0;
    let simulated = 0;
    await Promise.all(
      all.map(async (worker) => {
        while (next < parts.length) {
          const answer = new Promise((done) => (worker.onmessage = done));
          worker.postMessage(parts[next++]);
          const { data } = await answer;
          simulated += data;
        }
      }),
    );
    if (simulated !== rows.length * repetitions) throw new Error('The table is not complete');
    return (performance.now() - start) / 1000;
  }`;

const TABLE_WORKER = `
  import init, { Simulation } from './models.js';
  await init({ module_or_path: './models_bg.wasm' });
  onmessage = ({ data: { strategy, items, servers, seed, first, count } }) => {
    const simulation = new Simulation(items, servers, strategy, 2, seed);
    simulation.run(first, count);
    postMessage(simulation.repetitions);
    simulation.free();
  };
  postMessage('ready');`;

const read = (/** @type {string} */ file) => readFileSync(join(root, file));

function files() {
  const models = read('site/wasm-pkg/load-balancing/models.js');
  const script = (/** @type {string | Buffer} */ body) => ({ type: 'text/javascript', body });
  const wasm = (/** @type {string} */ name) => ({
    type: 'application/wasm',
    body: read(`site/wasm-pkg/load-balancing/${name}`),
  });
  return new Map([
    ['/', { type: 'text/html', body: PAGE }],
    ['/models.js', script(models)],
    ['/models_bg.wasm', wasm('models_bg.wasm')],
    ['/portable/models.js', script(models)],
    ['/portable/models_bg.wasm', wasm('models_without_simd_bg.wasm')],
    ['/bench-placement.js', script(stripTypeScriptTypes(read('site/scripts/bench-placement.ts').toString()))],
    ['/bench-table.js', script(TABLE)],
    ['/bench-table-worker.js', script(TABLE_WORKER)],
  ]);
}

/** @param {string[]} words of the question: repetitions, seed, and for each row its strategy, items, servers and part */
function tableAsked([repetitions, seed, ...rows]) {
  const four = Array.from({ length: rows.length / 4 }, (_, row) => rows.slice(4 * row, 4 * row + 4));
  const asked = four.map(([strategy, ...numbers]) => [strategy, ...numbers.map(Number)]);
  return `window.table(${JSON.stringify(asked)}, ${Number(seed)}, ${Number(repetitions)})`;
}

/**
 * Moves one of the lab's rulers on the built article, to and fro around the example, one stop at a time, and waits for the final
 * figures each time.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} strategy
 * @param {string} ruler
 * @param {number} moves
 * @returns {Promise<string>} seconds until the figures of each move, a slash, and the seconds of its longest task
 */
async function moveRuler(browser, strategy, ruler, moves) {
  const { address, close } = await serve({ folder: join(root, 'dist'), base: '/', port: 0 });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    // Tasks below 50 ms are no long tasks and have no entry; they count as 0.
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) performance.measure('long-task', { start: 0, duration });
      }).observe({ type: 'longtask' });
    });
    // The view that the lab opens on, which an address that sets something has to name.
    await page.goto(new URL(`/findings/load-balancing/?view=tiles&strategy=${strategy}`, address).href);
    await page.locator('mt-load-balancing-lab').scrollIntoViewIfNeeded();
    await page.locator('mt-load-balancing-lab[data-state=ready]').waitFor();
    const updates = [];
    const tasks = [];
    const slider = page.locator(`[data-ruler=${ruler}] input[type=range]`);
    for (let move = 0; move < moves; move++) {
      await page.evaluate(() => performance.clearMeasures());
      await slider.press(move % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
      await page.waitForFunction(() => performance.getEntriesByName('mt-lab-update').length > 0);
      // Observers hear of a task after it.
      await page.waitForTimeout(50);
      const [update, task] = await page.evaluate(() =>
        ['mt-lab-update', 'long-task'].map((name) =>
          Math.max(0, ...performance.getEntriesByName(name).map(({ duration }) => duration)),
        ),
      );
      updates.push((update ?? 0) / 1000);
      tasks.push((task ?? 0) / 1000);
    }
    return `${updates.join(' ')} / ${tasks.join(' ')}`;
  } finally {
    await context.close();
    await close();
  }
}

async function main() {
  const { chromium } = await import('@playwright/test');
  const served = files();
  const server = createServer((request, response) => {
    const file = served.get(request.url ?? '');
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': file.type }).end(file.body);
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
      if (contender === 'lab') {
        const [ruler = '', moves] = numbers;
        console.log(await moveRuler(browser, strategy ?? '', ruler, Number(moves)));
        continue;
      }
      if (contender === 'table') {
        console.log(await page.evaluate(tableAsked([strategy ?? '', ...numbers])));
        continue;
      }
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
