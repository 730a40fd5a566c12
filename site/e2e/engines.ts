/** Firefox and WebKitGTK as tests drive them, through WebDriver; and Chromium in the same way, to compare them with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { Capabilities, Key, Origin, WebDriver } from 'selenium-webdriver';
import { Executor, HttpClient } from 'selenium-webdriver/http';
import { browserFlags, installedBrowser } from '@/scripts/lib/browser.mjs';
import { engine } from '@/scripts/lib/engines.mjs';
import { outsideVitest } from '@/scripts/lib/outside-vitest.mjs';
import { choosePort } from '@/scripts/lib/serve.mjs';
import { complainOfRestlessFigures } from './labs';

export interface Point {
  x: number;
  y: number;
}

/** Keys that a lab may answer, each with its code in WebDriver. */
export const KEYS = {
  End: Key.END,
  Home: Key.HOME,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: ' ',
  Backspace: Key.BACK_SPACE,
  PageUp: Key.PAGE_UP,
  PageDown: Key.PAGE_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
} as const;
export type KeyName = keyof typeof KEYS;

export interface Engine {
  open(address: string): Promise<void>;
  /** Has a function, which can use nothing from around it, work in the page. */
  ask<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  press(key: KeyName): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  /** Opens a page of a site that `copyWatched` has made, so that its width can be set from a phone's to that of the window. */
  openResizable(address: string): Promise<void>;
  resize(width: number): Promise<void>;
  /**
   * Has something done, and says for how long the longest task of a page meanwhile had a processor, in milliseconds: by the clock it
   * takes longer on a machine with other work.
   */
  longestTask?(work: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** As wide as a reader's window may be, in pixels. */
const WINDOW = { width: 1920, height: 800 };

const call = (work: unknown, args: readonly unknown[]): string =>
  `(${String(work)})(${args.map((arg) => JSON.stringify(arg)).join()})`;

/** Fields read from Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** For how long the thread had a processor. */
  tdur?: number;
  args?: { name?: string };
}

/** Chromium, by Playwright, which needs no driver for it. */
export async function startChromium(): Promise<Engine> {
  const executablePath = installedBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags });
  const page = await browser.newPage({ viewport: WINDOW, reducedMotion: 'reduce', locale: 'en-US' });
  const open = async (address: string) => void (await page.goto(address));
  return {
    open,
    openResizable: open,
    resize: (width) => page.setViewportSize({ ...WINDOW, width }),
    async longestTask(work) {
      await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
      let trace: Buffer;
      try {
        await work();
      } finally {
        trace = await browser.stopTracing();
      }
      const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
      const pages = traceEvents
        .filter(({ args }) => args?.name === 'CrRendererMain')
        .map(({ tid, pid }) => `${pid} ${tid}`);
      const tasks = traceEvents.filter(
        ({ name, tid, pid }) => name === 'ThreadControllerImpl::RunTask' && pages.includes(`${pid} ${tid}`),
      );
      if (tasks.length === 0) throw new Error('Chromium tells of no task');
      return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
    },
    ask: (work, ...args) => page.evaluate(call(work, args)),
    press: (key) => page.keyboard.press(key),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },
    close: () => browser.close(),
  };
}

/**
 * Runs a program and, once standard input ends, ends it and all that it has started, and removes its folder. The input ends
 * with this process, however that ends.
 */
const GUARD = `folder=$1; shift; "$@" & cat; trap '' TERM; kill -TERM 0; sleep 1; rm -rf "$folder"; kill -KILL 0`;

/**
 * Starts a program under guard, in a new folder that is its home.
 *
 * @returns what ends it all and waits until it has
 */
