/** Labs under anybody's hands: anything that can be pressed, dragged, typed or laid over, in any order, at any width. */
import { randomInt } from 'd3';
import { randomFrom } from '@/scripts/lib/random.mjs';
import { KEYS, type Engine, type KeyName, type Point } from './engines';
import type { Lab } from './labs';

/** Share of actions that lay a record over the lab, where it can show one. */
const LAID = 0.1;
/** Everything is looked at after so many actions. */
const EVERY = 5;
/** A lab is opened anew after so many. */
const A_VISIT = 150;
/** For a task, which keeps the page from answering, in milliseconds. */
const TOO_LONG = 200;
/**
 * Repetitions in which a task has to be too long again, by its processor time: that grows as well where another program runs on the
 * same core's other thread, or has emptied its caches.
 */
const TRIES = 3;
/** Texts that people type, paste and get wrong. */
const TYPED = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '7',
  '1e9',
  '1e400',
  '0x10',
  '1,5',
  '1 000',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '٣',
  '99999999999999999999',
  'a lot',
  '<img src=x onerror=alert(1)>',
  '&amp;',
  '😀'.repeat(40),
  'a'.repeat(2000),
  '\u202e12',
  '\0',
  "'; --",
  '{"a":',
  '1\n2',
];

/** Outcome of acting on a lab. */
export interface Outcome {
  actions: number;
  /** Things that no reader should see, each with the actions before it. */
  problems: string[];
  /** Tasks that took too long, but not by their own work: the machine had other. */
  waited: string[];
}

/** Actions at random: the same seed does the same. */
interface Plan {
  actions: number;
  seed: number;
  /** Selector of elements that say “undefined” or “NaN” on purpose. */
  meant: string;
  /** The records laid over the lab, as its element is handed them; empty for none. */
  overlays: readonly string[];
}

/**
 * Acts on a lab at random, so often and not much longer than so many minutes, and says what went wrong.
 *
 * @param address of a site that `copyWatched` has made
 */
export async function actAtRandom(
  engine: Engine,
  lab: Lab,
  address: string,
  { actions, minutes, seed, meant, overlays }: Plan & { minutes: number },
): Promise<Outcome> {
  const all: Outcome = { actions: 0, problems: [], waited: [] };
  const end = performance.now() + minutes * 60_000;
  for (let visits = 0; all.actions < actions && performance.now() < end; visits++) {
    const plan = { actions: Math.min(A_VISIT, actions - all.actions), seed: seed + visits, meant, overlays };
    const { problems, slow } = await visit(engine, lab, address, plan);
    let tooLong = slow;
    for (let tries = 0; tooLong.size > 0 && tries < TRIES; tries++) {
      tooLong = (await visit(engine, lab, address, plan, new Set(tooLong.keys()))).slow;
    }
    for (const [round, task] of slow) if (!tooLong.has(round)) all.waited.push(task);
    for (const problem of [...problems, ...tooLong.values()]) {
      all.problems.push(`SEED=${plan.seed}: ${problem}`);
    }
    all.actions += plan.actions;
  }
  return all;
}

interface Visit {
  problems: string[];
  /** Tasks that were too long, by their round. */
  slow: Map<number, string>;
}

