// The engines besides Chromium that every page is opened in: Firefox and WebKitGTK, and the programs that drive them.
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ensureTool, which } from './setup.mjs';
import { tryToInstall } from './debian.mjs';
import { tryRun } from './run.mjs';
import { step } from './steps.mjs';

/** Debian has none. */
const GECKODRIVER = '0.37.1';

/** Where Debian keeps what is on no path: by the processor, as Node names it. */
const LIBRARIES = { x64: '/usr/lib/x86_64-linux-gnu', arm64: '/usr/lib/aarch64-linux-gnu' };
const MINI_BROWSER = `${LIBRARIES[/** @type {'x64'} */ (process.arch)]}/webkit2gtk-4.1/MiniBrowser`;

/** @typedef {'Firefox' | 'WebKitGTK'} EngineName */

/**
 * The programs that drive each engine, by the parts they play, in the order of preference; WebKitGTK's browser has no mode without a
 * screen.
 *
 * @type {Record<EngineName, Record<string, string[]>>}
 */
const PROGRAMS = {
  Firefox: { browser: ['firefox-esr', 'firefox'], geckodriver: ['geckodriver'] },
  WebKitGTK: {
    browser: [MINI_BROWSER],
    ...Object.fromEntries(['WebKitWebDriver', 'xvfb-run', 'xauth'].map((name) => [name, [name]])),
  },
};

/** Descriptions of missing browsers; the names of other missing programs suffice. */
const BROWSERS = {
  Firefox: 'Firefox that is no snap (Debian: firefox-esr)',
  WebKitGTK: 'MiniBrowser (Debian: webkit2gtk-driver)',
};

/** Debian's packages of all but geckodriver. Ubuntu has no firefox-esr, and of `firefox` only what starts a snap. */
const PACKAGES = { Firefox: ['firefox-esr'], WebKitGTK: ['webkit2gtk-driver', 'xvfb', 'xauth'] };

/**
 * True for a snap, or a script that starts one: a snap has temporary folders of its own, and sees none that tests make.
 *
 * @param {string} file
 */
export function isSnap(file) {
  if (/\/snap(\/|$)/.test(realpathSync(file))) return true;
  const script = Buffer.alloc(4096);
  const open = openSync(file, 'r');
  const length = readSync(open, script);
  closeSync(open);
  return /^#!.*\/snap\/bin\//s.test(script.toString('latin1', 0, length));
}

/** @param {string} name of a program, or where it lies */
function locate(name) {
  const file = isAbsolute(name) ? (existsSync(name) ? name : undefined) : which(name);
  return file === undefined || isSnap(file) ? undefined : file;
}

/** True where this user becomes root without being asked for anything, as on hosts that run tests. */
async function hasSudo() {
  return (await tryRun('sudo', ['--non-interactive', 'true'])).code === 0;
}

/**
 * Which program plays which part, and what is missing, in words.
 *
 * @param {EngineName} name
 */
export function engine(name, find = locate) {
  /** @type {Record<string, string>} */
  const programs = {};
  const lacks = [];
  for (const [part, candidates] of Object.entries(PROGRAMS[name])) {
    const found = candidates.map((candidate) => find(candidate)).find((one) => one !== undefined);
    if (found === undefined) lacks.push(part === 'browser' ? BROWSERS[name] : part);
    else programs[part] = found;
  }
  return { programs, lacks };
}

/**
 * Installs what is missing, where that can be done unasked; what then still is, the tests say themselves.
 *
 * @param {object} [system]
 * @param {typeof locate} [system.find]
 * @param {number} [system.user] 0 is root
 * @param {typeof hasSudo} [system.sudo]
 * @param {(packages: string[]) => Promise<unknown>} [system.install]
 * @param {typeof ensureTool} [system.compile]
 */
export async function ensureEngines({
  find = locate,
  user = process.getuid?.(),
  sudo = hasSudo,
  install = tryToInstall,
  compile = ensureTool,
} = {}) {
  const can = find('apt-get') !== undefined && (user === 0 || (await sudo()));
  const names = /** @type {EngineName[]} */ (Object.keys(PACKAGES));
  await step('more browsers for tests', `apt-get install ${Object.values(PACKAGES).flat().join(' ')}`, async () => {
    const missing = names.filter((name) => can && engine(name, find).lacks.some((part) => part !== 'geckodriver'));
    // One after the other: not every system that has apt-get has them both.
    for (const name of missing) await install(PACKAGES[name]);
    return missing.length > 0;
  });
  if (engine('Firefox', find).programs['browser'] !== undefined)
    await compile('geckodriver', 'geckodriver', GECKODRIVER);
  return true;
}
