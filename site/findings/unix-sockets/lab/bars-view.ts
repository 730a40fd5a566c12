/** Two bars on one ruler of time: what a request costs over either kind of socket, part by part. */
import { NARROW } from '@/kit/lab/sizes';
import { type ShownAs } from '@/kit/record/shown.ts';
import { textWidth } from '@/kit/chart/chart';
import { formatSeconds, formatShare } from '@/kit/chart/format';
import { escapeText, markShape, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnMark, type OwnPoint } from '@/kit/chart/own-points';
import type { MeasuredRequest } from './known';
import type { Triple } from './measured';
import { rulerEnd, rulerTicks } from './scale';
import type { LabState } from './state';
import type { Breakdown, Comparison } from './tasks';
import { CORES, PARTS, PART_NAMES, TRANSPORTS, capitalised, type CoresName, type PartName } from './words';

/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. */
export const BARS_HEIGHTS = { wide: 244, narrow: 236 } as const;

export interface BarsLayout {
  width: number;
  height: number;
  narrow: boolean;
  /** Where the ruler begins and ends, in pixels, and the time at its end, in seconds. */
  left: number;
  right: number;
  endS: number;
  /** The tops of the two bars, their height, and where the ruler lies. */
  tops: readonly [number, number];
  thick: number;
  axis: number;
  x(seconds: number): number;
  seconds(x: number): number;
}

export function layoutBars(
  size: { width: number; height: number },
  { tcp, unix }: Comparison,
  ...known: readonly (MeasuredRequest | null)[]
): BarsLayout {
  const { width, height } = size;
  const narrow = width < NARROW;
  const [left, right] = [narrow ? 8 : 2, width - (narrow ? 14 : 22)];
  const measured = known.flatMap((one) => [one?.times.transport?.[0] ?? 0, one?.times.against?.[0] ?? 0]);
  const endS = rulerEnd(Math.max(tcp.totalS, unix.totalS, ...measured));
  const thick = narrow ? 34 : 38;
  const axis = height - 40;
  return {
    ...{ width, height, narrow, left, right, endS, thick, axis },
    tops: [26, axis - thick - 24],
    x: (seconds) => left + ((right - left) * Math.min(seconds, endS)) / endS,
    seconds: (x) => (endS * (Math.min(Math.max(left, x), right) - left)) / (right - left),
  };
}

/** A stretch of a bar, in pixels. */
interface Segment {
  part: PartName;
  from: number;
  to: number;
  seconds: number;
}

/** The bar's parts after what is not the sockets', in their order; those that never occur are left out. */
export function segmentsOf({ x }: Pick<BarsLayout, 'x'>, breakdown: Breakdown): Segment[] {
  let at = breakdown.applicationS;
  return PART_NAMES.flatMap((part) => {
    const seconds = breakdown[PARTS[part].time];
    const from = x(at);
    at += seconds;
    return seconds > 0 ? [{ part, from, to: x(at), seconds }] : [];
  });
}

/** Room that a label needs besides its text, in pixels. */
const PAD = 8;

function drawSegment({ thick, narrow }: BarsLayout, top: number, { part, from, to, seconds }: Segment): string {
  const width = to - from;
  const { name } = PARTS[part];
  const middle = px((from + to) / 2);
  const value = formatSeconds(seconds);
  const label = (text: string, y: number, style: string) =>
    textWidth(text, 11) + PAD > width
      ? ''
      : `<text class="${style}" x="${middle}" y="${px(y)}" text-anchor="middle">${escapeText(text)}</text>`;
  const named = label(name, top + thick / 2 - 3, 'mt-us-name');
  const both = named && label(value, top + thick / 2 + 11, 'mt-us-value');
  // Less than a pixel would vanish between its neighbours.
  const drawn = Math.max(0.5, width - (width > 3 ? 1 : 0));
  return (
    `<rect class="mt-us-part mt-us-part--${part}" x="${px(from)}" y="${px(top)}" width="${px(drawn)}" height="${thick}"><title>${name}: ${value}</title></rect>` +
    (both || narrow ? named + both : label(name, top + thick / 2 + 4, 'mt-us-name'))
  );
}

const REST = 'everything else';
const HANDLER = 'your handler';
/** Names of what is not the sockets', the longest first. */
const REST_NAMES = [`${REST} (nginx, load generator, application)`, REST, 'else'];
const HANDLER_NAMES = [HANDLER, 'handler'];

