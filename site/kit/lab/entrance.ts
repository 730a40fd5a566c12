import { GUESSED, isGuessing } from './guess-event';
import { prefersReducedMotion } from './motion';

/** Share of a picture that has to be seen before it plays. */
const SEEN = 0.7;

/**
 * Calls `play` once: when the reader has guessed, where there is something to guess, else when most of a picture is seen for the first
 * time. Not for readers who ask for less motion, or who have done something in the lab before.
 */
export function onFirstSight(lab: HTMLElement, picture: Element, play: () => void): void {
  if (prefersReducedMotion()) return;
  if (isGuessing(lab)) {
    lab.addEventListener(GUESSED, play, { once: true });
    return;
  }
  const acts = ['pointerdown', 'keydown', 'change'] as const;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      stop();
      play();
    },
    { threshold: SEEN },
  );
  const stop = () => {
    observer.disconnect();
    for (const act of acts) lab.removeEventListener(act, stop);
  };
  for (const act of acts) lab.addEventListener(act, stop);
  observer.observe(picture);
}
