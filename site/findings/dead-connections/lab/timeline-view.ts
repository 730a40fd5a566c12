/** The time line: the program, its kernel's timers, the segments on the wire and the peer, over one scale of time. */
import { type ShownAs } from '@/kit/record/shown.ts';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnMark, type OwnPoint, type OwnPoints } from '@/kit/chart/own-points';
import type { MeasuredOutcome } from './measured';
import { wideScale, type TimeScale } from './scale';
import type { LabState } from './state';
import type { Event, TimeLine } from './tasks';
import { cutOf, endOf, goesOn, isLost, limitOf, originOf, reachOf, timersOf, type Timer } from './timeline-parts';
import { PATTERNS, SCENARIOS, callWords, formatUs, isFromOutside, isSegment, outcomeTime, stepWords } from './words';
import { sentence } from './figures';

/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. */
export const PICTURE_HEIGHTS = { wide: 316, narrow: 316 } as const;
/** Narrower labs, in pixels, get the narrow picture. The style sheet's container query says the same. */
export const NARROW = 560;

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  scale: TimeScale;
  /** Where each lane lies, from the top. */
  program: number;
  kernel: number;
  peer: number;
  axis: number;
}

export function layoutTimeline(
  { width, height }: { width: number; height: number },
  state: Readonly<LabState>,
  line: TimeLine,
): Layout {
  const narrow = width < NARROW;
  // Before the last contact there is a little room, where all is well.
  const span = { left: narrow ? 22 : 112, right: width - (narrow ? 14 : 22), originUs: line.faultUs };
  const lastUs = Math.max(endOf(line), limitOf(state, line) ?? 0);
  const scale = wideScale(span, lastUs);
  return { width, height, narrow, scale, program: 58, kernel: 142, peer: height - 76, axis: height - 40 };
}

/** The narrowest that two marks of a kind may stand apart, in pixels: those between are left out of the picture. */
const CLOSEST = 1.5;

/** What the axis counts from, and how. */
function axisTitle({ narrow }: Layout, { faultUs }: TimeLine): string {
  const from = faultUs > 0 ? 'time since the firewall forgot' : 'time since the last contact';
  return narrow ? `${from}, log scale` : `${from}; from 10 ms on, each tenfold takes the same room`;
}

function drawAxis(layout: Layout, title: string): string {
  const { scale, axis, width, height } = layout;
  const marks = scale.ticks.map(({ us, label }) => {
    const x = px(scale.x(us));
    if (!label) return `<path class="mt-axis" d="M${x},${axis}v4"/>`;
    return (
      `<path class="mt-dc-hour" d="M${x},26V${axis}"/><path class="mt-axis" d="M${x},${axis}v8"/>` +
      `<text class="mt-tick" x="${x}" y="${axis + 20}" text-anchor="middle">${label}</text>`
    );
  });
  return (
    `${marks.join('')}<path class="mt-axis" d="M${px(scale.left)},${axis}H${px(scale.right)}"/>` +
    `<text class="mt-axis-title" x="${px(width - 4)}" y="${height - 2}" text-anchor="end">${title}</text>`
  );
}

function drawLaneNames({ narrow, program, kernel, peer }: Layout): string {
  const lanes: [string, number][] = [
    ['your program', program],
    ['your kernel', kernel],
    ['the network', (kernel + peer) / 2],
    ['the peer', peer],
  ];
  return lanes
    .filter(([name]) => !narrow || name !== 'the network')
    .map(([name, y]) =>
      narrow
        ? `<text class="mt-dc-lane" x="2" y="${y + 15}">${name}</text>`
        : `<text class="mt-dc-lane" x="88" y="${y}" dy="0.35em" text-anchor="end">${name}</text>`,
    )
    .join('');
}

/** How high a timer's arc rises over the kernel's lane. */
const arcHeight = (width: number) => Math.min(58, 5 + width * 0.4);

function drawTimer({ scale, kernel }: Layout, { kind, fromUs, toUs }: Timer): string {
  const [from, to] = [scale.x(fromUs), scale.x(toUs)];
  if (to - from < 1) return '';
  const top = kernel - arcHeight(to - from) * 1.33;
  return `<path class="mt-dc-timer mt-dc-timer--${kind}" d="M${px(from)},${kernel}C${px(from)},${px(top)} ${px(to)},${px(top)} ${px(to)},${kernel}"/>`;
}

