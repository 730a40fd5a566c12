/** How long the same bytes take with the chosen buffer: a bar for each kind of call, as long as its time. */
import { textWidth } from '@/kit/chart/chart';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownOf, secondsOf, TOTAL_WORDS, timeWords, type Reading } from './figures';

/** Height of the picture, in pixels, as the style sheet has it, which rows share: two at least. */
export const BARS_HEIGHT = 64;

/** The time whose bar is as long as there is room: several times the slowest's shortest. */
const longestOf = (readings: readonly Reading[]): number =>
  4 * Math.max(...readings.map(({ best }) => secondsOf(best)));

/** A row's name: the calls and, beside another machine, whose they are. */
const nameOf = ({ curve, machine, kind }: Reading): string => {
  const calls = curve.calls.charAt(0).toUpperCase() + curve.calls.slice(1);
  return kind === 'measured' ? calls : `${calls}, ${machine}`;
};

/** Rows of the page's own machine, and one for each other. */
const rowsOf = (readings: readonly Reading[]): Reading[] => [
  ...ownOf(readings),
  ...readings.filter(({ kind, machine }, index) => kind !== 'measured' && machine !== readings[index - 1]!.machine),
];

export function drawBars(all: readonly Reading[], width: number): string {
  const readings = rowsOf(all);
  const high = BARS_HEIGHT / Math.max(2, readings.length);
  const longest = longestOf(readings);
  const left = 28 + Math.ceil(Math.max(...readings.map((reading) => textWidth(nameOf(reading)))));
  const room = width - left - 74;
  const rows = readings.map((reading, index) => {
    const { kind, point } = reading;
    const y = (index + 0.5) * high;
    const seconds = point ? secondsOf(point) : 0;
    const long = Math.min(1, seconds / longest) * room;
    // A bar that would be longer ends in a point.
    const end = seconds > longest ? `l7,6.5l-7,6.5` : 'v13';
    const bar = point
      ? `<path class="mt-bs-bar mt-bs-bar--${kind}" data-seconds="${seconds.toPrecision(4)}" d="M${left},${px(y - 6.5)}h${px(long)}${end}h${px(-long)}z"/>`
      : '';
    return (
      (kind === 'measured' && index > 0
        ? `<g class="mt-hollow">${markShape(kind, 8, y, 4)}</g>`
        : markShape(kind, 8, y, 4)) +
      `<text x="20" y="${px(y)}" dy="0.35em">${escapeText(nameOf(reading))}</text>` +
      bar +
      `<text class="mt-bs-time" x="${px(left + long + (seconds > longest ? 14 : 7))}" y="${px(y)}" dy="0.35em">${timeWords(reading)}</text>`
    );
  });
  const name = `Time for ${TOTAL_WORDS}: ${readings.map((reading) => `${nameOf(reading)} ${timeWords(reading)}`).join('; ')}.`;
  return `<svg class="mt-chart" viewBox="0 0 ${px(width)} ${BARS_HEIGHT}" width="${px(width)}" height="${BARS_HEIGHT}" role="img" aria-label="${escapeText(name)}">${rows.join('')}</svg>`;
}
