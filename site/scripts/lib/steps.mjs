import { performance } from 'node:perf_hooks';

/** Time between two reminders of what a long step is at. */
const REMINDER_MS = 15_000;

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Does one step of a command and says so: one line when it begins and one when it ends, so that steps side by side stay
 * readable. A step with nothing to do says only that.
 *
 * @template T
 * @param {string} name
 * @param {string | (() => string)} doing what the reader waits for, such as `npm ci`; what it is at that moment
 * @param {() => Promise<T>} work `false` means that everything was there already
 * @returns {Promise<T>}
 */
export async function step(name, doing, work) {
  const started = performance.now();
  const since = () => formatDuration(performance.now() - started);
  const say = (/** @type {string} */ mark, /** @type {string} */ text) =>
    console.log(`${mark} ${name.padEnd(22)} ${text}`);
  const told = () => (typeof doing === 'string' ? doing : doing());
  // Said late, so that a step that finds everything there takes one line, not two.
  const begin = setTimeout(() => say('·', `${told()} …`), 200);
  const reminder = setInterval(() => say('·', `${told()} … ${since()}`), REMINDER_MS);
  try {
    const result = await work();
    say('✓', result === false ? 'is up to date' : since());
    return result;
  } catch (error) {
    say('✗', since());
    throw error;
  } finally {
    clearTimeout(begin);
    clearInterval(reminder);
  }
}
