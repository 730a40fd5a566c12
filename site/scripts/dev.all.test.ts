// `npm run dev` in a copy of the checkout: an edit of an article, a style, a lab or a model is on the page that is open, and a mistake in one is
// told there and in the terminal, until it is mended. Takes a minute: `npm test -- --all` runs it.
import { chromium, type Browser, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { browserFlags, installedBrowser } from './lib/browser.mjs';
import { copyTree } from './lib/copied-tree.ts';
import { outsideVitest } from './lib/outside-vitest.mjs';
import { cache } from './lib/paths.mjs';
import { remove } from './lib/remove.mjs';
import { choosePort } from './lib/serve.mjs';

/** A machine that is busy with something else is slow, not wrong. */
const TIMEOUT = 180_000;
const ARTICLE = 'content/findings/stale-load.mdx';
const LAB = 'site/findings/stale-load/lab/Lab.astro';
const SCRIPT = 'site/findings/stale-load/lab/figures.ts';
const CRATE = 'wasm/labs/stale-load/src/lib.rs';

const copy = join(cache, 'a copy for dev');
/** Files that a test changed, as they were. */
const originals = new Map<string, string>();
let server: ChildProcess;
let output = '';
let browser: Browser;
let page: Page;

const lab = 'mt-stale-load-lab';
const isReady = () => page.locator(`${lab}[data-state="ready"]`).waitFor({ timeout: TIMEOUT });

/** Replaces some text of a file; it has to be there. */
function edit(file: string, text: string, other: string): void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(text);
  if (!originals.has(path)) originals.set(path, before);
  writeFileSync(
    path,
    before.replace(text, () => other),
  );
}

beforeAll(async () => {
  copyTree(copy, (file) => !/^content\/findings\/(?!load-balancing|stale-load|dead-connections)/.test(file));
  const port = await choosePort(undefined, 4750);
  const env = { ...outsideVitest(), PORT: String(port) };
  // A group of its own, which is ended as a whole.
  server = spawn(process.execPath, ['site/scripts/dev.mjs'], { cwd: copy, env, detached: true });
  for (const stream of [server.stdout!, server.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += stripVTControlCharacters(text)));
  await vi.waitFor(() => expect(output).toMatch(/localhost:\d+/), { timeout: TIMEOUT });
  browser = await chromium.launch({ executablePath: installedBrowser()!, args: browserFlags });
  page = await browser.newPage();
  await page.goto(`http://localhost:${port}/findings/stale-load/`, { timeout: TIMEOUT });
  await isReady();
}, 2 * TIMEOUT);

afterEach(async () => {
  const isModel = originals.has(join(copy, CRATE));
  const before = output.length;
  for (const [path, text] of originals) writeFileSync(path, text);
  originals.clear();
  // A model that is compiled again has the server start anew, which would lose the next edit.
  if (isModel)
    await vi.waitFor(() => expect(output.slice(before)).toContain('✓ wasm stale-load'), { timeout: TIMEOUT });
  // The error's overlay goes by itself once the error is mended.
  await page.locator('vite-error-overlay').waitFor({ state: 'detached', timeout: TIMEOUT });
  await isReady();
  // Each begins with a page that the server has just given. Where the server has it reloaded meanwhile, that ends the one asked for here.
  const reload = () => page.reload({ timeout: TIMEOUT });
  await reload().catch(reload);
  await isReady();
}, TIMEOUT);

afterAll(async () => {
  await browser?.close();
  if (server?.pid !== undefined && server.exitCode === null) {
    process.kill(-server.pid, 'SIGTERM');
    await once(server, 'close');
  }
  remove(copy);
});

/** What the lab shows as its first figure. */
const figure = () => page.locator(`${lab} [data-result]`).first().getAttribute('data-value');

it.each([
  [
    'an article',
    ARTICLE,
    '## What to do',
    '## What to do, edited',
    () => page.getByText('What to do, edited').first().waitFor(),
  ],
  [
    'a style',
    'site/styles/prose.css',
    '.mt-lead {',
    '.mt-lead { outline: 3px solid rgb(1, 2, 3);',
    () =>
      page.waitForFunction(() => getComputedStyle(document.querySelector('.mt-lead')!).outlineColor === 'rgb(1, 2, 3)'),
  ],
  ['a lab', LAB, '<LabFoot', '<p>An edited lab.</p><LabFoot', () => page.getByText('An edited lab.').waitFor()],
  [
    'a model',
    CRATE,
    'Self { mean, p50, p99 }',
    'Self { mean: mean.map(|mean| mean + 1000.0), p50, p99 }',
    () => expect.poll(async () => Number(await figure()), { timeout: TIMEOUT }).toBeGreaterThan(1000),
  ],
] as const)(
  'shows an edit of %s on the page that is open',
  { timeout: TIMEOUT },
  async (_, file, text, other, isSeen) => {
    edit(file, text, other);
    await isSeen();
  },
);

// The article last: of a component that is wrong after one, Astro says nothing until it is started anew.
it.each([
  ['a lab', LAB, 'const state =', 'const state = =', /lab\/Lab\.astro:\d+/],
  ['a script', SCRIPT, 'export ', 'export export ', /lab\/figures\.ts:\d+/],
  ['a model', CRATE, 'Self { mean, p50, p99 }', 'Self { mean, p50, p99 } +', /labs\/stale-load\/src\/lib\.rs:\d+/],
  ['an article', ARTICLE, '## What to do', '## What {to do', /stale-load\.mdx:\d+/],
] as const)(
  'says where %s is wrong, on the page and in the terminal',
  { timeout: TIMEOUT },
  async (_, file, text, other, place) => {
    output = '';
    edit(file, text, other);
    await expect.poll(() => output, { timeout: TIMEOUT }).toMatch(place);
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor({ timeout: TIMEOUT });
    expect(await overlay.evaluate((element) => element.shadowRoot!.textContent)).toMatch(place);
  },
);
