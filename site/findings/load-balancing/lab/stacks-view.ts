/** Servers as stacks under a limit line, as they stand at one moment, above a strip of all moments. */
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints } from '@/kit/chart/own-points';
import { NARROW } from '@/kit/lab/sizes';
import { LIMITS } from '@/wasm-pkg/load-balancing/limits';
import { pictureName, type Shown } from './figures';
import { largestOf, loadsAt, momentsOver, peaksAt } from './rounds';
import { limitOf, type LabState } from './state';

/** Heights of the picture, in pixels. */
export const HEIGHTS = { wide: 320, narrow: 250 };
/** A strip’s height, and what stands below the stacks. */
const STRIP = 16;
const BELOW = 62;
/** From so many pixels on, a request is a block of its own. */
const BLOCK = 4.5;

export interface StacksLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The load at the top. */
  highest: number;
}

export function layoutStacks(
  size: { width: number; height: number },
  state: Readonly<LabState>,
  { all }: Shown,
): StacksLayout {
  const isNarrow = size.width < NARROW;
  const highest = Math.max(largestOf(all), limitOf(state)) * 1.06;
  return { ...size, left: isNarrow ? 26 : 32, right: size.width - 50, top: 26, bottom: size.height - BELOW, highest };
}

export const loadToY = ({ top, bottom, highest }: StacksLayout, load: number): number =>
  bottom - (load / highest) * (bottom - top);
export const yToLoad = ({ top, bottom, highest }: StacksLayout, y: number): number =>
  ((bottom - y) / (bottom - top)) * highest;

/** Even steps of the axis, four at most above zero. */
function ticksTo(highest: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000].find((each) => highest / each < 5) ?? 10_000;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

