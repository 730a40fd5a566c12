/** What the picture's axes run over in each view, and how its figures are shown there. */
import type { NumberAxis } from '@/kit/chart/chart';
import { formatBytes, formatCount, formatSeconds, formatShare } from '@/kit/chart/format';
import type { Source } from './measured';
import { GRID, LARGEST, SMALLEST } from './sizes';
import type { View } from './state';
import type { Curve } from './tasks';

/** Ends of the vertical axis, in its values. */
export type Domain = readonly [low: number, high: number];

const MIB = 2 ** 20;

/** The time of a call of so many bytes, as a view shows it. `best`: bytes per second, of which shares are. */
export function shownAs(view: View, bytes: number, seconds: number, best: number): number {
  if (view === 'time') return seconds;
  const bytesPerSecond = bytes / seconds;
  return view === 'share' ? bytesPerSecond / best : bytesPerSecond;
}

/** The time of a call of so many bytes that a height in the picture stands for; not asked of shares. */
export const secondsAt = (view: View, bytes: number, height: number): number =>
  view === 'time' ? height : bytes / height;

/** Where an axis may end, within a decade: as on a ruler. */
const ENDS = [1, 2, 5, 10];

/** How far above the highest value the axis reaches at least, so that what stands there has room. */
const HEADROOM = 3;

/** The whole decade below all values and a round value above them, in units of `unit`. */
function rulerAround(values: readonly number[], unit: number): Domain {
  const usable = values.filter((value) => value > 0 && Number.isFinite(value));
  const [least, most] = [Math.min(...usable) / unit, (Math.max(...usable) / unit) * HEADROOM];
  // A value that is a whole decade needs no further one: rounding errors must not say otherwise.
  const low = 10 ** Math.floor(Math.log10(least) + 1e-6);
  const decade = 10 ** Math.floor(Math.log10(most));
  const high = decade * (ENDS.find((end) => most <= end * decade) ?? 10);
  return [unit * low, unit * Math.max(10 * low, high)];
}

/** The ends of the vertical axis that the curve and what was measured fit into. */
export function domainOf(view: View, curve: Curve, sources: readonly Source[]): Domain {
  if (view === 'share') return [0, 1.1];
  const values = [...GRID].map((bytes, index) => shownAs(view, bytes, curve.secondsPerCall[index] as number, 1));
  const measured = sources.flatMap(({ points }) =>
    points.map(({ bytes, s: [median] }) => shownAs(view, bytes, median, 1)),
  );
  return rulerAround([...values, ...measured], view === 'time' ? 1e-9 : MIB);
}

/** More labels than this would crowd. */
const MOST_TICKS = 8;

function decades([low, high]: Domain): number[] {
  const ticks: number[] = [];
  for (let tick = low; tick <= high * (1 + 1e-6); tick *= 10) ticks.push(Number(tick.toPrecision(12)));
  return ticks.length > MOST_TICKS ? ticks.filter((_, index) => index % 2 === 0) : ticks;
}

/** The vertical axis. */
export function heightAxis(view: View, domain: Domain): NumberAxis {
  if (view === 'share') {
    const format = (share: number) => `${Math.round(share * 100)}%`;
    const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
    return { kind: 'linear', title: 'Throughput, of the best', domain, ticks, format, reads: formatShare };
  }
  const axis = { kind: 'log', domain, ticks: decades(domain) } as const;
  return view === 'time'
    ? { ...axis, title: 'Time per call', format: formatSeconds }
    : { ...axis, title: 'Throughput (MiB/s)', format: writeMebibytes };
}

/** Bytes per second where the axis says that they are mebibytes. */
const writeMebibytes = (bytesPerSecond: number): string => formatCount(bytesPerSecond / MIB);

export const SIZE_AXIS: NumberAxis = {
  kind: 'log',
  base: 2,
  title: 'Bytes per call',
  domain: [SMALLEST, LARGEST],
  ticks: [0, 4, 8, 12, 16, 20, 24].map((power) => 2 ** power),
  format: formatBytes,
};
