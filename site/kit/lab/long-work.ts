import { formatShare } from '@/kit/chart/format';
import type { Parts } from './parts';
import type { LongWork } from './worker-client';

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** A time that is known roughly: `12 seconds`, `4 minutes`, `25 days`. */
export function formatRoughTime(milliseconds: number): string {
  const seconds = Math.max(1, milliseconds / 1000);
  // Less than one and a half of a unit is told in the next smaller one.
  const [size, unit] = UNITS.find(([size]) => seconds >= 1.5 * size) ?? [1, 'second'];
  const amount = Number((seconds / size).toPrecision(2));
  const digits = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat('en-US', digits).format(amount);
}

/** Remaining time of long work, and its progress where it was stopped, as a sentence. */
export function longWorkTime({ held, share, workedMs, remainingMs }: LongWork): string {
  if (held) {
    const rest = remainingMs === null ? '' : `; the rest takes about ${formatRoughTime(remainingMs)}`;
    return `Stopped${share === null ? '' : `, with ${formatShare(share)} done`}${rest}.`;
  }
  return remainingMs === null
    ? `This has taken ${formatRoughTime(workedMs)}, and how much longer it takes is not known.`
    : `This takes about ${formatRoughTime(remainingMs)} more.`;
}

/** Remaining time, and how to read the figures shown meanwhile. `isFaded`: some of them answer the previous question. */
export function longWorkWords(work: LongWork, isFaded: boolean): string {
  const shown = isFaded ? 'What is faded answers another question; the rest is partial.' : 'What is shown is partial.';
  return `${longWorkTime(work)} ${shown}`;
}

export interface LongWorkNoticeOptions {
  hold: () => void;
  resume: () => void;
  /** The notice's text, where the figures shown meanwhile are no partial answer. */
  words?: typeof longWorkWords;
}

/**
 * Says over a lab's pictures, so that nothing moves, that an answer takes long, how far it is and what is shown meanwhile,
 * and lets the reader stop it and go on.
 */
export class LongWorkNotice {
  readonly #parts: Parts;
  readonly #words = document.createElement('p');
  readonly #bar = document.createElement('progress');
  readonly #button = document.createElement('button');
  readonly #box = document.createElement('div');
  readonly #say: typeof longWorkWords;
  #held = false;

  constructor(parts: Parts, { hold, resume, words = longWorkWords }: LongWorkNoticeOptions) {
    this.#parts = parts;
    this.#say = words;
    this.#box.className = 'mt-lab-long';
    this.#bar.setAttribute('aria-label', 'Work done');
    this.#button.type = 'button';
    this.#button.className = 'mt-lab-button';
    this.#button.addEventListener('click', () => (this.#held ? resume() : hold()));
    this.#box.append(this.#words, this.#button, this.#bar);
  }

  /** Returns what there is to say out loud, if that has changed: how far it is changes all the time, and is only shown. */
  show(work: LongWork | null): string | null {
    const { root } = this.#parts;
    const wasShown = this.#box.isConnected;
    root.toggleAttribute('data-long', work !== null);
    if (!work) {
      this.#box.remove();
      return null;
    }
    const changed = !wasShown || this.#held !== work.held;
    this.#held = work.held;
    const words = this.#say(work, root.querySelector('[data-stale]') !== null);
    this.#words.textContent = words;
    if (work.share === null) this.#bar.removeAttribute('value');
    else this.#bar.value = work.share;
    const action = work.held ? 'Go on' : 'Stop';
    if (this.#button.textContent !== action) this.#button.textContent = action;
    if (!wasShown) this.#parts.find('.mt-lab-stages').append(this.#box);
    return changed ? words : null;
  }
}