/** A stretch of a bar that is not the sockets', by the longest of its names that fits. */
function drawOther({ x, thick }: BarsLayout, top: number, [fromS, toS]: Range, names: readonly string[]): string {
  const [from, to] = [x(fromS), x(toS)];
  const width = to - from;
  if (width < 0.5) return '';
  const words = names.find((each) => textWidth(each, 11) + PAD * 2 < width);
  const middle = px((from + to) / 2);
  return (
    `<rect class="mt-us-application" x="${px(from)}" y="${px(top)}" width="${px(Math.max(0.5, width - 1))}" height="${thick}"><title>${names[0]}: ${formatSeconds(toS - fromS)}</title></rect>` +
    (words
      ? `<text class="mt-us-name" x="${middle}" y="${px(top + thick / 2 - 3)}" text-anchor="middle">${words}</text>` +
        `<text class="mt-us-value" x="${middle}" y="${px(top + thick / 2 + 11)}" text-anchor="middle">${formatSeconds(toS - fromS)}</text>`
      : '')
  );
}

/** From when to when, in seconds. */
type Range = readonly [from: number, to: number];

/** Lines from each part's end in one bar to its end in the other: what shrinks, and what does not. */
function drawLinks({ tops, thick }: BarsLayout, above: readonly Segment[], below: readonly Segment[]): string {
  const [from, to] = [tops[0] + thick + 2, tops[1] - 2];
  const ends = PART_NAMES.flatMap((part) => {
    const one = above.find((each) => each.part === part);
    const other = below.find((each) => each.part === part);
    return one && other ? [`M${px(one.to)},${px(from)}L${px(other.to)},${px(to)}`] : [];
  });
  return `<path class="mt-us-link" d="${ends.join('')}"/>`;
}

/** Distance of the mark of another machine from the edge of its bar, in pixels: that of the page's own is on its edge. */
const WITHIN = 9;

/** The measured time of the whole request, on the edge of its bar that looks away from the other. */
function drawMeasured({ x }: BarsLayout, y: number, seconds: Triple | null, kind: ShownAs = 'measured'): string {
  if (!seconds) return '';
  const [value, low, high] = seconds;
  return (
    `<path class="mt-interval mt-interval--${kind}" d="M${px(x(low))},${px(y)}H${px(x(high))}"/>` +
    markShape(kind, x(value), y, 3.5)
  );
}

/** A part of the whole, in whole percent where it is most of it. */
const shareText = (share: number): string => (share > 0.5 ? `${Math.round(share * 100)}%` : formatShare(share));

/** The bar’s name and its total, in one line above or below it. */
function drawTotal({ left, x }: BarsLayout, y: number, name: string, breakdown: Breakdown): string {
  const { totalS: seconds, applicationS } = breakdown;
  const share = applicationS > 0 ? `, ${shareText(1 - applicationS / seconds)} socket` : '';
  const total = `${formatSeconds(seconds)}${share}`;
  // At the bar's end, but clear of the name at its beginning.
  const at = Math.max(x(seconds), left + textWidth(name, 13) + 18 + textWidth(total, 13));
  return (
    `<text class="mt-us-kind" x="${px(left)}" y="${px(y)}">${escapeText(name)}</text>` +
    `<text class="mt-us-total" x="${px(at)}" y="${px(y)}" text-anchor="end">${total}</text>`
  );
}

/** The difference between the bars, at the end of the shorter one. */
function drawSaved({ x, thick, tops }: BarsLayout, { tcp, unix }: Comparison): string {
  const [short, long] = tcp.totalS < unix.totalS ? [tcp, unix] : [unix, tcp];
  const [from, to] = [x(short.totalS), x(long.totalS)];
  if (to - from < 2) return '';
  const top = short === tcp ? tops[0] : tops[1];
  const words = formatSeconds(long.totalS - short.totalS);
  const text = [`${words} less`, words].find((each) => textWidth(each, 11) + PAD < to - from);
  return (
    `<rect class="mt-us-saved" x="${px(from + 0.5)}" y="${px(top + 0.5)}" width="${px(to - from - 1)}" height="${thick - 1}"/>` +
    (text
      ? `<text class="mt-us-value" x="${px((from + to) / 2)}" y="${px(top + thick / 2 + 4)}" text-anchor="middle">${text}</text>`
      : '')
  );
}

function drawRuler({ x, left, right, endS, axis, width, height, narrow, tops }: BarsLayout, cores: CoresName): string {
  const ticks = rulerTicks(endS, right - left);
  const long = ticks.filter((tick) => tick.long);
  const path = (all: typeof ticks, length: number) =>
    all.map(({ seconds }) => `M${px(x(seconds))},${px(axis)}v${length}`).join('');
  const labels = long
    .map(({ seconds }, index) => {
      const anchor = index === 0 ? 'start' : 'middle';
      const at = index === 0 ? left : x(seconds);
      const text = seconds === 0 ? '0' : formatSeconds(seconds);
      return `<text class="mt-tick" x="${px(at)}" y="${axis + 20}" text-anchor="${anchor}">${text}</text>`;
    })
    .join('');
  const { name, time } = CORES[cores];
  const how = cores === 'busy' ? ': cores over requests a second' : `, on ${name}`;
  const title = `${time} per request${narrow ? '' : how}`;
  return (
    `<path class="mt-grid" d="${long.map(({ seconds }) => `M${px(x(seconds))},${tops[0]}V${axis}`).join('')}"/>` +
    `<path class="mt-axis" d="M${px(left)},${axis}H${px(right)}${path(long, 7)}${path(
      ticks.filter((tick) => !tick.long),
      4,
    )}"/>` +
    labels +
    `<text class="mt-axis-title" x="${px(width - 2)}" y="${height - 3}" text-anchor="end">${title}</text>` +
    `<text class="mt-us-advice" x="${px(left)}" y="${height - 3}">${narrow ? 'Drag' : 'Drag the line'}: your handler’s time</text>`
  );
}

