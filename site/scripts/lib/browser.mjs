import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { delimiter } from 'node:path';
import { accessSync, constants } from 'node:fs';
import { tryToInstall } from './debian.mjs';
import { tryRun } from './run.mjs';
import { Problem } from './problem.mjs';

/** Chromium without its windows, which runs the tests faster. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Flags for tests and audits: nothing goes over the network by itself, and a container's root needs no sandbox helper.
 */
export const browserFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // As a desktop's Chromium measures text. The headless shell would round each letter to whole pixels, and lines break elsewhere.
  '--font-render-hinting=none',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** True where a program starts: a package's stub, or one with libraries missing, does not. @param {string} program */
function starts(program) {
  return spawnSync(program, ['--version', '--no-sandbox'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}

/** @param {string} name */
function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** The browser in CHROMIUM_PATH, or else an installed one. */
export function installedBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (starts(named)) return named;
    throw new Problem(`CHROMIUM_PATH is '${named}', which does not start as a browser; name a Chromium or unset it.`);
  }
  const found = [...NAMES.map(onPath), ...(process.platform === 'darwin' ? MAC : [])];
  return found.find((program) => program !== undefined && starts(program));
}

/** Playwright's own browser, where it was downloaded before. */
async function playwrightBrowser() {
  const ask = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))";
  const { code, output } = await tryRun('node', ['-e', ask]);
  const program = output.trim();
  return code === 0 && program !== '' && starts(program) ? program : undefined;
}

/**
 * A Chromium for tests: the one in CHROMIUM_PATH, else Debian's shell, else an installed one or Playwright's. Needs the npm
 * packages.
 *
 * @returns {Promise<string>} the program's path
 */
export async function ensureBrowser() {
  const browser = await findOrInstall();
  await ensureFonts();
  return browser;
}

/**
 * A font that stands in until the site's own have come, as readers' systems have one: with any other, lines break elsewhere
 * when those come, and tests that watch for it fail. A bare machine has none.
 */
async function ensureFonts() {
  const hasOne = async () => (await tryRun('fc-match', ['Arial'])).output.match(/Arial|Liberation/i) !== null;
  if (canInstall() && !(await hasOne())) await tryToInstall(['fontconfig', 'fonts-liberation']);
}

/** @returns {Promise<string>} */
async function findOrInstall() {
  const there = installedBrowser() ?? (await playwrightBrowser());
  // Beside a whole Chromium, too: experiments install that one.
  if (canInstall() && !process.env.CHROMIUM_PATH && !onPath(SHELL)) await tryToInstall([SHELL]);
  const found = installedBrowser() ?? there;
  if (found) return found;
  await tryRun('playwright', ['install', 'chromium']);
  const downloaded = await playwrightBrowser();
  if (downloaded) return downloaded;
  // Older releases have no package of the shell alone.
  if (canInstall()) await tryToInstall(['chromium']);
  const installed = installedBrowser();
  if (installed) return installed;
  throw new Problem(
    'No browser for the tests: install Chromium (Debian: sudo apt-get install chromium; elsewhere: npx playwright install --with-deps chromium) or name one in CHROMIUM_PATH.',
  );
}

/** True where Debian's packages can be installed without asking anybody. */
function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get') !== undefined;
}
