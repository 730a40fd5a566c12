/** Shared parts of labs' tests: each lab is visited on its test page, in the site's shell and without its article. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { csvParseRows } from 'd3';
import { testPages } from '@/integrations/test-pages';
import { violationsOn } from './accessible';
import { dist } from './built';
import { expect, test as base } from './fixtures';

/** A lab's own expectations for the tests of every lab, in its `expected.ts`. */
export interface LabExpectations {
  /** Addresses at which the lab looks different. Every view is looked at without being named here. */
  looks?: readonly string[];
  /** Further addresses, for controls that are not there or change nothing at any of those. */
  controlsAt?: readonly string[];
  /** Rulers and choices, by name, that change nothing which is shown, and what they are for instead. */
  silent?: Readonly<Record<string, string>>;
  /** Words, by a selector, that a script changes at once, and into what; all others stay as the site was built. */
  wakesWith?: Readonly<Record<string, string>>;
  /** Presets, by the one pressed, that may ask for nothing but what it has set already, as the record has it. */
  alsoPressed?: Readonly<Record<string, readonly string[]>>;
  /** Reason why the lab plays on request even for readers who want less motion. */
  playsWhenAsked?: string;
  /** The address at which there is something to play, where that is not in front at first. */
  playsAt?: string;
  /** The announcement after a preset is pressed, or at an address. */
  says?: ({ preset: string } | { query: string }) & { words: RegExp };
  /** An address that nobody would want, and a piece of what the lab says of each parameter that it puts right. */
  hostile?: { query: string; notes: Readonly<Record<string, string>> };
  /** The file that it hands out: at an address, under a name, and at least so many rows of each kind, by its first cell. */
  file?: { query?: string; name: string; header: string; kinds: Readonly<Record<string, number>> };
  /** Pictures, by a selector, whose points are not read one by one, and where what they show is told instead. */
  notRead?: Readonly<Record<string, string>>;
  /** Figures that the file has under other names or not at all, and why. */
  figuresNotInFile?: Readonly<Record<string, string>>;
  /** Elements, by a selector, that say “undefined” or “NaN” on purpose, and their meaning. */
  saysUndefined?: Readonly<Record<string, string>>;
}

export interface Lab {
  /** Such as `timestamp-collisions birthday`. */
  id: string;
  slug: string;
  name: string;
  /** The path of its test page. */
  path: string;
  /** The name of its element. */
  tag: string;
  /** The file with its expectations, if it has any. */
  expectations: string | undefined;
}

/** All labs of all findings, as the site that was built for tests has them. */
export const allLabs: readonly Lab[] = testPages(process.cwd()).map(({ component, slug, name, path }) => {
  const tag = /activateWhenNear\(\s*'([\w-]+)'/.exec(readFileSync(component, 'utf8'))?.[1];
  if (tag === undefined) throw new Error(`${component} enables no element by activateWhenNear`);
  const file = component.replace(/Lab\.astro$/, 'expected.ts');
  return { id: `${slug} ${name}`, slug, name, path, tag, expectations: existsSync(file) ? file : undefined };
});

/** Expectations of a lab by its folder; none where it has no `expected.ts`. */
export const expectationsOf = async ({ expectations }: Lab): Promise<LabExpectations> =>
  expectations === undefined
    ? {}
    : ((await import(pathToFileURL(join(process.cwd(), expectations)).href)) as { default: LabExpectations }).default;

/** The HTML that the site was built with, at a path such as `/findings/buffer-size/`. */
export const builtHtml = (path: string): string => readFileSync(join(dist, path, 'index.html'), 'utf8');

/**
 * The tests' `test`, whose labs must not change a figure while they say that they are at rest: an answer that is still being worked
 * out would be read, heard and copied as if it were one.
 */
export const test = base.extend<{ restingFigures: void }>({
  restingFigures: [
    async ({ page }, use) => {
      await watchRestingFigures(page);
      await use();
    },
    { auto: true },
  ],
});

/** Complains on the console of figures that change while their lab's state is `ready`. Call it before the page is opened. */
export const watchRestingFigures = (page: Page) => page.addInitScript(complainOfRestlessFigures);

/** Works in the page, before it is read, and can use nothing from around it. */
export function complainOfRestlessFigures(): void {
  const text = (output: Element) => `${output.getAttribute('data-value')} (${output.textContent.trim()})`;
  const watch = (lab: HTMLElement) => {
    const outputs = [...lab.querySelectorAll('[data-result]')];
    let shown = outputs.map(text);
    let rested = lab.dataset['state'] === 'ready';
    new MutationObserver((records) => {
      const states = records.filter(({ attributeName }) => attributeName === 'data-state');
      // The state after each of them but the last is what the next one replaced.
      const after = [...states.slice(1).map(({ oldValue }) => oldValue), lab.dataset['state']];
      const wasAsked = states.length > 0 && after.some((state) => state !== 'ready');
      const now = outputs.map(text);
      outputs.forEach((output, index) => {
        if (!rested || wasAsked || now[index] === shown[index]) return;
        // eslint-disable-next-line no-console -- what a page complains of there fails its test
        console.error(`${output.getAttribute('data-result')} changed at rest: ${shown[index]} became ${now[index]}`);
      });
      shown = now;
      rested = lab.dataset['state'] === 'ready';
    }).observe(lab, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['data-state', 'data-value'],
      attributeOldValue: true,
    });
  };
  addEventListener('DOMContentLoaded', () => {
    for (const lab of document.querySelectorAll<HTMLElement>('.mt-lab')) watch(lab);
  });
}