/** @param suspects the rounds whose tasks are held against the time that they had a processor, where not all against the clock */
async function visit(
  engine: Engine,
  { tag }: Lab,
  address: string,
  { actions, seed, meant, overlays }: Plan,
  suspects?: ReadonlySet<number>,
): Promise<Visit> {
  const random = randomFrom(seed);
  const upTo = (end: number) => randomInt.source(random)(end)();
  const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)]!;
  const keys = Object.keys(KEYS) as KeyName[];
  const trail: string[] = [];
  const problems: string[] = [];
  const slow: Visit['slow'] = new Map();
  const actOnce = async () => {
    if (overlays.length > 0 && random() < LAID) {
      const number = upTo(overlays.length);
      trail.push(`record ${number} laid over`);
      await engine.ask(lay, tag, overlays[number]!);
      return;
    }
    const chance = Array.from({ length: 7 }, random);
    const { did, drag, focused } = await engine.ask(act, tag, chance, oneOf(TYPED));
    trail.push(did);
    if (drag) await engine.drag(...drag);
    if (!focused) return;
    const key = oneOf(keys);
    trail.push(key);
    await engine.press(key);
  };
  await engine.openResizable(address);
  await engine.resize(1280);
  await engine.ask(wake, tag);
  await engine.ask(takeLongTasks);
  for (let done = 0; done < actions; done += EVERY) {
    let width = 0;
    let found: string[] = [];
    const round = async () => {
      for (let more = Math.min(EVERY, actions - done); more > 0; more--) await actOnce();
      width = 320 + upTo(1601);
      await engine.resize(width);
      found = [await engine.ask(answered, tag)];
    };
    let longest = 0;
    if (suspects?.has(done)) longest = await engine.longestTask!(round);
    else {
      await round();
      if (!suspects) longest = Math.max(0, ...(await engine.ask(takeLongTasks)));
    }
    found.push(...(await engine.ask(seen, tag, meant)));
    // The time that looking takes is not the page's doing.
    await engine.ask(takeLongTasks);
    const complaints = found.filter((what) => what !== '').join(', ');
    const after = `at ${width} px, ${await engine.ask(() => location.search)}, after ${trail.slice(-8).join(', ')}`;
    if (complaints !== '') problems.push(`${complaints} ${after}`);
    if (longest > TOO_LONG) slow.set(done, `a task of ${Math.round(longest)} ms ${after}`);
  }
  return { problems, slow };
}

// These work in the page, and can use nothing from around them.

/** Waits until a lab takes orders, and counts from then on how far its address can be gone back and forward. */
async function wake(tag: string): Promise<void> {
  const root = document.querySelector<HTMLElement>(tag)!;
  root.scrollIntoView({ behavior: 'instant', block: 'center' });
  const late = performance.now() + 25_000;
  while (!/^(ready|idle|done)$/.test(root.dataset['state'] ?? '') || !root.querySelector('fieldset:enabled')) {
    if (performance.now() > late) throw new Error(`${tag} does not wake: its state is ${root.dataset['state']}`);
    await new Promise(requestAnimationFrame);
    // On a slow machine, what the address asks for may stop on the way.
    if (root.dataset['state'] === 'stopped') root.querySelector<HTMLElement>('.mt-lab-long button')?.click();
  }
  const steps = { here: 0, last: 0 };
  const { pushState } = history;
  history.pushState = (...state) => {
    pushState.apply(history, state);
    steps.last = ++steps.here;
  };
  Object.assign(window, { steps });
}

/** Lays a record over a lab, as the page does when its reader compares, or takes it off. */
function lay(tag: string, overlay: string): void {
  const root = document.querySelector<HTMLElement>(tag)!;
  if (overlay === '') delete root.dataset['beside'];
  else root.dataset['beside'] = overlay;
  root.dispatchEvent(new Event('mt-beside'));
}

