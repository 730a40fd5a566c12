/** Two lanes on one even scale: an idle connection, and one that is cut off at another moment of its conversation, with the same settings. */
import { NARROW } from '@/kit/lab/sizes';
import { type ShownAs } from '@/kit/record/shown.ts';
import { formatSeconds } from '@/kit/chart/format';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnPoint } from '@/kit/chart/own-points';
import { lanesSentence } from './figures';
import { chosenOf } from './state';
import type { MeasuredOutcome, BesideLines } from './measured';
import { roundScale, type TimeScale } from './scale';
import type { LabState } from './state';
import type { Event, TimeLine } from './tasks';
import { PATTERNS, callWords, formatUs, outcomeTime, stepWords } from './words';

/** As high as the picture of two lanes, in pixels, whatever is in them: nothing below it may move. */
export const LANES_HEIGHT = 208;

const TOP = 40;
const LANE = 58;
/** From a lane's top to its bar, and how high that is. */
const BAR = { top: 24, height: 18 } as const;
/** The narrowest that two marks of a kind may stand apart, in pixels: those between are left out of the picture. */
const CLOSEST = 3;
/** Behind this share of the scale a user timeout that is dragged is off. */
const OFF_FROM = 0.93;
/** A user timeout is dragged in steps of so many seconds: finer than the eye can tell. */
const STEP_S = 5;

export interface LanesLayout {
  width: number;
  narrow: boolean;
  scale: TimeScale;
  axis: number;
}

/** What all times are counted from. */
function origin(lines: readonly TimeLine[]): string {
  if (lines.some(({ scenario }) => scenario === 'alive')) return 'the last contact';
  return lines.some(({ faultUs }) => faultUs > 0) ? 'the firewall forgot' : 'the loss';
}

/** Since the loss: each lane counts from its own. */
const since = (us: number, { faultUs }: TimeLine): number => us - faultUs;

export function layoutLanes(width: number, { timeout }: Readonly<LabState>, lines: readonly TimeLine[]): LanesLayout {
  const narrow = width < NARROW;
  const span = { left: narrow ? 6 : 136, right: width - 18 };
  const ends = lines.flatMap((line) => (line.ending === 'learned' ? [since(line.atUs, line)] : []));
  const scale = roundScale(span, Math.max(timeout * 1000, ...ends));
  return { width, narrow, scale, axis: TOP + 2 * LANE + 2 };
}

/** Where the user timeout stands: it strikes half a second later at most, less than a pixel. At the end of the scale it is off. */
export const timeoutX = ({ scale }: LanesLayout, { timeout }: Readonly<LabState>): number =>
  timeout === 0 ? scale.right : scale.x(timeout * 1000);

/** The user timeout that a place on the scale stands for, in milliseconds: 0 for off. */
export function timeoutAt({ scale }: LanesLayout, x: number): number {
  if (x > scale.left + OFF_FROM * (scale.right - scale.left)) return 0;
  return Math.max(1, Math.round(scale.us(x) / 1e6 / STEP_S)) * STEP_S * 1000;
}

/** How wide a text of the picture is, near enough, in pixels. */
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

/** A mark's class, and its path. */
type Mark = readonly [style: string, path: string];

/** What leaves the kernel is a square, hollow if it only asks; a keepalive timer that does nothing is a stroke. */
function markOf({ step }: Event, x: number, y: number): Mark | undefined {
  const square = (r: number, style = ''): Mark => [
    `mt-dc-mark${style}`,
    `M${px(x - r)},${px(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`,
  ];
  switch (step) {
    case 'data':
    case 'retransmission':
    case 'loss-probe':
      return square(2.6);
    case 'keepalive-probe':
    case 'window-probe':
    case 'ping':
      return square(2.6, ' mt-dc-mark--asks');
    case 'keepalive-skipped':
      return ['mt-dc-asleep', `M${px(x)},${px(y - 4)}v8`];
    default:
      return undefined;
  }
}