/** A figure as tests and screen readers get it: the plain number. */
export async function figure(lab: Locator, name: string): Promise<number> {
  const value = await lab.locator(`[data-result="${name}"]`).getAttribute('data-value');
  return value ? Number(value) : Number.NaN;
}

/**
 * Waits until the figures and the pictures belong to what the controls say: frame by frame, which is sooner than `expect` looks again.
 * On a slow machine, what an address asks for may stop on the way; this goes on, as its reader would.
 */
export const atRest = (lab: Locator): Promise<void> =>
  lab.evaluate(async (root) => {
    const state = () => root.getAttribute('data-state');
    // Where tests share slow cores, what takes a few seconds of a machine at rest takes many.
    const late = performance.now() + 45_000;
    while (state() !== 'ready') {
      if (performance.now() > late) throw new Error(`The lab does not come to rest: its state is ${state()}.`);
      if (state() === 'stopped') root.querySelector<HTMLElement>('.mt-lab-long button')?.click();
      await new Promise(requestAnimationFrame);
    }
  });

/** Goes one step back or forward within a page, until the page has heard of it. */
export const step = (page: Page, by: 1 | -1): Promise<void> =>
  page.evaluate(
    (by) =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.go(by);
      }),
    by,
  );

/** A lab's contents at one moment. */
export interface LabContents {
  /** Each figure and its reference values, by name: the plain number and the text. */
  figures: Record<string, string>;
  /** Its other texts, line by line. */
  words: string[];
  pictures: string[];
  /** Values of its controls. */
  controls: Record<string, string>;
}

/** A lab's contents now: words and pictures in front only or, for `hidden`, all words but those within a selector, and no picture. */
export const contentsOf = (lab: Locator, hidden?: { but: readonly string[] }): Promise<LabContents> =>
  lab.evaluate((root, hidden) => {
    const all = <E extends HTMLElement>(selector: string) => [...root.querySelectorAll<E>(selector)];
    const text = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim();
    const named = (element: HTMLElement) => JSON.stringify({ ...element.dataset, value: undefined });
    const OWN =
      '[data-live], [data-notes], [data-trouble], .mt-lab-noscript, .mt-ruler, .mt-lab-picture, button, select, textarea, svg, sup';
    const ignored = [OWN, ...(hidden?.but ?? [])].join();
    const words: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const line = textContent!.replaceAll(/\s+/g, ' ').trim();
      if (line !== '' && !parentElement!.closest(ignored) && (hidden || parentElement!.checkVisibility()))
        words.push(line);
    }
    const value = (element: HTMLElement) =>
      element instanceof HTMLInputElement && element.type !== 'text' && element.type !== 'range'
        ? String(element.checked)
        : (element as HTMLInputElement).value;
    const fields = all(
      '[data-ruler] input[type=text], [data-choice], [data-asks], [data-call], [data-seed], [data-text], [data-line]',
    );
    return {
      figures: Object.fromEntries(
        all('[data-result], [data-exact], [data-predicted]')
          .filter((one) => hidden || one.checkVisibility())
          .map((one) => [named(one), `${one.dataset['value']}: ${text(one)}`]),
      ),
      words,
      pictures: hidden
        ? []
        : all('[data-picture]')
            .filter((one) => one.checkVisibility())
            .map((one) => one.innerHTML),
      controls: Object.fromEntries([
        ...fields.map((one) => [named(one.closest<HTMLElement>('[data-ruler]') ?? one), value(one)]),
        ...all<HTMLInputElement>('.mt-lab-views input').map((one) => [`view ${one.value}`, String(one.checked)]),
        ...all('[data-preset]').map((one) => [`preset ${one.dataset['preset']}`, one.ariaPressed]),
      ]) as Record<string, string>,
    };
  }, hidden);

