/** What of a story needs no browser: when its lab is led, when it plays, and when a menu closes. `e2e/story.spec.ts` has the rest. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onFirstSight } from './entrance';
import { GUESSED } from './guess-event';
import { leadTo, whenLed, type Led } from './leading';
import { closesItself } from './menu';

const element = (more: object = {}): HTMLElement => Object.assign(new EventTarget(), more) as HTMLElement;

describe('a lab that is led', () => {
  it('follows each step, and the last one before it came', () => {
    const [lab, other] = [element(), element()];
    leadTo(lab, '?n=1', 'live');
    leadTo(lab, '?n=2', 'rest');
    leadTo(other, '?n=9', 'live');
    const led: Led[] = [];
    whenLed(lab, (one) => led.push(one));
    leadTo(lab, '?n=3', 'live');
    expect(led).toEqual([
      { state: '?n=2', phase: 'rest' },
      { state: '?n=3', phase: 'live' },
    ]);
  });

  it('is left alone until there is a step', () => {
    const onLed = vi.fn();
    whenLed(element(), onLed);
    expect(onLed).not.toHaveBeenCalled();
  });
});

describe('a picture’s one play', () => {
  let isReduced = false;
  let see: (isIntersecting: boolean) => void;
  const play = vi.fn();
  const guessing = { parentElement: { querySelector: () => ({}) } };

  beforeEach(() => {
    isReduced = false;
    play.mockClear();
    vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        #isWatching = false;
        constructor(report: (entries: object[]) => void) {
          see = (isIntersecting) => this.#isWatching && report([{ isIntersecting }]);
        }
        observe = () => (this.#isWatching = true);
        disconnect = () => (this.#isWatching = false);
      },
    );
  });

  it('begins when most of it is seen, and only then', () => {
    onFirstSight(element(), element(), play);
    see(false);
    expect(play).not.toHaveBeenCalled();
    see(true);
    see(true);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it.each(['pointerdown', 'keydown', 'change'])('does not begin after a %s in the lab', (act) => {
    const lab = element();
    onFirstSight(lab, element(), play);
    lab.dispatchEvent(new Event(act));
    see(true);
    expect(play).not.toHaveBeenCalled();
  });

  it('waits for a guess, where there is something to guess', () => {
    const lab = element(guessing);
    onFirstSight(lab, element(), play);
    expect(play).not.toHaveBeenCalled();
    lab.dispatchEvent(new Event(GUESSED));
    lab.dispatchEvent(new Event(GUESSED));
    expect(play).toHaveBeenCalledTimes(1);
  });

  it.each([{}, guessing])('is none for readers who ask for less motion', (around) => {
    isReduced = true;
    const lab = element(around);
    onFirstSight(lab, element(), play);
    lab.dispatchEvent(new Event(GUESSED));
    expect(play).not.toHaveBeenCalled();
  });
});

it('a menu closes by Escape, which leaves the focus on it, and by what happens elsewhere', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const focus = vi.fn();
  const inside = {};
  const menu = element({
    open: true,
    contains: (target: unknown) => target === inside,
    querySelector: () => ({ focus }),
  }) as HTMLDetailsElement;
  closesItself(menu);
  const happens = (type: string, target: object) =>
    page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }));
  const press = (key: string) => menu.dispatchEvent(Object.assign(new Event('keydown'), { key }));
  press('a');
  happens('pointerdown', inside);
  expect(menu.open).toBe(true);
  for (const type of ['pointerdown', 'focusin']) {
    menu.open = true;
    happens(type, {});
    expect(menu.open).toBe(false);
  }
  expect(focus).not.toHaveBeenCalled();
  menu.open = true;
  press('Escape');
  expect(menu.open).toBe(false);
  expect(focus).toHaveBeenCalledTimes(1);
});