const box = (x: number, y: number, width: number, height: number) =>
  height <= 0 ? '' : `M${px(x)},${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** The stacks: what each server has, and, paler, the most that it had before. */
function drawStacks(layout: StacksLayout, state: Readonly<LabState>, { moments, kind }: Shown, moment: number): string {
  const { left, right, bottom } = layout;
  const limit = limitOf(state);
  const pitch = (right - left) / moments.servers;
  const inset = Math.min(5, pitch * 0.12);
  const width = pitch - 2 * inset;
  const unit = loadToY(layout, 0) - loadToY(layout, 1);
  const drawn = { within: '', over: '', peak: '', 'peak-over': '' };
  const loads = loadsAt(moments, moment);
  const peaks = peaksAt(moments, moment);
  const y = (load: number) => loadToY(layout, load);
  loads.forEach((load, server) => {
    const x = left + server * pitch + inset;
    const peak = peaks[server]!;
    const span = (from: number, to: number) => box(x, y(to), width, y(from) - y(to));
    drawn.peak += span(Math.min(load, limit), Math.min(peak, limit));
    drawn['peak-over'] += span(Math.max(load, limit), Math.max(peak, limit));
    if (unit >= BLOCK)
      for (let each = 0; each < load; each++)
        drawn[each < limit ? 'within' : 'over'] += box(x, y(each + 1), width, unit - 1);
    else {
      drawn.within += span(0, Math.min(load, limit));
      drawn.over += span(limit, Math.max(load, limit));
    }
  });
  const paths = Object.entries(drawn).map(([name, path]) => `<path class="mt-lb-${name} mt-lb--${kind}" d="${path}"/>`);
  const broken = moments.failed?.[moment];
  if (broken === undefined) return paths.join('');
  const x = left + inset;
  const top = Math.max(y(broken), layout.top);
  // Errors are no requests in flight, and can be far more than these: a torn bar leaves the scale to the stacks.
  const tear =
    broken > layout.highest ? `<path class="mt-lb-torn" d="M${px(x - 3)},${px(top + 16)}l${px(width + 6)},-7"/>` : '';
  return (
    paths.join('') +
    `<path class="mt-lb-broken" d="${box(x, top, width, bottom - top)}"/>${tear}` +
    `<text class="mt-lb-broken-words" x="${px(x + width + 4)}" y="${px(Math.min(top, y(limit) - 14) + 8)}">${broken} errors in 100 ms</text>` +
    `<path class="mt-lb-cross" d="M${px(x)},${bottom + 4}l9,9m0,-9l-9,9"/>`
  );
}

/** A mark for every moment until now, red where some server is over its limit. */
function drawStrip({ left, right, height }: StacksLayout, over: readonly boolean[], moment: number): string {
  const pitch = (right - left) / over.length;
  const bottom = height - 20;
  const path = (wanted: (index: number) => boolean, tall: number) =>
    over
      .map((_, index) => (wanted(index) ? box(left + index * pitch, bottom - tall, Math.max(1, pitch - 1), tall) : ''))
      .join('');
  const x = left + (moment + 1) * pitch - 0.5;
  return (
    `<path class="mt-lb-moments" d="${path((index) => index > moment || !over[index], 4)}"/>` +
    `<path class="mt-lb-moments-over" d="${path((index) => index <= moment && over[index]!, STRIP)}"/>` +
    `<path class="mt-lb-now" d="M${px(x)},${bottom - STRIP - 2}v${STRIP + 5}"/>`
  );
}

const SECONDS = LIMITS.round.moments * LIMITS.round.stepWorks * 0.1;

/** @param isMoving true while it plays: then what it shows can't be read point by point */
export function drawRound(
  layout: StacksLayout,
  state: Readonly<LabState>,
  shown: Shown,
  moment: number,
  isMoving = false,
): string {
  const { width, height, left, right, bottom } = layout;
  const { moments, kind } = shown;
  const isRound = state.view === 'rounds';
  const isNarrow = width < NARROW;
  const limit = limitOf(state);
  const over = momentsOver(moments, limit);
  const limitY = loadToY(layout, limit);
  const pitch = (right - left) / moments.servers;
  const unit = isRound ? 'requests in flight' : 'items';
  const peaks = peaksAt(moments, moment);
  const read = isMoving
    ? null
    : ownPoints(
        ['Server', `Now: ${unit}`, 'Most so far', 'Over the limit by'],
        [
          {
            figure: kind,
            points: loadsAt(moments, moment).map((load, server) => ({
              x: left + (server + 0.5) * pitch,
              y: loadToY(layout, peaks[server]!),
              cells: [
                String(server + 1),
                String(load),
                String(peaks[server]),
                peaks[server]! > limit ? String(peaks[server]! - limit) : '',
              ],
            })),
          },
        ],
      );
  const ticks = ticksTo(layout.highest).map((tick) => {
    const y = px(loadToY(layout, tick));
    return `<path class="mt-grid" d="M${left},${y}H${px(right)}"/><text class="mt-tick" x="${left - 6}" y="${y}" dy="0.33em" text-anchor="end">${tick}</text>`;
  });
  const each = isRound ? 'a server was over its limit' : 'a server over its limit';
  const whole = isRound ? `${SECONDS} s${isNarrow ? '' : ', 25 ms a mark'}` : `100${isNarrow ? '' : ' placements'}`;
  const source = kind === 'measured' ? 'measured round' : 'simulated';
  const servers = `${moments.servers} servers; paler: the most that each has had`;
  const text = (style: string, x: number, y: number, anchor: string, words: string) =>
    `<text class="${style}" x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${words}</text>`;
  return [
    `<svg class="mt-chart mt-lb-stacks" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(pictureName(state, shown))}"${read?.attributes ?? ''}>`,
    text('mt-axis-title', 0, 12, 'start', isRound ? 'Requests in flight' : 'Items placed'),
    markShape(kind, width - source.length * 6.8 - 12, 8, 4),
    text(`mt-lb-source mt-lb-source--${kind}`, width, 12, 'end', source),
    ...ticks,
    drawStacks(layout, state, shown, moment),
    `<path class="mt-axis" d="M${left},${bottom}H${px(right)}"/>`,
    moments.failed ? '' : text('mt-axis-title', left, bottom + 15, 'start', servers),
    moments.failed
      ? text('mt-lb-broken-name', left + 18, bottom + 14, 'start', 'server 1 is broken: it answers 500 at once')
      : '',
    `<path class="mt-lb-limit" d="M${left},${px(limitY)}H${px(right + 18)}"/>`,
    text('mt-lb-limit-name', width, limitY - 11, 'end', `limit ${limit}`),
    drawStrip(layout, over, moment),
    text('mt-axis-title', left, height - 4, 'start', isNarrow ? `red: ${each}` : `Red: ${each}.`),
    text('mt-axis-title', right, height - 4, 'end', whole),
    read?.marks ?? '',
    '</svg>',
  ].join('');
}
