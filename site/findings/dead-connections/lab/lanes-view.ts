/** Two lanes on one even scale: an idle connection, and one that is cut off at another moment of its conversation, with the same settings. */
import { NARROW } from '@/kit/lab/sizes';
import type { ShownAs } from '@/kit/record/shown.ts';
import { formatSeconds } from '@/kit/chart/format';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnMark, type OwnPoint } from '@/kit/chart/own-points';
import { endsOf } from '../two-ends';
import { lanesSentence } from './figures';
import { timeOf, type MeasuredOutcome } from './measured';
import { roundScale, type TimeScale } from './scale';
import { chosenOf, type LabState } from './state';
import type { Event, TimeLine } from './tasks';
import { PATTERNS, STEPS, callWords, formatUs, outcomeTime } from './words';

/** Height of the picture of two lanes, in pixels, whatever is in them: nothing below it may move. */
export const LANES_HEIGHT = 208;

const TOP = 40;
const LANE = 58;
/** From a lane's top to its bar, and height of the bar. */
const BAR = { top: 24, height: 18 } as const;
/** Least distance of two marks of a kind, in pixels: those between are left out of the picture. */
const CLOSEST = 3;
/** Share of the scale behind which a user timeout that is dragged is off. */
const OFF_FROM = 0.93;
/** Steps in which a user timeout is dragged, in seconds: finer than the eye can tell. */
const STEP_S = 5;
/** Distance of another machine's mark below that of the page's machine, in pixels: neither hides the other. */
const BELOW = 9;

export interface LanesLayout {
  width: number;
  narrow: boolean;
  scale: TimeScale;
  axis: number;
}

/** What each lane's trials came to on a machine; null where nothing was measured with just these settings. */
type Known = readonly (MeasuredOutcome | null)[];

/** What all times are counted from. */
function origin(lines: readonly TimeLine[]): string {
  if (lines.some(({ scenario }) => scenario === 'alive')) return 'the last contact';
  return lines.some(({ faultUs }) => faultUs > 0) ? 'the firewall forgot' : 'the loss';
}

/** Time since the loss: each lane counts from its own. */
const since = (us: number, { faultUs }: TimeLine): number => us - faultUs;

export function layoutLanes(width: number, { timeout }: Readonly<LabState>, lines: readonly TimeLine[]): LanesLayout {
  const narrow = width < NARROW;
  const span = { left: narrow ? 6 : 136, right: width - 18 };
  const ends = lines.flatMap((line) => (line.ending === 'learned' ? [since(line.atUs, line)] : []));
  const scale = roundScale(span, Math.max(timeout * 1000, ...ends));
  return { width, narrow, scale, axis: TOP + 2 * LANE + 2 };
}

/** Place of the user timeout: it strikes half a second later at most, less than a pixel. At the end of the scale it is off. */
export const timeoutX = ({ scale }: LanesLayout, { timeout }: Readonly<LabState>): number =>
  timeout === 0 ? scale.right : scale.x(timeout * 1000);

/** The user timeout that a place on the scale stands for, in milliseconds: 0 for off. */
export function timeoutAt({ scale }: LanesLayout, x: number): number {
  if (x > scale.left + OFF_FROM * (scale.right - scale.left)) return 0;
  return Math.max(1, Math.round(scale.us(x) / 1e6 / STEP_S)) * STEP_S * 1000;
}

/** Width of a text of the picture, near enough, in pixels. */
const widthOf = (text: string) => text.length * 7.2;

function drawAxis({ scale, axis, width }: LanesLayout, lines: readonly TimeLine[]): string {
  const ticks = scale.ticks.map(({ us, label }) => {
    const x = px(scale.x(us));
    return (
      `<path class="mt-dc-hour" d="M${x},${TOP - 6}V${axis}"/><path class="mt-axis" d="M${x},${axis}v6"/>` +
      `<text class="mt-tick" x="${x}" y="${axis + 18}" text-anchor="middle">${label}</text>`
    );
  });
  return (
    `${ticks.join('')}<path class="mt-axis" d="M${px(scale.left)},${axis}H${px(scale.right)}"/>` +
    `<text class="mt-axis-title" x="${px(width - 4)}" y="${LANES_HEIGHT - 3}" text-anchor="end">time since ${origin(lines)}</text>`
  );
}

/** A mark's class, and its path. What leaves the kernel is a square, hollow if it only asks; a keepalive timer that does nothing is a stroke. */
function markOf({ step }: Event, x: number, y: number): readonly [style: string, path: string] | undefined {
  const square = `M${px(x - 2.6)},${px(y - 2.6)}h5.2v5.2h-5.2z`;
  if (['data', 'retransmission', 'loss-probe'].includes(step)) return ['mt-dc-mark', square];
  if (['keepalive-probe', 'window-probe', 'ping'].includes(step)) return ['mt-dc-mark mt-dc-mark--asks', square];
  return step === 'keepalive-skipped' ? ['mt-dc-asleep', `M${px(x)},${px(y - 4)}v8`] : undefined;
}

