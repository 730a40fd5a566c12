/**
 * Every page and every lab in the engines that Playwright can't drive as they are installed: Firefox and WebKitGTK. They are opened
 * one after another, and have to show what Chromium shows.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '@/kit/needs';
import { measuredElsewhere, selfContained } from '@/kit/record/fixtures/yours';
import { engine as programsOf } from '@/scripts/lib/engines.mjs';
import { cache } from '@/scripts/lib/paths.mjs';
import { remove } from '@/scripts/lib/remove.mjs';
import { serve } from '@/scripts/lib/serve.mjs';
import { dist, labsOf, pagesInFolder } from './built';
import { copyWatched, openFramed, startChromium, startEngine, type Engine, type Point } from './engines';
import { allLabs, type Lab } from './labs';

/** Widths of the frame that a page stands in, in pixels: phones, a tablet, and a window. */
const WIDTHS = [320, 360, 700, 1280];
/** An article with charts, and with a record. */
const SLUG = 'load-balancing';
const ARTICLE = `/findings/${SLUG}/`;
/** Generous: a machine that is busy with something else is slow, not wrong. */
const TIMEOUT = 480_000;

const site = join(cache, 'site-for-engines');
let server: Awaited<ReturnType<typeof serve>>;
let chromium: Engine;
/** Each lab's answers in Chromium, by its id. */
const shownByChromium = new Map<string, Answers>();

/** Asked for with the first engine that is compared, so that every lab has the time of a test. */
async function inChromium(lab: Lab): Promise<Answers> {
  const answers = shownByChromium.get(lab.id) ?? (await answersOf(chromium, lab));
  shownByChromium.set(lab.id, answers);
  return answers;
}

beforeAll(async () => {
  remove(site);
  copyWatched(dist, site);
  server = await serve({ folder: site, base: '/', port: 0 });
  chromium = await startChromium();
}, TIMEOUT);

afterAll(async () => {
  await chromium?.close();
  await server?.close();
  remove(site);
});