/** A lab as a test operates it, by its finding and, where it is not the first, the folder it lies in. */
export function labOf(slug: string, name = 'lab') {
  const found = allLabs.find((one) => one.slug === slug && one.name === name);
  if (!found) throw new Error(`There is no lab ${name} of ${slug}.`);
  const { path, tag } = found;
  const lab = (page: Page): Locator => page.locator(tag);
  const settled = (page: Page) => atRest(lab(page));
  const ruler = (page: Page, name: string, type: 'text' | 'range') =>
    lab(page).locator(`[data-ruler="${name}"] input[type=${type}]`);
  const typed = (page: Page, name: string) => ruler(page, name, 'text');
  const open = async (page: Page, query = '', at = path): Promise<void> => {
    await page.goto(at + query);
    await lab(page).scrollIntoViewIfNeeded();
    await settled(page);
  };
  return {
    path,
    tag,
    lab,
    settled,
    open,
    /** Opens the lab's article at the lab. */
    openArticle: (page: Page, query = '') => open(page, query, `/findings/${slug}/`),
    figure: (page: Page, name: string) => figure(lab(page), name),
    typed,
    slider: (page: Page, name: string) => ruler(page, name, 'range'),
    /** Types a value into a ruler's field, and waits for the answer. */
    type: async (page: Page, name: string, text: string): Promise<void> => {
      await typed(page, name).fill(text);
      await typed(page, name).press('Enter');
      await settled(page);
    },
    button: (page: Page, name: string | RegExp) =>
      lab(page).getByRole('button', { name, exact: typeof name === 'string' }),
    preset: (page: Page, id: string) => lab(page).locator(`[data-preset="${id}"]`),
    choice: (page: Page, name: string) => lab(page).locator(`[data-choice="${name}"]`),
  };
}

/** Parameters of the address, read from the page itself: the browser tells the test of a new address a moment later. */
export const addressParameters = async (page: Page): Promise<URLSearchParams> =>
  new URLSearchParams(await page.evaluate(() => location.search));

/** The middle of what can be held, once it is in sight. */
export async function middleOf(handle: Locator): Promise<{ x: number; y: number }> {
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error(`${handle.toString()} can't be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Holds a handle by its middle and moves it by so many pixels, with the mouse. */
export async function dragBy(page: Page, handle: Locator, by: { x?: number; y?: number }): Promise<void> {
  const { x, y } = await middleOf(handle);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 5 });
  await page.mouse.up();
}

/** Waits until the page has drawn so many frames. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let drawn = 0; drawn < count; drawn++) await new Promise(requestAnimationFrame);
  }, count);

type Point = readonly [x: number, y: number];

/** Moves fingers over the screen: each step says where they all are. */
export async function touch(page: Page, ...steps: readonly (readonly Point[])[]): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  for (const [index, points] of steps.entries()) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await screen.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await screen.detach();
}

type MenuAct = 'copy' | 'csv' | 'reset';

/** Presses a button of a lab's menu, which is opened for that. */
export async function pressInMenu(lab: Locator, name: MenuAct): Promise<void> {
  const button = lab.locator(`[data-act="${name}"]`);
  if (!(await button.isVisible())) await lab.locator('[data-menu] > summary').click();
  await button.click();
}

/** The file that a lab hands out. */
export async function download(page: Page, lab: Locator): Promise<{ name: string; rows: string[][] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), pressInMenu(lab, 'csv')]);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  return { name: file.suggestedFilename(), rows: lines.map((line) => csvParseRows(line)[0] ?? []) };
}

/** The link that a lab hands out. The page's context needs the permission to read the clipboard. */
export async function copiedLink(page: Page, lab: Locator): Promise<URL> {
  await pressInMenu(lab, 'copy');
  await expect(lab.locator('[data-act="copy"]')).toHaveText('Copied');
  return new URL(await page.evaluate(() => navigator.clipboard.readText()));
}

export async function expectAccessible(page: Page, lab: string): Promise<void> {
  expect(await violationsOn(page, { within: lab })).toEqual([]);
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