/** Does one thing, chosen by numbers from 0 to 1, or says what has to be done with the mouse or the keyboard. */
async function act(
  tag: string,
  [which, how, number, ...places]: number[],
  typed: string,
): Promise<{ did: string; drag?: [Point, Point]; focused?: true }> {
  const { steps } = window as unknown as { steps: { here: number; last: number } };
  if (how! < 0.05) {
    const by = (number! < 0.6 && steps.here > 0) || steps.here === steps.last ? -1 : 1;
    if (steps.here + by < 0) return { did: 'nothing' };
    steps.here += by;
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      history.go(by);
    });
    return { did: by < 0 ? 'back' : 'forward' };
  }
  const root = document.querySelector(tag)!;
  const SELECTORS = {
    press: 'button, summary, input:is([type=checkbox], [type=radio])',
    choose: 'select',
    slide: 'input[type=range]',
    type: 'input[type=text], input[type=number], textarea',
    drag: '[data-picture] svg',
  };
  const offered = Object.entries(SELECTORS).flatMap(([kind, selector]) =>
    [...root.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled'))
      .map((element) => ({ kind, element })),
  );
  const { kind, element } = offered[Math.floor(which! * offered.length)]!;
  const words = element.ariaLabel ?? element.closest('label, [data-ruler]')?.textContent ?? element.textContent;
  // In whole characters, as drivers pass on no others.
  const name = `${kind} ${[...words.replaceAll(/\s+/g, ' ').trim()].slice(0, 30).join('')}`;
  const say = (...events: string[]) => {
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }));
  };
  if (kind === 'drag') {
    element.scrollIntoView({ behavior: 'instant', block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    // Within what is in sight.
    const point = (across: number, down: number) => ({
      x: Math.min(Math.max(Math.round(x + across * width), 1), innerWidth - 1),
      y: Math.min(Math.max(Math.round(y + down * height), 1), innerHeight - 1),
    });
    const from = point(places[0]!, places[1]!);
    // The bar above the page may lie over it, and links as well as selected words would be dragged out of the page.
    if (!element.contains(document.elementFromPoint(from.x, from.y))) return { did: 'nothing' };
    getSelection()?.removeAllRanges();
    return { did: name, drag: [from, point(places[2]!, places[3]!)] };
  }
  // A key would open the list of a choice, which belongs to no page: in WebKit a driver can't close it again.
  if (how! < 0.25 && kind !== 'choose') {
    element.focus();
    return { did: name.replace(kind, 'focus'), focused: true };
  }
  if (kind === 'press') element.click();
  else if (element instanceof HTMLSelectElement) {
    element.selectedIndex = Math.floor(number! * element.options.length);
    say('input', 'change');
  } else if (element instanceof HTMLInputElement && kind === 'slide') {
    const [min, max] = [Number(element.min || 0), Number(element.max || 100)];
    element.valueAsNumber = min + number! * (max - min);
    say('input', 'change');
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus();
    element.value = typed;
    say('input', 'change');
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return { did: `${name} ${JSON.stringify(typed.slice(0, 20))}` };
  }
  return { did: name };
}

/** Waits for the answer; what takes too long for that has to make room for the next question at once. */
async function answered(tag: string): Promise<string> {
  const root = document.querySelector<HTMLElement>(tag)!;
  const state = () => root.dataset['state'] ?? 'none';
  const rests = async (timeout: number) => {
    const late = performance.now() + timeout;
    while (!/^(ready|idle|done)$/.test(state())) {
      if (state() === 'stopped' || performance.now() > late) return false;
      await new Promise(requestAnimationFrame);
    }
    return true;
  };
  if (await rests(20_000)) return '';
  const reset = root.querySelector<HTMLElement>('[data-act=reset]');
  if (!/^(busy|stopped)$/.test(state()) || !reset) return `the state stays ${state()}`;
  reset.click();
  return (await rests(20_000)) ? '' : `the state stays ${state()} after a reset`;
}

/** The lengths of the tasks since it was last asked, in milliseconds, where the browser tells of them. */
function takeLongTasks(): number[] {
  return (window as unknown as { takeLongTasks?: () => number[] }).takeLongTasks?.() ?? [];
}

/** Things that a reader must never see, and the page's complaints. */
async function seen(tag: string, meant: string): Promise<string[]> {
  const root = document.querySelector(tag)!;
  const page = document.documentElement;
  const found = (window as unknown as { complaints: string[] }).complaints.splice(0);
  // The reader's own text may be quoted.
  const isNonsense = (text: string) => /NaN|undefined|\[object |Infinity/.test(text.replaceAll(/“[^”]*”/g, ''));
  const texts = [...root.querySelectorAll('*')]
    .filter(
      (element) =>
        element.checkVisibility() &&
        !element.matches('textarea, [data-remark], [data-note], [data-notes] *, [role=alert]') &&
        !(meant !== '' && element.closest(meant)),
    )
    .flatMap((element) =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent!),
    );
  const attributes = [...root.querySelectorAll('svg *')].flatMap((element) =>
    [...element.attributes].map(({ value }) => value),
  );
  found.push(...[...texts, ...attributes].filter(isNonsense).slice(0, 5));
  // The pictures follow the width a frame later, which on a busy machine is more than a moment.
  const late = performance.now() + 1000;
  for (let frames = 0; page.scrollWidth > page.clientWidth && (frames < 60 || performance.now() < late); frames++) {
    await new Promise(requestAnimationFrame);
  }
  if (page.scrollWidth > page.clientWidth) {
    const isOut = (element: Element) =>
      element.checkVisibility() &&
      element.getBoundingClientRect().right > page.clientWidth + 0.5 &&
      !element.closest('svg *');
    const widest = [...document.querySelectorAll('body *')].findLast(isOut)?.outerHTML;
    found.push(
      `${page.scrollWidth - page.clientWidth} px too wide: ${[...(widest ?? 'nothing')].slice(0, 100).join('')}`,
    );
  }
  return found;
}
