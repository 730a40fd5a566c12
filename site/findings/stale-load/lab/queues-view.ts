/** The picture of the queues: a row a policy, a column a server, and a mark where the balancer believes that a queue ends. */
import { formatRatio } from '@/kit/chart/format';
import { escapeText, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnPoints } from '@/kit/chart/own-points';
import { formatInteger } from '@/kit/lab/state';
import { NARROW } from '@/kit/lab/sizes';
import type { LabState } from './state';
import { informationAge, MOMENTS, momentsOf, type Queues } from './tasks';

export interface Layout {
  width: number;
  height: number;
  servers: number;
  /** Where columns begin and end, in pixels from the left. */
  left: number;
  right: number;
  /** The feet of the rows, and how high the longest queue is, in pixels. */
  feet: number[];
  tall: number;
  /** The length of the longest queue that is shown. */
  longest: number;
}

/** A row at a moment. */
export interface RowShown {
  name: string;
  lengths: Uint32Array;
  /** As the balancer knows them; empty where it does not ask. */
  known: Uint32Array;
}

/** Above a row's columns stand its name and what it comes to, in pixels. */
const TITLE = 20;
/** The fewest requests that the height of a row stands for. */
const LEAST_LONGEST = 5;
/** Requests are drawn one by one where each is so high, in pixels, and there are no more servers than this. */
const [HIGH_ENOUGH, FEW_ENOUGH] = [2, 40];

/** The longest queue of all policies at all moments: the scale holds still while they play. */
export const longestOf = ({ lengths, known }: Queues): number =>
  [...lengths, ...known].reduce(
    (longest, each) => each.reduce((most, length) => Math.max(most, length), longest),
    LEAST_LONGEST,
  );

export function layoutQueues(
  { width, height }: { width: number; height: number },
  { servers, rows, longest }: { servers: number; rows: number; longest: number },
): Layout {
  const each = height / rows;
  const left = formatInteger(roundBelow(longest)).length * 7 + 10;
  const feet = Array.from({ length: rows }, (_, row) => Math.round((row + 1) * each) - 3.5);
  return { width, height, servers, left, right: width - 2, feet, tall: each - TITLE - 4, longest };
}

/** A round number of requests, to label the scale with. */
const roundBelow = (longest: number): number => {
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * [5, 2, 1].find((times) => times * power <= longest)!;
};

const heightOf = ({ longest, tall }: Layout, length: number): number => (length / longest) * tall;

function columnsOf({ left, right, servers }: Layout): { pitch: number; inset: number } {
  const pitch = (right - left) / servers;
  return { pitch, inset: Math.min(4, pitch * 0.12) };
}

/** The requests at each server, as one path. */
export function requestsPath(lengths: Uint32Array, layout: Layout, row: number): string {
  const { pitch, inset } = columnsOf(layout);
  const foot = layout.feet[row]!;
  const unit = heightOf(layout, 1);
  const oneByOne = unit >= HIGH_ENOUGH && layout.servers <= FEW_ENOUGH;
  let path = '';
  lengths.forEach((length, server) => {
    if (length === 0) return;
    const left = px(layout.left + server * pitch + inset);
    const width = px(pitch - 2 * inset);
    if (!oneByOne) {
      path += `M${left},${px(foot)}v${px(-heightOf(layout, length))}h${width}V${px(foot)}z`;
      return;
    }
    for (let request = 0; request < length; request++) {
      path += `M${left},${px(foot - request * unit)}v${px(1 - unit)}h${width}v${px(unit - 1)}z`;
    }
  });
  return path;
}

/** Where the balancer believes that each queue ends, as one path. */
export function knownPath(known: Uint32Array, layout: Layout, row: number): string {
  const { pitch } = columnsOf(layout);
  let path = '';
  known.forEach((length, server) => {
    path += `M${px(layout.left + server * pitch)},${px(layout.feet[row]! - heightOf(layout, length))}h${px(pitch)}`;
  });
  return path;
}