function startGuarded(program: readonly string[], prepare: (home: string) => void = () => {}) {
  const home = mkdtempSync(join(tmpdir(), 'measured-twice-engine-'));
  prepare(home);
  const guard = spawn('sh', ['-c', GUARD, 'guard', home, ...program], {
    // A group of its own, which is ended as one.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...outsideVitest(),
      ...{ HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home, XDG_CONFIG_HOME: join(home, '.config') },
      ...{ XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.data'), LANG: 'C.UTF-8', TZ: 'UTC' },
      // Nothing of the desktop that the tests may be run from.
      ...{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1' },
      // The screen that Firefox thinks it has, in pixels.
      ...{ MOZ_HEADLESS_WIDTH: '2000', MOZ_HEADLESS_HEIGHT: '1200' },
    },
  });
  // Not before all have gone that write to the same output.
  const ended = once(guard.stdout.resume(), 'close');
  return async () => {
    guard.stdin.end();
    await ended;
  };
}

/** Command and capabilities of each driver, for a session in which nothing moves by itself. */
const DRIVERS = {
  Firefox: {
    command: (programs: Record<string, string>, port: number) => [programs['geckodriver']!, `--port=${port}`],
    capabilities: ({ browser }: Record<string, string>) => ({
      browserName: 'firefox',
      'moz:firefoxOptions': {
        binary: browser,
        args: ['-headless'],
        prefs: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US', 'ui.useOverlayScrollbars': 1 },
      },
    }),
    prepare: () => {},
  },
  WebKitGTK: {
    command: (programs: Record<string, string>, port: number) => [
      // With its compositor, frames stop after some hundreds of actions, for good: `requestAnimationFrame` calls nobody any more.
      ...['env', 'WEBKIT_DISABLE_COMPOSITING_MODE=1'],
      ...[programs['xvfb-run']!, '-a', '-s', '-screen 0 2000x1200x24 -nolisten tcp'],
      ...[programs['WebKitWebDriver']!, `--port=${port}`],
    ],
    capabilities: ({ browser }: Record<string, string>) => ({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    }),
    prepare(home: string) {
      const folder = join(home, '.config', 'gtk-3.0');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    },
  },
};

/** Timeout for a browser's start and a page's answer, in milliseconds: longer than the waits within pages. */
const TIMEOUT = 120_000;

/** Starts an engine that lacks nothing, with a window. */
export async function startEngine(name: keyof typeof DRIVERS): Promise<Engine> {
  const { programs } = engine(name);
  const { command, capabilities, prepare } = DRIVERS[name];
  const port = await choosePort(undefined, 0);
  const close = startGuarded(command(programs, port), prepare);
  try {
    const driver = await openSession(`http://127.0.0.1:${port}`, capabilities(programs));
    const engine: Engine = {
      open: (address) => driver.get(address),
      async openResizable(address) {
        const { origin, href } = new URL(address);
        await driver.get(`${origin}/frame.html`);
        await engine.ask(openFramed, href);
        await driver.switchTo().frame(0);
      },
      resize: (width) => engine.ask(resizeFrame, width),
      async ask<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
        const answer = await driver.executeAsyncScript<{ value: T } | { error: string }>(
          `const done = arguments[0];
          Promise.resolve().then(() => ${call(work, args)}).then(
            (value) => done({ value }),
            (error) => done({ error: String(error) }),
          );`,
        );
        if ('error' in answer) throw new Error(answer.error);
        return answer.value;
      },
      press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
      async drag(from, to) {
        const origin = Origin.VIEWPORT;
        const [middle, end] = [0.5, 1].map((part) => ({
          x: Math.round(from.x + part * (to.x - from.x)),
          y: Math.round(from.y + part * (to.y - from.y)),
        }));
        await driver
          .actions()
          .move({ x: Math.round(from.x), y: Math.round(from.y), origin, duration: 0 })
          .press()
          .move({ ...middle!, origin, duration: 50 })
          .move({ ...end!, origin, duration: 50 })
          .release()
          .perform();
      },
      async close() {
        await driver.quit().catch(() => {});
        await close();
      },
    };
    return engine;
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSession(address: string, capabilities: object): Promise<WebDriver> {
  const late = performance.now() + TIMEOUT;
  // Until it listens.
  while (
    !(await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > late) throw new Error(`No driver answers at ${address}`);
    await sleep(100);
  }
  const executor = new Executor(Promise.resolve(new HttpClient(address)));
  const driver = await WebDriver.createSession(executor, new Capabilities(capabilities));
  await driver.manage().setTimeouts({ script: TIMEOUT, pageLoad: TIMEOUT });
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...WINDOW });
  return driver;
}

/** Notes in every page, from its first line on, what would stand on its console as an error: not every driver hands that out. */
const WATCH = `{
  const complaints = (window.complaints = []);
  const complain = (...words) => complaints.push(words.join(' '));
  addEventListener(
    'error',
    ({ message, target }) => {
      // Only a hint, which Firefox reports as failed where the page has loaded the module already; whoever imports it tells if it is missing.
      if (target.rel === 'modulepreload') return;
      complain(message ?? 'not loaded: ' + (target.src ?? target.href));
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => complain('not caught:', reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    complain('content security policy:', effectiveDirective, 'blocked', blockedURI),
  );
  const { error } = console;
  console.error = (...words) => {
    complain('console:', ...words);
    error.apply(console, words);
  };
  // Chromium alone has them.
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    const tasks = [];
    const note = (entries) => tasks.push(...entries.map(({ duration }) => Math.round(duration)));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    window.takeLongTasks = () => (note(observer.takeRecords()), tasks.splice(0));
  }
  (${complainOfRestlessFigures})();
}`;

/** A page with nothing but a frame, at its corner: no window can be made as narrow as a phone. */
const FRAME = `<!doctype html><title>A frame</title>
<body style="margin: 0; overflow: hidden"><iframe style="border: 0; display: block; height: 100vh"></iframe></body>`;

// These work in the page, and can use nothing from around them.

/** Opens a page in the frame. */
export async function openFramed(address: string): Promise<void> {
  const frame = document.querySelector('iframe')!;
  await new Promise((loaded) => {
    frame.addEventListener('load', loaded);
    frame.src = address;
  });
}

/** Asked of the page in the frame. */
function resizeFrame(width: number): void {
  window.frameElement!.setAttribute('style', `border: 0; display: block; height: 100vh; width: ${width}px`);
}

/**
 * Copies a built site so that each page notes its complaints, by a script that its policy allows, and may stand in the site's own
 * `/frame.html`. What is compressed already stays behind, as it would be served in its place.
 */
export function copyWatched(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.html\.(br|gz)$/.test(path) });
  const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(join(to, name), 'utf8');
    if (!POLICY.test(html)) throw new Error(`${name} has no content security policy`);
    writeFileSync(
      join(to, name),
      html.replace(POLICY, (policy) => `${policy}<script src="/watch.js"></script>`),
    );
  }
  writeFileSync(join(to, 'watch.js'), WATCH);
  writeFileSync(join(to, 'frame.html'), FRAME);
  const headers = join(to, '_headers');
  writeFileSync(headers, readFileSync(headers, 'utf8').replace(/^.*frame-ancestors.*\n/m, ''));
  if (!existsSync(join(to, 'index.html'))) throw new Error(`${from} holds no site`);
}