/** Points of a bar that are read out: each of its parts, and all together at its end. */
function readBar(layout: BarsLayout, top: number, name: string, breakdown: Breakdown, restS: number): OwnPoint[] {
  const { x, left, thick } = layout;
  const { applicationS, totalS } = breakdown;
  const y = top + thick / 2;
  const row = (at: number, part: string, seconds: number) => ({
    x: at,
    y,
    cells: [name, part, formatSeconds(seconds)],
  });
  return [
    ...(restS > 0 ? [row((left + x(restS)) / 2, REST, restS)] : []),
    ...(applicationS > restS ? [row((x(restS) + x(applicationS)) / 2, HANDLER, applicationS - restS)] : []),
    ...segmentsOf({ x }, breakdown).map(({ part, from, to, seconds }) =>
      row((from + to) / 2, PARTS[part].name, seconds),
    ),
    row(x(totalS), 'all together', totalS),
  ];
}

/** The point of the measured time of a request that is read out. */
function readMeasured({ x }: BarsLayout, y: number, name: string, seconds: Triple | null): OwnPoint[] {
  if (!seconds) return [];
  const [value, low, high] = seconds;
  const interval = `${formatSeconds(low)}\u2013${formatSeconds(high)}`;
  return [{ x: x(value), y, cells: [name, 'all together', formatSeconds(value), interval] }];
}

export function drawBars(
  state: Readonly<LabState>,
  compared: Comparison,
  layout: BarsLayout,
  known: MeasuredRequest | null,
  beside: readonly (MeasuredRequest | null)[] = [],
): string {
  const { tcp, unix, restS } = compared;
  const { width, height, tops, thick, narrow } = layout;
  const [above, below] = [segmentsOf(layout, tcp), segmentsOf(layout, unix)];
  const name = (transport: LabState['transport']) =>
    narrow ? TRANSPORTS[transport].short : capitalised(TRANSPORTS[transport].name);
  const [one, other] = [name(state.transport), name(state.against)];
  const bar = (top: number, segments: readonly Segment[], breakdown: Breakdown) =>
    drawOther(layout, top, [0, restS], REST_NAMES) +
    drawOther(layout, top, [restS, breakdown.applicationS], HANDLER_NAMES) +
    segments.map((segment) => drawSegment(layout, top, segment)).join('');
  const bottom = tops[1] + thick;
  const read = ownPoints(
    ['Socket', 'Part', `${capitalised(CORES[state.cores].time)} per request`, '95% interval'],
    [
      { figure: 'predicted', points: readBar(layout, tops[0], one, tcp, restS) },
      { figure: 'measured', points: readMeasured(layout, tops[0], one, known?.times.transport ?? null) },
      { figure: 'predicted', points: readBar(layout, tops[1], other, unix, restS) },
      { figure: 'measured', points: readMeasured(layout, bottom, other, known?.times.against ?? null) },
      ...beside.flatMap((own): OwnMark[] => [
        { figure: 'second', points: readMeasured(layout, tops[0] + WITHIN, one, own?.times.transport ?? null) },
        { figure: 'second', points: readMeasured(layout, bottom - WITHIN, other, own?.times.against ?? null) },
      ]),
    ],
  );
  const label = escapeText(
    `Two bars: ${one} takes ${formatSeconds(tcp.totalS)} for a request, ${other} ${formatSeconds(unix.totalS)}. Their parts are in the table of parts.`,
  );
  return [
    `<svg class="mt-chart mt-us-bars" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${label}"${read.attributes}>`,
    drawRuler(layout, state.cores),
    bar(tops[0], above, tcp),
    bar(tops[1], below, unix),
    drawLinks(layout, above, below),
    drawSaved(layout, compared),
    drawTotal(layout, tops[0] - 9, one, tcp),
    drawTotal(layout, bottom + 17, other, unix),
    drawMeasured(layout, tops[0], known?.times.transport ?? null),
    drawMeasured(layout, bottom, known?.times.against ?? null),
    ...beside.flatMap((own) => [
      drawMeasured(layout, tops[0] + WITHIN, own?.times.transport ?? null, 'second'),
      drawMeasured(layout, bottom - WITHIN, own?.times.against ?? null, 'second'),
    ]),
    read.marks,
    '</svg>',
  ].join('');
}