/** A lane's bar with the stroke at its end, from the top of the drawing. */
export const barOf = (index: number): { top: number; height: number } => ({
  top: TOP + index * LANE + BAR.top - 4,
  height: BAR.height + 8,
});

/** The middle of a lane's bar. */
const middleOf = (index: number): number => TOP + index * LANE + BAR.top + BAR.height / 2;

/** The events that have a mark, where it stands. */
function marked({ scale }: LanesLayout, line: TimeLine, y: number) {
  const last = new Map<string, number>();
  return line.events.flatMap((event) => {
    const us = since(event.atUs, line);
    const x = scale.x(us);
    if (us < 0 || us > scale.endUs || x - (last.get(event.step) ?? -Infinity) < CLOSEST) return [];
    last.set(event.step, x);
    const mark = markOf(event, x, y);
    return mark ? [{ event, us, x, mark }] : [];
  });
}

/** All marks of a kind in one path: a minute of keepalive's has sixty. */
function drawMarks(layout: LanesLayout, line: TimeLine, y: number): string {
  const kinds = Map.groupBy(marked(layout, line, y), ({ mark: [style] }) => style);
  const drawn = [...kinds].map(
    ([style, of]) => `<path class="${style}" d="${of.map(({ mark }) => mark[1]).join('')}"/>`,
  );
  return drawn.join('');
}

/** What a reader is told of the marks of a lane, and of its end. */
function readLane(layout: LanesLayout, line: TimeLine, index: number): OwnMark {
  const { scale } = layout;
  const { title } = PATTERNS[line.pattern];
  const y = middleOf(index);
  const events = marked(layout, line, y).map(({ event, us, x }): OwnPoint => ({
    x,
    y,
    cells: [title, formatUs(us), STEPS[event.step]],
  }));
  const how = { learned: `${callWords(line.call)}: ${line.errno}`, never: 'never ends', survives: 'lives on, rightly' };
  const isLearned = line.ending === 'learned';
  const x = isLearned ? scale.x(since(line.atUs, line)) : scale.right;
  const cells = [title, isLearned ? outcomeTime(line) : '', how[line.ending]];
  return { figure: 'live', points: [...events, { x, y, cells }] };
}

/** Places of a machine's trials: the median, or the first and the last where they ended at two times; and their interval. */
function placesOf({ scale }: LanesLayout, { value, low, high, n }: NonNullable<MeasuredOutcome['after']>) {
  const [middle, first, last] = [value, low, high].map((seconds) => scale.x(seconds * 1e6)) as [number, number, number];
  return { first, last, marks: endsOf({ value, low, high, n }) ? [first, last] : [middle] };
}

/** What a reader is told of when it ended on a machine. */
function readKnown(layout: LanesLayout, lines: readonly TimeLine[], known: Known, figure: ShownAs): OwnMark[] {
  const by = figure === 'measured' ? 0 : BELOW;
  return lines.map(({ pattern }, index) => {
    const after = known[index]?.after;
    if (!after) return { figure, points: [] };
    const interval = `${formatSeconds(after.low)}\u2013${formatSeconds(after.high)}`;
    const learned = ['the program learns of it', endsOf(after)?.most].filter(Boolean).join(', ');
    const cells = [PATTERNS[pattern].title, timeOf(after), learned, interval];
    return { figure, points: [{ x: placesOf(layout, after).marks[0]!, y: middleOf(index) + by, cells }] };
  });
}

/** When a lane ended on a machine with just these settings. */
function drawKnown(layout: LanesLayout, index: number, known: Known, figure: ShownAs): string {
  const after = known[index]?.after;
  if (!after) return '';
  const { first, last, marks } = placesOf(layout, after);
  const y = middleOf(index) + (figure === 'measured' ? 0 : BELOW);
  const interval = `<path class="mt-interval mt-interval--${figure}" d="M${px(first)},${px(y)}H${px(last)}"/>`;
  return interval + marks.map((x) => markShape(figure, x, y, 4)).join('');
}