/** “31 requests, longest queue 9”; where there is no room, the latter alone. */
export function caption(lengths: Uint32Array, width = Infinity): string {
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const longest = `longest queue ${formatInteger(Math.max(...lengths))}`;
  return width < NARROW ? longest : `${formatInteger(all)} ${all === 1 ? 'request' : 'requests'}, ${longest}`;
}

/** Each row at a moment, by its number. */
export const rowsAt = (
  { lengths, known }: Queues,
  names: readonly string[],
  servers: number,
  moment: number,
): RowShown[] => {
  const at = (all: Uint32Array) => all.subarray(moment * servers, (moment + 1) * servers);
  return names.map((name, row) => ({ name, lengths: at(lengths[row]!), known: at(known[row]!) }));
};

/** The last moment, at which the picture rests. */
export const LAST = MOMENTS - 1;

/** What the picture shows, in words. */
export const pictureName = (rows: readonly RowShown[]): string =>
  `${rows.map(({ name, lengths }) => `${name}: ${caption(lengths)}`).join('. ')}.`;

/** How far the playhead is, and how old the news is there: “11.9 of 18.0, copy 2.9 old”. */
export function positionWords(state: LabState, moment: number): string {
  const moments = momentsOf(state);
  const [first, at, last] = [moments[0]!, moments[moment]!, moments[LAST]!];
  const fixed = (time: number) => time.toFixed(1);
  const news = informationAge(state, at);
  return `${fixed(at - first)} of ${fixed(last - first)}, copy ${news === 0 ? 'fresh' : `${formatRatio(news)} old`}`;
}

/** What a reader is told of each queue. */
function readQueues(rows: readonly RowShown[], layout: Layout): OwnPoints {
  const { pitch } = columnsOf(layout);
  const marks = rows.map(({ name, lengths, known }, row) => {
    const points = Array.from(lengths, (length, server) => ({
      x: layout.left + (server + 0.5) * pitch,
      y: layout.feet[row]! - heightOf(layout, length),
      cells: [
        name,
        formatInteger(server + 1),
        formatInteger(length),
        known.length === 0 ? '' : formatInteger(known[server]!),
      ],
    }));
    return { figure: 'live', points } as const;
  });
  return ownPoints(['Policy', 'Server', 'Requests', 'As the balancer knows them'], marks);
}

/**
 * The whole picture. What moves has a `data-part`, so that an animation can rewrite it without drawing the rest anew: `requests`,
 * `known` and `caption`, each followed by the row's number. While it `moves`, its queues are not what could be read of them.
 */
export function drawQueues(rows: readonly RowShown[], layout: Layout, name: string, moves = false): string {
  const read = moves ? null : readQueues(rows, layout);
  const { width, height, left, right, feet, tall, longest } = layout;
  const round = roundBelow(longest);
  const narrow = width < NARROW;
  const drawn = rows.map(({ name, lengths, known }, row) => {
    const foot = feet[row]!;
    const top = foot - tall - 7;
    const level = px(foot - heightOf(layout, round));
    return [
      `<path class="mt-grid" d="M${px(left)},${level}H${px(right)}"/>`,
      `<text class="mt-tick" x="${px(left - 5)}" y="${level}" dy="0.33em" text-anchor="end">${formatInteger(round)}</text>`,
      `<path class="mt-sl-requests" data-part="requests${row}" d="${requestsPath(lengths, layout, row)}"/>`,
      `<path class="mt-axis" d="M${px(left)},${px(foot)}H${px(right)}"/>`,
      `<path class="mt-sl-known" data-part="known${row}" d="${knownPath(known, layout, row)}"/>`,
      `<text class="mt-sl-name" x="${px(narrow ? 0 : left)}" y="${px(top)}">${escapeText(name)}</text>`,
      `<text class="mt-sl-caption" x="${px(right)}" y="${px(top)}" text-anchor="end" data-part="caption${row}">${caption(lengths, width)}</text>`,
    ].join('');
  });
  return [
    `<svg class="mt-chart mt-queues" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(name)}"${read?.attributes ?? ''}>`,
    ...drawn,
    read?.marks ?? '',
    '</svg>',
  ].join('');
}