/** The mark of a segment of ours where it leaves the kernel: what is asked is hollow, what is data is filled. */
function markOf(event: Event, x: number, y: number): string {
  const square = (r: number) => `M${px(x - r)},${px(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
  switch (event.step) {
    case 'data':
    case 'syn':
      return `<path class="mt-dc-mark" d="${square(4)}"/>`;
    case 'retransmission':
      return `<path class="mt-dc-mark" d="${square(2.8)}"/>`;
    default:
      return `<path class="mt-dc-mark mt-dc-mark--asks" d="${square(3.2)}"/>`;
  }
}

const cross = (x: number, y: number, r = 3.6) =>
  `<path class="mt-dc-cross" d="M${px(x - r)},${px(y - r)}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}"/>`;

function drawSegment(layout: Layout, state: Readonly<LabState>, line: TimeLine, event: Event): string {
  const { scale, kernel, peer } = layout;
  const reach = reachOf(state, line, event);
  const x = scale.x(event.atUs);
  const tip = scale.x(event.atUs + state.rtt * 500 * reach);
  const y = kernel + (peer - 7 - kernel) * reach;
  const lost = isLost(state, line, event);
  const style = event.step === 'data' || event.step === 'retransmission' || event.step === 'syn' ? 'data' : 'asks';
  // Where packets from the peer are dropped, ours arrives: it is the answer that does not.
  const answer = lost && state.scenario === 'drop-inbound' && event.step !== 'reset-sent';
  const middle = (kernel + peer) / 2;
  const back = answer
    ? `<path class="mt-dc-answer mt-dc-answer--lost" d="M${px(tip)},${px(y)}L${px(tip + 5)},${px(middle)}"/>${cross(tip + 5, middle)}`
    : '';
  return (
    `<path class="mt-dc-segment mt-dc-segment--${style}" d="M${px(x)},${kernel}L${px(tip)},${px(y)}"/>` +
    (lost && !answer
      ? cross(tip, y)
      : `<path class="mt-dc-tip" d="M${px(tip - 3)},${px(y - 5)}L${px(tip)},${px(y)}L${px(tip + 3)},${px(y - 5)}"/>`) +
    back +
    markOf(event, x, kernel)
  );
}

function drawAnswer({ scale, kernel, peer }: Layout, state: Readonly<LabState>, event: Event): string {
  const from = originOf(state, event);
  const x = scale.x(event.atUs);
  // Beside what it answers, where both would lie in one line.
  const start = Math.min(scale.x(Math.max(0, event.atUs - state.rtt * 500 * from)) + 4, x + 4);
  const y = kernel + (peer - 7 - kernel) * from;
  const end = kernel + 6;
  return (
    `<path class="mt-dc-answer" d="M${px(start)},${px(y)}L${px(x + 4)},${px(end)}"/>` +
    `<path class="mt-dc-answer" d="M${px(x + 1)},${px(end + 5)}L${px(x + 4)},${px(end)}L${px(x + 7)},${px(end + 5)}"/>`
  );
}

/** The events that are drawn: of many of a kind, those that can be told apart. */
function apart({ scale }: Layout, { events }: TimeLine): { event: Event; x: number }[] {
  const last = new Map<string, number>();
  return events.flatMap((event) => {
    const x = scale.x(event.atUs);
    if (x - (last.get(event.step) ?? -Infinity) < CLOSEST) return [];
    last.set(event.step, x);
    return [{ event, x }];
  });
}

function drawEvents(layout: Layout, state: Readonly<LabState>, line: TimeLine): string {
  const drawn: string[] = [];
  for (const { event, x } of apart(layout, line)) {
    if (isFromOutside(event.step)) drawn.push(drawAnswer(layout, state, event));
    else if (isSegment(event.step)) drawn.push(drawSegment(layout, state, line, event));
    else if (event.step === 'write-buffered' || event.step === 'write-blocked') {
      drawn.push(`<path class="mt-dc-write" d="M${px(x)},${layout.program + 6}V${layout.kernel - 2}"/>`);
    } else if (event.step === 'keepalive-skipped' || event.step === 'still-waiting') {
      drawn.push(`<path class="mt-dc-skipped" d="M${px(x)},${layout.kernel - 5}v10"/>`);
    }
  }
  return drawn.join('');
}

/** How high the mark of an event stands; nothing where it has none. */
function heightOf({ program, kernel }: Layout, { step }: Event): number | undefined {
  if (isFromOutside(step)) return kernel + 6;
  if (step === 'write-buffered' || step === 'write-blocked') return (program + kernel) / 2;
  return isSegment(step) || step === 'keepalive-skipped' || step === 'still-waiting' ? kernel : undefined;
}

/** What a reader is told: of each event as in the table of events, of the end, and of what was measured. */
function readTimeline(
  layout: Layout,
  line: TimeLine,
  known: MeasuredOutcome | null,
  beside: readonly MeasuredOutcome[],
): OwnPoints {
  const { scale, program, kernel, peer } = layout;
  const events = apart(layout, line).flatMap(({ event, x }): OwnPoint[] => {
    const { atUs, step, number, timerUs } = event;
    const y = heightOf(layout, event);
    const timer = timerUs === undefined || timerUs <= atUs ? '' : formatUs(timerUs);
    return y === undefined ? [] : [{ x, y, cells: [formatUs(atUs), stepWords(step), String(number), timer] }];
  });
  const isLearned = line.ending === 'learned';
  const end = {
    x: scale.x(line.atUs),
    y: program,
    cells: [formatUs(line.atUs), `${callWords(line.call)}: ${line.errno}`],
  };
  const packets = (all: readonly number[], part: number, words: string, by = 0) =>
    all.map((us) => ({ x: scale.x(us), y: kernel + (peer - kernel) * part + by, cells: [formatUs(us), words] }));
  const learnt = (noticed: NonNullable<MeasuredOutcome['noticed']>, by = 0): OwnPoint => {
    const interval = `${formatUs(noticed.lowUs)}\u2013${formatUs(noticed.highUs)}`;
    const cells = [formatUs(noticed.us), 'the program learns of it', '', '', interval];
    return { x: scale.x(noticed.us), y: program + by, cells };
  };
  return ownPoints(
    ['Since the last contact', 'What happens', 'Number', 'Timer fires at', '95% interval'],
    [
      { figure: 'live', points: isLearned ? [...events, end] : events },
      { figure: 'measured', points: known?.noticed ? [learnt(known.noticed)] : [] },
      { figure: 'measured', points: packets(known?.sentUs ?? [], 0.28, 'packet sent') },
      { figure: 'measured', points: packets(known?.heardUs ?? [], 0.72, 'packet from the peer') },
      ...beside.flatMap(({ noticed, sentUs, heardUs }): OwnMark[] => [
        { figure: 'second', points: noticed ? [learnt(noticed, BELOW)] : [] },
        { figure: 'second', points: packets(sentUs, 0.28, 'packet sent', BELOW) },
        { figure: 'second', points: packets(heardUs, 0.72, 'packet from the peer', BELOW) },
      ]),
    ],
  );
}

/** The peer, and what cuts it off. */
function drawPeer({ scale, kernel, peer, narrow }: Layout, state: Readonly<LabState>, line: TimeLine): string {
  const cut = cutOf(state, line);
  const fault = scale.x(line.faultUs);
  const start = scale.left - (narrow ? 18 : 12);
  const backUs = state.scenario === 'peer-reboots' ? state.back * 1e6 : Infinity;
  const back = Math.min(scale.right, scale.x(Math.min(backUs, scale.endUs)));
  const gone = cut === 'peer';
  const y = { nowhere: peer, peer, network: (kernel + peer) / 2, ours: kernel + (peer - kernel) * 0.12 }[cut];
  const note = SCENARIOS[state.scenario].peer;
  return (
    `<path class="mt-dc-well" d="M${px(start)},${peer}H${px(gone ? fault : scale.right)}"/>` +
    (gone && back < scale.right ? `<path class="mt-dc-well" d="M${px(back)},${peer}H${px(scale.right)}"/>` : '') +
    (cut === 'nowhere'
      ? ''
      : `<path class="mt-dc-gone" d="M${px(fault)},${px(y)}H${px(gone ? back : scale.right)}"/>${cross(fault, y, 5)}`) +
    `<text class="mt-dc-note" x="${px(narrow ? 58 : fault + 2)}" y="${peer + 15}">${escapeText(note)}</text>`
  );
}

/** How wide a text of the picture is, near enough, in pixels. */
const widthOf = (text: string) => text.length * 6.6;

function drawProgram(layout: Layout, state: Readonly<LabState>, line: TimeLine): string {
  const { scale, program, kernel, axis, narrow } = layout;
  const start = scale.left - (narrow ? 18 : 12);
  const learned = line.ending === 'learned';
  const end = learned ? scale.x(line.atUs) : scale.right;
  const bar = `<path class="mt-dc-running" d="M${px(start)},${program}H${px(end)}"/>`;
  const doing = `<text class="mt-dc-note" x="${px(narrow ? 84 : start)}" y="${program + 15}">${PATTERNS[state.pattern].lane}</text>`;
  if (!learned) {
    const words = line.ending === 'never' ? 'never learns of it' : 'has nothing to learn: the connection lives on';
    return (
      bar +
      doing +
      `<path class="mt-dc-running" d="M${px(end - 6)},${program - 5}L${px(end + 1)},${program}L${px(end - 6)},${program + 5}"/>` +
      `<text class="mt-dc-verdict${line.ending === 'never' ? ' mt-dc-verdict--never' : ''}" x="${px(end)}" y="${program - 10}" text-anchor="end">${words}</text>`
    );
  }
  const words = `${outcomeTime(line)}: ${callWords(line.call)} ${line.errno}`;
  const atEnd = end + widthOf(words) / 2 > scale.right + 10;
  const atStart = end - widthOf(words) / 2 < start;
  const anchor = atEnd ? 'end' : atStart ? 'start' : 'middle';
  const at = atEnd ? scale.right + 10 : atStart ? start : end;
  const latest = scale.x(line.latestUs);
  const late =
    latest - end < 0.5
      ? ''
      : `<rect class="mt-area mt-area--live" x="${px(end)}" y="${program - 4}" width="${px(latest - end)}" height="${axis - program + 4}"/>`;
  return (
    late +
    bar +
    doing +
    `<path class="mt-dc-learns" d="M${px(end)},${kernel}V${program}"/>` +
    `<path class="mt-dc-flag" d="M${px(end - 6)},${program - 6}h12v12h-12z"/>` +
    `<text class="mt-dc-verdict" x="${px(at)}" y="${program - 13}" text-anchor="${anchor}">${escapeText(words)}</text>`
  );
}

/** It goes on like this, and the picture does not. */
function drawOn({ scale, kernel }: Layout, line: TimeLine): string {
  if (!goesOn(line)) return '';
  const x = scale.x(endOf(line)) + 8;
  return x > scale.right - 60 ? '' : `<text class="mt-dc-note" x="${px(x)}" y="${kernel - 5}">… and so on</text>`;
}

/** How far below the published machine's marks the reader's are, in pixels: neither hides the other. */
const BELOW = 8;

/** What was measured with just these settings: when it was noticed, and packets. */
function drawKnown(
  { scale, program, kernel, peer }: Layout,
  known: MeasuredOutcome | null,
  kind: ShownAs,
  below = 0,
): string {
  if (!known) return '';
  const y = program + below;
  const dots = (all: readonly number[], part: number) =>
    all.map((us) => markShape(kind, scale.x(us), kernel + (peer - kernel) * part + below, 2.6)).join('');
  const packets = dots(known.sentUs, 0.28) + dots(known.heardUs, 0.72);
  if (!known.noticed) return packets;
  const { us, lowUs, highUs } = known.noticed;
  return (
    `${packets}<path class="mt-interval mt-interval--${kind}" d="M${px(scale.x(lowUs))},${y}H${px(scale.x(highUs))}"/>` +
    markShape(kind, scale.x(us), y, 3.2)
  );
}

/** What can be dragged: when keepalive begins and when the user timeout strikes. */
export interface Limits {
  idleUs: number | null;
  timeoutUs: number | null;
}

export function limitsOf(state: Readonly<LabState>, line: TimeLine): Limits {
  const probes = state.keepalive === 'on' && state.pattern !== 'connecting';
  return { idleUs: probes ? state.idle * 1e6 : null, timeoutUs: limitOf(state, line) };
}

function drawLimits({ scale, axis, narrow }: Layout, { idleUs, timeoutUs }: Limits): string {
  const limit = (us: number | null, name: string, y: number) => {
    if (us === null || us > scale.endUs || scale.x(us) <= scale.left) return '';
    const x = scale.x(us);
    const anchor = x + widthOf(name) > scale.right + 10 ? 'end' : 'start';
    return (
      `<path class="mt-dc-limit" d="M${px(x)},${y}V${axis}"/>` +
      `<text class="mt-dc-limit-name" x="${px(x + (anchor === 'end' ? -10 : 10))}" y="${y}" text-anchor="${anchor}">${name}</text>`
    );
  };
  const [idle, timeout] = narrow ? ['KEEPIDLE', 'USER_TIMEOUT'] : ['TCP_KEEPIDLE', 'TCP_USER_TIMEOUT'];
  return limit(idleUs, idle, 10) + limit(timeoutUs, timeout, 23);
}

export function drawTimeline(
  state: Readonly<LabState>,
  line: TimeLine,
  layout: Layout,
  known: MeasuredOutcome | null,
  beside: readonly MeasuredOutcome[] = [],
): string {
  const { width, height } = layout;
  const read = readTimeline(layout, line, known, beside);
  const name = escapeText(
    `Time line. ${sentence(state, line)} ${line.events.length} events are in the table of events.`,
  );
  return [
    `<svg class="mt-chart mt-dc-timeline" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${name}"${read.attributes}>`,
    drawAxis(layout, axisTitle(layout, line)),
    drawLimits(layout, limitsOf(state, line)),
    `<path class="mt-dc-kernel" d="M${px(layout.scale.left - (layout.narrow ? 18 : 12))},${layout.kernel}H${px(layout.scale.right)}"/>`,
    timersOf(state, line)
      .map((timer) => drawTimer(layout, timer))
      .join(''),
    drawPeer(layout, state, line),
    drawEvents(layout, state, line),
    drawProgram(layout, state, line),
    drawOn(layout, line),
    drawKnown(layout, known, 'measured'),
    ...beside.map((one) => drawKnown(layout, one, 'second', BELOW)),
    drawLaneNames(layout),
    read.marks,
    '</svg>',
  ].join('');
}
