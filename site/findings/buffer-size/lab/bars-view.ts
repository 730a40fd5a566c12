/** How long the same bytes take on each machine with the chosen buffer: a bar each, as long as its time. */
import { textWidth } from '@/kit/chart/chart';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { secondsOf, TOTAL_WORDS, timeWords, type Reading } from './figures';

const ROW = 24;
/** Height of the picture, in pixels, as the style sheet has it: of three machines, also where fewer are shown. */
export const BARS_HEIGHT = 3 * ROW;

/** The time whose bar is as long as there is room: several times the slowest machine's shortest. */
const longestOf = (readings: readonly Reading[]): number =>
  4 * Math.max(...readings.map(({ best }) => secondsOf(best)));

export function drawBars(readings: readonly Reading[], width: number): string {
  const longest = longestOf(readings);
  const left = 28 + Math.ceil(Math.max(...readings.map(({ machine }) => textWidth(machine))));
  const room = width - left - 74;
  const rows = readings.map((reading, index) => {
    const { kind, machine, point } = reading;
    const y = (index + 0.5) * ROW;
    const seconds = point ? secondsOf(point) : 0;
    const long = Math.min(1, seconds / longest) * room;
    // A bar that would be longer ends in a point.
    const end = seconds > longest ? `l7,6.5l-7,6.5` : 'v13';
    const bar = point
      ? `<path class="mt-bs-bar mt-bs-bar--${kind}" data-seconds="${seconds.toPrecision(4)}" d="M${left},${px(y - 6.5)}h${px(long)}${end}h${px(-long)}z"/>`
      : '';
    return (
      markShape(kind, 8, y, 4) +
      `<text x="20" y="${px(y)}" dy="0.35em">${escapeText(machine)}</text>` +
      bar +
      `<text class="mt-bs-time" x="${px(left + long + (seconds > longest ? 14 : 7))}" y="${px(y)}" dy="0.35em">${timeWords(reading)}</text>`
    );
  });
  const name = `Time for ${TOTAL_WORDS}: ${readings.map((reading) => `${reading.machine} ${timeWords(reading)}`).join('; ')}.`;
  return `<svg class="mt-chart" viewBox="0 0 ${px(width)} ${BARS_HEIGHT}" width="${px(width)}" height="${BARS_HEIGHT}" role="img" aria-label="${escapeText(name)}">${rows.join('')}</svg>`;
}
