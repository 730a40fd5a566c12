/** The time line: each thread's readings as pins on its clock's ruler, and the readings that coincide, tied together. */
import { escapeText, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnPoints } from '@/kit/chart/own-points';
import { formatInteger } from '@/kit/lab/state';
import { NARROW } from '@/kit/lab/sizes';
import { coincidences, tally, type Coincidence, type Reading, type Stretch } from './readings';
import { SCHEMES, processors, type LabState } from './state';
import { granularity } from './stretch';
import { residueOf } from './tasks';
import { formatNanoseconds, formatThousandths, formatTime, unitFor } from './time';

/** Threads that have a lane: with more, lanes would be too thin to see anything in. */
const MOST_LANES = 16;
const AXIS_HEIGHT = 36;
/** Room for the highest label. */
const TOP = 10;
/** Ticks of a ruler stand at least so far apart, in pixels. */
const FINEST_TICK = 5;

export interface TimelineLayout {
  width: number;
  height: number;
  left: number;
  /** The threads that have a lane, from the top down. */
  threads: readonly number[];
  laneHeight: number;
  stretch: Stretch;
  /** Pixels of a nanosecond. */
  scale: number;
}

export function layoutTimeline(
  size: { width: number; height: number },
  running: readonly number[],
  stretch: Stretch,
): TimelineLayout {
  const threads = running.slice(0, MOST_LANES);
  const left = marginOf(size.width);
  return {
    ...size,
    left,
    threads,
    laneHeight: (size.height - AXIS_HEIGHT - TOP) / Math.max(1, threads.length),
    stretch,
    scale: (size.width - left - 4) / (stretch.to - stretch.from),
  };
}

const marginOf = (width: number) => (width < NARROW ? 20 : 62);

export const timeToX = ({ left, scale, stretch }: TimelineLayout, time: number): number =>
  left + (time - stretch.from) * scale;

export const xToTime = ({ left, scale, stretch }: TimelineLayout, x: number): number =>
  stretch.from + (x - left) / scale;

/** How high above its ruler a read's head stands. */
const riseOf = ({ laneHeight }: TimelineLayout) => Math.min(56, laneHeight * 0.52);

/** Where a thread's ruler lies: its pins stand in the middle of the lane. */
const baseOf = (layout: TimelineLayout, thread: number) =>
  TOP + (layout.threads.indexOf(thread) + 0.54) * layout.laneHeight + riseOf(layout) / 2;