describe.each(['Firefox', 'WebKitGTK'] as const)('%s', (name) => {
  const { lacks } = programsOf(name);
  if (lacks.length > 0) {
    it('opens every page and lab', needs(lacks.join(', '), false), () => {});
    return;
  }

  let engine: Engine;
  beforeAll(async () => void (engine = await startEngine(name)), TIMEOUT);
  afterAll(() => engine?.close(), TIMEOUT);

  it.each(pagesInFolder())(
    'shows %s whole, at any width',
    async (path) => {
      await engine.open(at(path));
      for (const tag of labsOf(path)) await engine.ask(figures, tag);
      expect(await engine.ask(complaints)).toEqual([]);
      expect(await tooWide(engine, path)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'keeps to the policy of a page',
    async () => {
      await engine.open(at(ARTICLE));
      await engine.ask(intrude);
      const heard = { timeout: 20_000 };
      await expect
        .poll(() => engine.ask(complaints), heard)
        .toEqual([expect.stringMatching(/script-src|require-trusted-types-for/)]);
      expect(await engine.ask(() => 'intruded' in window)).toBe(false);
    },
    TIMEOUT,
  );

  it(
    'reads the points of a chart by keys, and leaves it again',
    async () => {
      await engine.open(at(ARTICLE));
      // Keys pressed before the reader is loaded get lost, and where loading failed the page tries again with the next focus: on a
      // busy machine, either may happen several times.
      const begun = async () => {
        if ((await engine.ask(readAloud)) === null) await engine.ask(focusChart);
        await engine.press('ArrowRight');
        return engine.ask(readAloud);
      };
      const slow = { timeout: 60_000 };
      await expect.poll(begun, slow).toMatch(/\w; \d+ of \d+$/);
      const heard = () => expect.poll(() => engine.ask(readAloud), slow);
      await engine.press('Home');
      await heard().toMatch(/\w; 1 of \d+$/);
      await engine.press('ArrowDown');
      await heard().toMatch(/\w; 2 of \d+$/);
      await engine.press('Home');
      await heard().toMatch(/\w; 1 of \d+$/);
      await engine.press('Escape');
      await heard().toBeNull();
      expect(await engine.ask(complaints)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'draws a record that the reader chooses',
    async () => {
      const [file] = globSync(`content/measurements/${SLUG}/*.json`);
      await engine.open(at(ARTICLE));
      expect(await engine.ask(yoursDrawn)).toBe(0);
      await engine.ask(choose, JSON.stringify(measuredElsewhere(selfContained(file!), 'my-machine')));
      await expect.poll(() => engine.ask(yoursDrawn), { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await engine.ask(complaints)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each(allLabs.map((lab) => [lab.id, lab] as const))(
    'answers in %s as Chromium does, to presets, a key and a drag',
    async (_, lab) => {
      const answers = await answersOf(engine, lab);
      expect(answers).toEqual(await inChromium(lab));
      for (const grip of ['input[type=range]', '[data-handle]']) {
        // From the middle one way, and back where that is as far as it goes.
        const before = await engine.ask(shown, lab.tag);
        const middle = await engine.ask(gripIn, lab.tag, grip);
        if (middle === null) continue;
        const moved = async (by: number) => {
          const from = (await engine.ask(gripIn, lab.tag, grip))!;
          await engine.drag(from, { x: from.x + by, y: from.y + by });
          await engine.ask(figures, lab.tag);
          return (await engine.ask(shown, lab.tag)) !== before;
        };
        expect((await moved(40)) || (await moved(-80)), `a drag of ${grip} moves something`).toBe(true);
      }
      expect(await engine.ask(complaints)).toEqual([]);
    },
    TIMEOUT,
  );
});

const at = (path: string): string => server.address + path.slice(1);

/** The figures of a lab: as it opens, after each of its presets, and after a key. */
type Answers = Record<string, string[]>;

async function answersOf(engine: Engine, { tag, path }: Lab): Promise<Answers> {
  await engine.openResizable(at(path));
  await engine.resize(WIDTHS.at(-1)!);
  const answers: Answers = { opening: await engine.ask(figures, tag) };
  for (let index = 0, preset; (preset = await engine.ask(pressPreset, tag, index)) !== null; index++) {
    if (preset !== '') answers[preset] = await engine.ask(figures, tag);
  }
  await engine.ask(reset, tag);
  await engine.ask(figures, tag);
  const before = await engine.ask(shown, tag);
  await engine.press(await engine.ask(focusFirst, tag));
  const measured = await engine.ask(figures, tag);
  expect(await engine.ask(shown, tag), 'a key is answered').not.toBe(before);
  // One that measures in the browser has figures of its own each time.
  if (Object.keys(answers).length > 1) answers['key'] = measured;
  return answers;
}

/** Elements that stand out of a page at each width, in a frame as wide. */
async function tooWide(engine: Engine, path: string): Promise<string[]> {
  await engine.open(at('/frame.html'));
  await engine.ask(openFramed, path);
  await engine.ask(wakeFramed, labsOf(path));
  const found: string[] = [];
  for (const width of WIDTHS)
    found.push(...(await engine.ask(overflowAt, width)).map((what) => `${width} px: ${what}`));
  return found;
}

// These work in the page, and can use nothing from around them.

const complaints = (): string[] => (window as unknown as { complaints: string[] }).complaints;

function intrude(): void {
  const script = document.createElement('script');
  try {
    script.textContent = 'window.intruded = true';
    document.body.append(script);
  } catch {
    // An engine that knows Trusted Types takes no text as a script.
  }
}

/** The figures of a lab, once they answer what its controls say, and it has drawn itself. */
async function figures(tag: string): Promise<string[]> {
  const root = document.querySelector<HTMLElement>(tag)!;
  if (root.dataset['state'] === undefined) root.scrollIntoView({ behavior: 'instant', block: 'center' });
  const late = performance.now() + 90_000;
  do {
    if (performance.now() > late)
      throw new Error(`${tag} does not come to rest: its state is ${root.dataset['state']}`);
    await new Promise(requestAnimationFrame);
    // On a slow machine, what an address asks for may stop on the way; a reader would go on.
    if (root.dataset['state'] === 'stopped') root.querySelector<HTMLElement>('.mt-lab-long button')?.click();
  } while (!/^(ready|idle|done)$/.test(root.dataset['state'] ?? ''));
  return [...root.querySelectorAll<HTMLElement>('[data-result]')].map(
    (one) => `${one.dataset['result']}: ${one.dataset['value']} (${one.textContent.replaceAll(/\s+/g, ' ').trim()})`,
  );
}

/** Presses one of a lab's presets. Gives its name, nothing for one that is not in front, and null behind the last. */
function pressPreset(tag: string, index: number): string | null {
  const preset = document.querySelectorAll<HTMLElement>(`${tag} [data-preset]`)[index];
  if (!preset) return null;
  if (!preset.checkVisibility()) return '';
  preset.click();
  return preset.dataset['preset']!;
}

const reset = (tag: string): void => document.querySelector<HTMLElement>(`${tag} [data-act=reset]`)?.click();

/** Puts the focus on the first slider, or else the first button that asks for something else. Gives the key for it. */
function focusFirst(tag: string): 'End' | 'Home' | 'Enter' {
  const root = document.querySelector<HTMLElement>(tag)!;
  const first = <E extends HTMLElement>(selector: string) =>
    [...root.querySelectorAll<E>(selector)].find((one) => one.checkVisibility() && !one.matches(':disabled'));
  const slider = first<HTMLInputElement>('input[type=range]');
  const one = slider ?? first('[data-preset][aria-pressed=false], [data-act=measure], [data-do=sample], [data-guess]')!;
  one.scrollIntoView({ behavior: 'instant', block: 'center' });
  one.focus();
  if (!slider) return 'Enter';
  return slider.value === slider.max ? 'Home' : 'End';
}

/** Everything that a lab shows, controls included. */
function shown(tag: string): string {
  const root = document.querySelector(tag)!;
  return root.innerHTML + [...root.querySelectorAll('input, select')].map((one) => (one as HTMLInputElement).value);
}

/** The middle of the first that can be held, in sight. */
function gripIn(tag: string, selector: string): Point | null {
  const all = [...document.querySelectorAll(`${tag} ${selector}`)];
  const one = all.find((one) => one.checkVisibility() && !one.matches(':disabled'));
  if (!one) return null;
  one.scrollIntoView({ behavior: 'instant', block: 'center' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Brings the keyboard to the first chart of an article, anew where it is there already. */
function focusChart(): void {
  (document.activeElement as HTMLElement | null)?.blur();
  document.querySelector<HTMLElement>('figure.mt-figure [data-read][tabindex]')!.focus();
}

/** Announcement of the point that is being read; null where none is. */
const readAloud = (): string | null =>
  document.querySelector('.mt-reading:popover-open') && document.querySelector('#mt-announcement')!.textContent;

/** Chooses a record, as by the dialogue for files, which no driver of these engines opens. */
function choose(record: string): void {
  const files = new DataTransfer();
  files.items.add(new File([record], 'mine.json', { type: 'application/json' }));
  const input = document.querySelector<HTMLInputElement>('[data-compare] input[type=file]')!;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The marks of the reader's machine, once they are drawn. */
const yoursDrawn = (): number =>
  document.querySelector('.mt-compare-button')!.textContent === 'Beside it: your machine'
    ? document.querySelectorAll('[data-chart] .mt-mark--second').length
    : 0;

/** Waits for labs of the page in the frame. */
async function wakeFramed(tags: readonly string[]): Promise<void> {
  const frame = document.querySelector('iframe')!;
  for (const tag of tags) {
    const lab = frame.contentDocument!.querySelector<HTMLElement>(tag)!;
    lab.scrollIntoView({ behavior: 'instant', block: 'center' });
    const late = performance.now() + 90_000;
    while (!/^(ready|idle)$/.test(lab.dataset['state'] ?? '')) {
      if (performance.now() > late)
        throw new Error(`${tag} does not come to rest in a frame: its state is ${lab.dataset['state']}`);
      await new Promise(requestAnimationFrame);
      if (lab.dataset['state'] === 'stopped') lab.querySelector<HTMLElement>('.mt-lab-long button')?.click();
    }
  }
}

/** Elements that stand out of the page in the frame at one width, once it has followed; none where everything fits. */
async function overflowAt(width: number): Promise<string[]> {
  const frame = document.querySelector('iframe')!;
  const page = frame.contentDocument!;
  const { documentElement: root } = page;
  frame.style.width = `${width}px`;
  // Pictures follow a frame later.
  for (let frames = 0; frames < 5 || (frames < 60 && root.scrollWidth > root.clientWidth); frames++) {
    await new Promise(requestAnimationFrame);
  }
  const name = (one: Element) => `${Math.round(one.getBoundingClientRect().right)}: ${one.outerHTML.slice(0, 120)}`;
  const isOut = (one: Element) => one.getBoundingClientRect().right > root.clientWidth + 0.5 && one.checkVisibility();
  // Overflow of the bar above the page is cut: nobody can scroll to it.
  const cut = [...page.querySelectorAll('.mt-header *')].filter(isOut).map(name);
  if (root.scrollWidth <= root.clientWidth) return cut;
  const out = [...page.querySelectorAll('body *')].filter(isOut);
  // The innermost, which push the others.
  const inner = out.filter((one) => !out.some((other) => other !== one && one.contains(other)));
  return [`${root.scrollWidth - root.clientWidth} px too wide`, ...cut, ...inner.map(name)].slice(0, 20);
}
