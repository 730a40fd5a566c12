/** Between a guess and the lab behind it. */

/** Told to the lab once the reader has guessed, or does not want to. */
export const GUESSED = 'mt-guessed';

/** True while a lab is to keep its answer back. */
export const isGuessing = (lab: HTMLElement): boolean =>
  lab.parentElement?.querySelector(':scope > mt-guess:not([data-done])') != null;