/** A lane's bar with the stroke at its end, from the top of the drawing. */
export const barOf = (index: number): { top: number; height: number } => ({
  top: TOP + index * LANE + BAR.top - 4,
  height: BAR.height + 8,
});

/** The middle of a lane's bar. */
const middleOf = (index: number): number => TOP + index * LANE + BAR.top + BAR.height / 2;

/** The events that have a mark, where it stands. */
function marked({ scale }: LanesLayout, line: TimeLine, y: number): { event: Event; x: number; mark: Mark }[] {
  const last = new Map<string, number>();
  return line.events.flatMap((event) => {
    const us = since(event.atUs, line);
    const x = scale.x(us);
    if (us < 0 || us > scale.endUs || x - (last.get(event.step) ?? -Infinity) < CLOSEST) return [];
    last.set(event.step, x);
    const mark = markOf(event, x, y);
    return mark ? [{ event, x, mark }] : [];
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
function readLane(layout: LanesLayout, line: TimeLine, index: number): OwnPoint[] {
  const { scale } = layout;
  const { title } = PATTERNS[line.pattern];
  const y = middleOf(index);
  const events = marked(layout, line, y).map(({ event, x }) => ({
    x,
    y,
    cells: [title, formatUs(since(event.atUs, line)), stepWords(event.step)],
  }));
  const how = { learned: `${callWords(line.call)}: ${line.errno}`, never: 'never ends', survives: 'lives on, rightly' };
  const isLearned = line.ending === 'learned';
  const end = isLearned ? scale.x(since(line.atUs, line)) : scale.right;
  return [...events, { x: end, y, cells: [title, isLearned ? outcomeTime(line) : '', how[line.ending]] }];
}

/** What a reader is told of when it ended on a machine. */
function readKnown(
  { scale }: LanesLayout,
  line: TimeLine,
  index: number,
  known: MeasuredOutcome | null,
  by = 0,
): OwnPoint[] {
  if (!known?.noticed) return [];
  const [low, at, high] = [known.noticed.lowUs, known.noticed.us, known.noticed.highUs].map((us) =>
    since(us, line),
  ) as [number, number, number];
  const interval = `${formatUs(low)}\u2013${formatUs(high)}`;
  const cells = [PATTERNS[line.pattern].title, formatUs(at), 'the program learns of it', interval];
  return [{ x: scale.x(at), y: middleOf(index) + by, cells }];
}

function drawLane(
  layout: LanesLayout,
  line: TimeLine,
  index: number,
  isChosen: boolean,
  known: MeasuredOutcome | null,
  beside: readonly (MeasuredOutcome | null)[],
): string {
  const { scale, narrow } = layout;
  const { title } = PATTERNS[line.pattern];
  const top = TOP + index * LANE;
  const [above, y] = [top + 14, middleOf(index)];
  const learned = line.ending === 'learned';
  const end = learned ? scale.x(since(line.atUs, line)) : scale.right;
  const box = (from: number, to: number, style: string) =>
    `<rect class="${style}" x="${px(from)}" y="${top + BAR.top}" width="${px(Math.max(0, to - from))}" height="${BAR.height}"/>`;
  const latest = learned ? scale.x(since(line.latestUs, line)) : end;
  const late = latest - end < 1 ? '' : box(end, latest, 'mt-dc-late');
  const lane = `mt-dc-lane${isChosen ? ' mt-dc-lane--chosen' : ''}`;
  const head = narrow
    ? `<text class="${lane}" x="${px(scale.left)}" y="${above}">${title}</text>`
    : `<text class="${lane}" x="${px(scale.left - 14)}" y="${px(y)}" dy="0.35em" text-anchor="end">${title}</text>`;
  const bar = barOf(index);
  const stop = learned
    ? `<path class="mt-dc-end" d="M${px(end)},${bar.top}v${bar.height}"/>`
    : `<path class="mt-dc-goes-on" d="M${px(end + 2)},${y - 7}l9,7l-9,7"/>`;
  return (
    head +
    box(scale.left, end, 'mt-dc-life') +
    late +
    drawMarks(layout, line, y) +
    stop +
    drawVerdict(layout, line, known, { end, latest, above, y }) +
    drawKnown(layout, line, known, y, 'measured') +
    beside.map((one) => drawKnown(layout, line, one, y + BELOW, 'second')).join('')
  );
}

/** When it ends, as it was measured or else by the model: beside the bar where there is room, else above its end; how, where there is room. */
function drawVerdict(
  { scale, narrow }: LanesLayout,
  line: TimeLine,
  known: MeasuredOutcome | null,
  { end, latest, above, y }: { end: number; latest: number; above: number; y: number },
): string {
  const draw = (style: string, x: number, height: number, anchor: string, time: string, how = '') =>
    `<text class="mt-dc-verdict${style}" x="${px(x)}" y="${px(height)}" text-anchor="${anchor}"><tspan class="mt-dc-time">${time}</tspan>${how && ` ${escapeText(how)}`}</text>`;
  if (line.ending === 'never') return draw(' mt-dc-verdict--never', end, above, 'end', 'never ends');
  if (line.ending === 'survives') return draw('', end, above, 'end', 'lives on, rightly');
  const how = line.errno;
  const time = known?.noticed ? formatUs(since(known.noticed.us, line)) : outcomeTime(line);
  const kind = known?.noticed ? ' mt-dc-verdict--measured' : '';
  const fits = (words: string) => latest + 10 + widthOf(words) < scale.right;
  if (fits(`${time} ${how}`)) return draw(kind, latest + 10, y + 5, 'start', time, how);
  if (!narrow) return draw(kind, end, above, 'end', time, how);
  return fits(time) ? draw(kind, latest + 10, y + 5, 'start', time) : draw(kind, end, above, 'end', time);
}

/** How far below the published machine's mark the reader's is, in pixels: neither hides the other. */
const BELOW = 9;

/** When it ended on a machine with just these settings. */
function drawKnown(
  { scale }: LanesLayout,
  line: TimeLine,
  known: MeasuredOutcome | null,
  y: number,
  kind: ShownAs,
): string {
  if (!known?.noticed) return '';
  const [low, at, high] = [known.noticed.lowUs, known.noticed.us, known.noticed.highUs].map((us) =>
    scale.x(since(us, line)),
  ) as [number, number, number];
  const interval = `<path class="mt-interval mt-interval--${kind}" d="M${px(low)},${px(y)}H${px(high)}"/>`;
  return interval + markShape(kind, at, y, 4);
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

export function drawLanes(
  state: Readonly<LabState>,
  lines: readonly TimeLine[],
  layout: LanesLayout,
  known: readonly (MeasuredOutcome | null)[],
  beside: readonly BesideLines[] = [],
): string {
  const ofBeside = (index: number) => beside.map((one) => one.known[index] ?? null);
  const size = `${px(layout.width)} ${LANES_HEIGHT}`;
  const read = ownPoints(
    ['Connection', `Time since ${origin(lines)}`, 'What happens', '95% interval'],
    lines.flatMap((line, index) => [
      { figure: 'live', points: readLane(layout, line, index) },
      { figure: 'measured', points: readKnown(layout, line, index, known[index] ?? null) },
      ...ofBeside(index).map((one) => ({
        figure: 'second' as const,
        points: readKnown(layout, line, index, one, BELOW),
      })),
    ]),
  );
  const name = escapeText(`Time lines, one below the other. ${lanesSentence(lines)}`);
  return [
    `<svg class="mt-chart mt-dc-timeline" viewBox="0 0 ${size}" width="${px(layout.width)}" height="${LANES_HEIGHT}" role="img" aria-label="${name}"${read.attributes}>`,
    drawAxis(layout, lines),
    drawTimeout(layout, state),
    ...lines.map((line, index) =>
      drawLane(layout, line, index, line === chosenOf(state, lines), known[index] ?? null, ofBeside(index)),
    ),
    read.marks,
    '</svg>',
  ].join('');
}
