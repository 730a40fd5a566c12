/** A handle over a point of the curve: dragged by mouse or finger, and moved by the arrow keys while it has the focus. */
import { dragPoint } from '@/kit/lab/drag-point';

export interface Grip {
  /**
   * Puts the grip where the curve is, in pixels within its container, and says its value; `null` hides it. A grip is a slider
   * to screen readers: `now` lies between 0 and 100.
   */
  place(at: { x: number; y: number } | null, now: number, words: string): void;
}

/** Where an arrow key moves what it moves, and how many steps. */
export interface Step {
  across: 'x' | 'y';
  /** Towards larger values of that axis: to the right, or up. */
  by: number;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: { across: 'y', by: 1 },
  ArrowDown: { across: 'y', by: -1 },
  ArrowRight: { across: 'x', by: 1 },
  ArrowLeft: { across: 'x', by: -1 },
  PageUp: { across: 'y', by: 10 },
  PageDown: { across: 'y', by: -10 },
};

export function attachGrip(
  handle: HTMLElement,
  {
    onDrag,
    onStep,
  }: {
    onDrag: (at: { x: number; y: number }, phase: 'live' | 'rest') => void;
    /** Hears of a key; whether it moves this grip is not known here. */
    onStep: (step: Step) => void;
  },
): Grip {
  const point = dragPoint(handle, onDrag);
  handle.addEventListener('keydown', (event) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onStep(step);
  });
  return {
    place(at, now, words) {
      point.place(at);
      if (!at) return;
      handle.setAttribute('aria-valuenow', String(Math.round(now)));
      handle.setAttribute('aria-valuetext', words);
    },
  };
}