function drawLane(layout: LanesLayout, line: TimeLine, index: number, isChosen: boolean, known: Known): string {
  const { scale, narrow } = layout;
  const { title } = PATTERNS[line.pattern];
  const top = TOP + index * LANE;
  const [above, y] = [top + 14, middleOf(index)];
  const isLearned = line.ending === 'learned';
  const end = isLearned ? scale.x(since(line.atUs, line)) : scale.right;
  const latest = isLearned ? scale.x(since(line.latestUs, line)) : end;
  const box = (from: number, to: number, style: string) =>
    `<rect class="${style}" x="${px(from)}" y="${top + BAR.top}" width="${px(Math.max(0, to - from))}" height="${BAR.height}"/>`;
  const lane = `mt-dc-lane${isChosen ? ' mt-dc-lane--chosen' : ''}`;
  const head = narrow
    ? `<text class="${lane}" x="${px(scale.left)}" y="${above}">${title}</text>`
    : `<text class="${lane}" x="${px(scale.left - 14)}" y="${px(y)}" dy="0.35em" text-anchor="end">${title}</text>`;
  const bar = barOf(index);
  return [
    head,
    box(scale.left, end, 'mt-dc-life'),
    latest - end < 1 ? '' : box(end, latest, 'mt-dc-late'),
    drawMarks(layout, line, y),
    isLearned
      ? `<path class="mt-dc-end" d="M${px(end)},${bar.top}v${bar.height}"/>`
      : `<path class="mt-dc-goes-on" d="M${px(end + 2)},${y - 7}l9,7l-9,7"/>`,
    drawVerdict(layout, line, known[index], { end, latest, above, y }),
    drawKnown(layout, index, known, 'measured'),
  ].join('');
}

/** When it ends and how, as it was measured or else by the model: beside the bar where there is room, else above its end. */
function drawVerdict(
  layout: LanesLayout,
  line: TimeLine,
  known: MeasuredOutcome | null | undefined,
  { end, latest, above, y }: { end: number; latest: number; above: number; y: number },
): string {
  const { scale, narrow } = layout;
  const draw = (style: string, x: number, height: number, anchor: string, time: string, how = '') =>
    `<text class="mt-dc-verdict${style}" x="${px(x)}" y="${px(height)}" text-anchor="${anchor}"><tspan class="mt-dc-time">${time}</tspan>${how && ` ${escapeText(how)}`}</text>`;
  if (line.ending === 'never') return draw(' mt-dc-verdict--never', end, above, 'end', 'never ends');
  if (line.ending === 'survives') return draw('', end, above, 'end', 'lives on, rightly');
  const after = known?.after;
  const [time, sign] = after ? [timeOf(after), known.errno] : [outcomeTime(line), line.errno];
  const kind = after ? ' mt-dc-verdict--measured' : '';
  const beside = Math.max(latest, ...(after ? placesOf(layout, after).marks : [])) + 10;
  const fits = (words: string) => beside + widthOf(words) < scale.right;
  const how = !narrow || fits(`${time} ${sign}`) ? sign : '';
  return fits(`${time} ${how}`.trim())
    ? draw(kind, beside, y + 5, 'start', time, how)
    : draw(kind, end, above, 'end', time, how);
}

function drawTimeout(layout: LanesLayout, state: Readonly<LabState>): string {
  const { scale, axis } = layout;
  const x = timeoutX(layout, state);
  const words = `user timeout: ${state.timeout === 0 ? 'off' : formatSeconds(state.timeout / 1000)}`;
  // Beside the grip, which stands over the line.
  const anchor = x + 22 + widthOf(words) > scale.right ? 'end' : 'start';
  const at = x + (anchor === 'end' ? -22 : 22);
  return (
    `<path class="mt-dc-limit" d="M${px(x)},22V${axis}"/>` +
    `<text class="mt-dc-limit-name" x="${px(at)}" y="18" text-anchor="${anchor}">${words}</text>`
  );
}

/** The picture, with what other machines came to. */
export function drawLanes(
  state: Readonly<LabState>,
  lines: readonly TimeLine[],
  layout: LanesLayout,
  known: Known,
  beside: readonly Known[] = [],
): string {
  const size = `${px(layout.width)} ${LANES_HEIGHT}`;
  const read = ownPoints(
    ['Connection', `Time since ${origin(lines)}`, 'What happens', '95% interval'],
    [
      ...lines.map((line, index) => readLane(layout, line, index)),
      ...readKnown(layout, lines, known, 'measured'),
      ...beside.flatMap((other) => readKnown(layout, lines, other, 'second')),
    ],
  );
  const name = escapeText(`Time lines, one below the other. ${lanesSentence(lines)}`);
  return [
    `<svg class="mt-chart mt-dc-timeline" viewBox="0 0 ${size}" width="${px(layout.width)}" height="${LANES_HEIGHT}" role="img" aria-label="${name}"${read.attributes}>`,
    drawAxis(layout, lines),
    drawTimeout(layout, state),
    ...lines.map((line, index) => drawLane(layout, line, index, line === chosenOf(state, lines), known)),
    ...beside.flatMap((other) => lines.map((_, index) => drawKnown(layout, index, other, 'second'))),
    read.marks,
    '</svg>',
  ].join('');
}