/** Round times to label, near enough to `pixels` apart. */
function axisTimes({ stretch, scale }: TimelineLayout, pixels: number): number[] {
  const wanted = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10);
  const first = Math.ceil(stretch.from / step - 1e-9);
  const last = Math.floor(stretch.to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** The unit that the picture's times are written in: one that makes them neither long nor fractions. */
const axisUnit = ({ stretch }: TimelineLayout) => unitFor((stretch.to - stretch.from) / 10);

function drawAxis(layout: TimelineLayout, withoutLane: string): string {
  const { width, height, left } = layout;
  const unit = axisUnit(layout);
  const y = height - AXIS_HEIGHT + 6;
  const times = axisTimes(layout, width < NARROW ? 62 : 88);
  const marks = times.map((time) => {
    const x = px(timeToX(layout, time));
    const text = formatThousandths(time / unit.size);
    return (
      `<path class="mt-tl-hour" d="M${x},${TOP}V${px(y)}"/><path class="mt-axis" d="M${x},${px(y)}v5"/>` +
      `<text class="mt-tick" x="${x}" y="${px(y + 16)}" text-anchor="middle">${text}</text>`
    );
  });
  return (
    marks.join('') +
    `<path class="mt-axis" d="M${px(left)},${px(y)}H${px(width - 4)}"/>` +
    `<text class="mt-axis-title" x="${px(width - 4)}" y="${px(height - 1)}" text-anchor="end">${withoutLane}true time in ${unit.name}</text>`
  );
}

/** A thread's ruler: ticks where its clock's values lie; every tenth, hundredth, … where all would run together. */
function drawRuler(layout: TimelineLayout, thread: number, state: LabState): string {
  const { left, width, scale, stretch } = layout;
  const y = px(baseOf(layout, thread));
  const tick = granularity(state);
  const hardwareThread = thread % Math.min(state.threads, processors(state));
  // A unit that is coarser than the counter's step hides the residue.
  const offset = state.unit >= state.step ? 0 : residueOf(state, hardwareThread % state.cores) / 1000;
  let every = 1;
  while (tick * every * scale < FINEST_TICK) every *= 10;
  const first = Math.ceil((stretch.from - offset) / (tick * every));
  const last = Math.floor((stretch.to - offset) / (tick * every));
  let ticks = '';
  for (let n = first; n <= last; n++) {
    const exact = n * every * tick + offset;
    const value = state.unit >= state.step ? exact : Math.floor(exact / state.unit + 1e-9) * state.unit;
    const x = timeToX(layout, value);
    if (x >= left) ticks += `M${px(x)},${y}v${n % 10 === 0 ? 6 : 3.5}`;
  }
  return `<path class="mt-tl-base" d="M${px(left)},${y}H${px(width - 4)}"/><path class="mt-tl-tick" d="${ticks}"/>`;
}

/** Dots as one path: lines without length and with round ends, which the style sheet makes as thick as dots. */
const dot = (x: number, y: number) => `M${px(x)},${px(y)}h0`;

interface Pins {
  stems: string;
  heads: string;
  /** The same of the readings that coincide and of those whose identifiers are equal besides. */
  keptStems: string;
  keptHeads: string;
  hitStems: string;
  hitHeads: string;
}

function drawPins(layout: TimelineLayout, readings: readonly Reading[]): string {
  const pins: Pins = { stems: '', heads: '', keptStems: '', keptHeads: '', hitStems: '', hitHeads: '' };
  const rise = riseOf(layout);
  for (const { thread, at, value, collides, duplicate } of readings) {
    if (!layout.threads.includes(thread)) continue;
    const base = baseOf(layout, thread);
    const x = timeToX(layout, at);
    const foot = timeToX(layout, value);
    // A stem to a tick before the picture's edge ends at that edge.
    const within = foot < layout.left ? (x - layout.left) / (x - foot) : 1;
    const stem = `M${px(x)},${px(base - rise)}L${px(x + (foot - x) * within)},${px(base - rise + rise * within)}`;
    const head = dot(x, base - rise);
    if (duplicate) {
      pins.hitStems += stem;
      pins.hitHeads += head;
    } else if (collides) {
      pins.keptStems += stem;
      pins.keptHeads += head;
    } else {
      pins.stems += stem;
      pins.heads += head;
    }
  }
  const layers: [keyof Pins, string][] = [
    ['stems', 'mt-tl-stem'],
    ['keptStems', 'mt-tl-stem mt-tl-stem--kept'],
    ['hitStems', 'mt-tl-stem mt-tl-stem--hit'],
    ['heads', 'mt-tl-head'],
    ['keptHeads', 'mt-tl-head mt-tl-head--kept'],
    ['hitHeads', 'mt-tl-head mt-tl-head--hit'],
  ];
  return layers.map(([name, style]) => (pins[name] ? `<path class="${style}" d="${pins[name]}"/>` : '')).join('');
}

/** What a reader is told of each reading, lane by lane. */
function readPins(layout: TimelineLayout, readings: readonly Reading[]): OwnPoints {
  const marks = layout.threads.map((thread) => {
    const y = baseOf(layout, thread) - riseOf(layout);
    const points = readings
      .filter((reading) => reading.thread === thread)
      .map(({ at, value, identifier, collides, duplicate }) => ({
        x: timeToX(layout, at),
        y,
        cells: [
          String(thread + 1),
          `${formatNanoseconds(at)} ns`,
          `${formatNanoseconds(value)} ns`,
          identifier,
          duplicate ? 'identifier given twice' : collides ? 'another thread read it, too' : '',
        ],
      }));
    return { figure: 'live', points } as const;
  });
  return ownPoints(['Thread', 'Read at', 'The clock says', 'Identifier', 'Besides'], marks);
}

/** A coincidence: a line through the rulers at the value, a square on each ruler that it was read on. */
function drawTie(layout: TimelineLayout, { value, threads, duplicate }: Coincidence): string {
  const lanes = layout.threads.filter((thread) => threads.includes(thread));
  const x = timeToX(layout, value);
  const [first, last] = [lanes[0], lanes.at(-1)];
  if (first === undefined || last === undefined || x < layout.left) return '';
  const kind = duplicate ? 'hit' : 'kept';
  const [top, bottom] = [baseOf(layout, first), baseOf(layout, last)];
  const squares = lanes.map((lane) => `M${px(x - 3.5)},${px(baseOf(layout, lane) - 3.5)}h7v7h-7z`).join('');
  const halo = duplicate
    ? `<rect class="mt-tl-halo" x="${px(x - 6)}" y="${px(top - riseOf(layout) - 6)}" width="12" height="${px(bottom - top + riseOf(layout) + 12)}" rx="6"/>`
    : '';
  return `${halo}<path class="mt-tl-tie mt-tl-tie--${kind}" d="M${px(x)},${px(top)}V${px(bottom)}"/><path class="mt-tl-knot mt-tl-knot--${kind}" d="${squares}"/>`;
}

/** The value that was read more than once, over each tie that has room for it. */
function drawValues(layout: TimelineLayout, ties: readonly Coincidence[]): string {
  if (layout.laneHeight < 24) return '';
  const taken: { lane: number; from: number; to: number }[] = [];
  const unit = axisUnit(layout);
  const labels = ties.map(({ value, threads, duplicate }) => {
    const lane = layout.threads.find((thread) => threads.includes(thread));
    const text = formatThousandths(value / unit.size);
    const x = timeToX(layout, value);
    const half = text.length * 3.4 + 6;
    const [from, to] = [x - half, x + half];
    const clash = taken.some((other) => other.lane === lane && from < other.to && to > other.from);
    if (lane === undefined || clash || from < layout.left || to > layout.width) return '';
    taken.push({ lane, from, to });
    const y = baseOf(layout, lane) - riseOf(layout) - 7;
    const kind = duplicate ? 'hit' : 'kept';
    return `<text class="mt-tl-value mt-tl-value--${kind}" x="${px(x)}" y="${px(y)}" text-anchor="middle">${text}</text>`;
  });
  return labels.join('');
}

function drawLaneNames(layout: TimelineLayout): string {
  const wide = layout.width >= NARROW;
  const names = layout.threads.map((thread) => {
    const y = px(baseOf(layout, thread) - riseOf(layout) / 2);
    const name = wide ? `thread ${thread + 1}` : String(thread + 1);
    return `<text class="mt-tl-lane" x="${px(layout.left - 8)}" y="${y}" dy="0.35em" text-anchor="end">${name}</text>`;
  });
  return names.join('');
}

/** What became of the threads without a lane. */
function withoutLane(state: LabState, { threads }: TimelineLayout): string {
  const others = state.threads - threads.length;
  if (others === 0) return '';
  const fate = state.threads > processors(state) ? 'wait for their turn on a core' : 'have no lane';
  return `${others} more ${others === 1 ? 'thread' : 'threads'} ${fate}; `;
}

/** What the picture shows, in words. */
export function timelineName(state: LabState, readings: readonly Reading[], { from, to }: Stretch): string {
  const { shown, colliding, duplicates } = tally(readings);
  const threads = state.threads === 1 ? '1 thread’s' : `${state.threads} threads’`;
  return (
    `${threads} readings of the clock over ${formatTime(to - from)}: ${formatInteger(shown)} readings, ` +
    `${formatInteger(colliding)} of them with a value that another thread read too; ` +
    `${formatInteger(duplicates)} duplicate identifiers (${SCHEMES[state.scheme].toLowerCase()}).`
  );
}

/** Whether pins stand so close that their stems have to be thin: nearer than this, in pixels. */
const DENSE = 22;
const isDense = ({ threads, width }: TimelineLayout, readings: readonly Reading[]) =>
  (readings.length / threads.length) * DENSE > width;

export function drawTimeline(state: LabState, readings: readonly Reading[], layout: TimelineLayout): string {
  const { width, height, threads } = layout;
  const ties = coincidences(readings);
  const name = escapeText(timelineName(state, readings, layout.stretch));
  const read = readPins(layout, readings);
  return [
    `<svg class="mt-chart mt-timeline${isDense(layout, readings) ? ' mt-timeline--dense' : ''}" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${name}"${read.attributes}>`,
    drawAxis(layout, withoutLane(state, layout)),
    threads.map((thread) => drawRuler(layout, thread, state)).join(''),
    ties.map((tie) => drawTie(layout, tie)).join(''),
    drawPins(layout, readings),
    drawValues(layout, ties),
    drawLaneNames(layout),
    read.marks,
    '</svg>',
  ].join('');
}
