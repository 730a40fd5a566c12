/** What stands in the lab's picture: the reader's curve, the measured points, and what is fitted to them. */
import type { Dot, Mark, Reference } from '@/kit/chart/chart';
import { formatBytes } from '@/kit/chart/format';
import { placed } from '@/kit/chart/machines';
import { shownAs } from './axes';
import { gripBytes, GRIPS, type GripName } from './law';
import type { MeasuredShare, Source } from './measured';
import { GRID, HEADLINE_BUFFER, LARGEST, SMALLEST } from './sizes';
import type { LabState, View } from './state';
import type { Curve, Fitted } from './tasks';

/** The reader's law. */
export function curveMark(state: Readonly<LabState>, { secondsPerCall, best }: Curve): Mark {
  const at = gripBytes(state);
  const points = [...secondsPerCall].map((seconds, index): [number, number] => {
    const bytes = GRID[index] ?? at[GRIPS[index - GRID.length] as GripName];
    return [bytes, shownAs(state.view, bytes, seconds, best.bytesPerSecond)];
  });
  return { mark: 'line', figure: 'live', points: points.sort(([a], [b]) => a - b) };
}

/** The fitted time of a call of the grid's size: its band lies around it by the same factor to either side. */
const fittedSeconds = ({ band: { low, high } }: Fitted, index: number): number =>
  Math.sqrt((low[index] as number) * (high[index] as number));

/** What measured and fitted shares are shares of, in bytes per second: the best that was measured, as the article has it. */
const measuredBest = ({ points }: Source): number =>
  Math.max(...points.map(({ bytes, s: [median] }) => bytes / median));

/**
 * The share of the best that was measured with a size, if it was. Of the size that the article's headline is about, it is
 * that very figure.
 */
export function measuredShare(source: Source, bytes: number): MeasuredShare | null {
  const { points, left } = source;
  if (bytes === HEADLINE_BUFFER && left) return left;
  const point = points.find((one) => one.bytes === bytes);
  if (!point) return null;
  const best = measuredBest(source);
  const [value, low, high] = point.s.map((seconds) => bytes / seconds / best) as [number, number, number];
  return [value, Math.min(low, high), Math.max(low, high)];
}

/**
 * A fit and its band, within the sizes that were measured: of others it says nothing. As shares they are of the best that was
 * measured, like the dots, so that the picture shows where the fit misses.
 */
export function fitMarks(view: View, source: Source, fitted: Fitted): Mark[] {
  const best = measuredBest(source);
  const [first, last] = [source.points[0]?.bytes ?? SMALLEST, source.points.at(-1)?.bytes ?? LARGEST];
  const band: [number, number, number][] = [];
  const line: [number, number][] = [];
  GRID.forEach((bytes, index) => {
    if (bytes < first || bytes > last) return;
    const shown = (seconds: number) => shownAs(view, bytes, seconds, best);
    const ends = [fitted.band.low[index] as number, fitted.band.high[index] as number].map(shown);
    band.push([bytes, Math.min(...ends), Math.max(...ends)]);
    line.push([bytes, shown(fittedSeconds(fitted, index))]);
  });
  return [
    { mark: 'band', figure: 'predicted', quiet: true, points: band },
    { mark: 'line', figure: 'predicted', points: line },
  ];
}

/** What was measured, and what was published for the same sizes. */
export function pointMarks(view: View, source: Source, quiet: boolean): Mark[] {
  const marks: Mark[] = [{ mark: 'dots', figure: 'measured', quiet, points: measuredDots(view, source) }];
  // What was published has a best of its own, which is not known for every source.
  if (source.published.length > 0 && view !== 'share') {
    const published = source.published.map(({ bytes, bytesPerSecond }): Dot => {
      return { x: bytes, y: shownAs(view, bytes, bytes / bytesPerSecond, 1) };
    });
    marks.push({ mark: 'dots', figure: 'published', points: published });
  }
  return marks;
}

/** What was measured on a machine that is laid beside; as shares they are of its own best. */
export const besideMark = (view: View, source: Source, quiet: boolean): Mark => ({
  mark: 'dots',
  ...placed('second'),
  quiet,
  points: measuredDots(view, source),
});

const measuredDots = (view: View, source: Source): Dot[] =>
  source.points.map(({ bytes, s }): Dot => {
    const shown = s.map((seconds) => shownAs(view, bytes, seconds, 1));
    const [y, ...ends] = ((view === 'share' && measuredShare(source, bytes)) || shown) as [number, number, number];
    return { x: bytes, y, low: Math.min(...ends), high: Math.max(...ends) };
  });

/** The time that a call may take where a share of the best is wanted: as a time it climbs with the size. */
export function wantedMark({ share }: Pick<LabState, 'share'>, { best }: Curve): Mark {
  const wanted = (share / 100) * best.bytesPerSecond;
  const named = LARGEST / 8;
  return {
    mark: 'line',
    figure: 'exact',
    quiet: true,
    points: [SMALLEST, LARGEST].map((bytes) => [bytes, bytes / wanted] as const),
    label: { text: `${share}% of the best`, at: [named, named / wanted], side: 'right' },
  };
}

/** The buffer that is enough, the reader's own, and the share that is wanted. */
export function references(state: Readonly<LabState>, { smallest, best }: Curve, isNarrow: boolean): Reference[] {
  const { view, share, buffer } = state;
  const enough = formatBytes(smallest.bytes);
  const lines: Reference[] = [
    { axis: 'x', value: smallest.bytes, label: isNarrow ? enough : `${enough} for ${share}%`, tone: 'quantile' },
    { axis: 'x', value: buffer, ...(isNarrow ? {} : { label: `beside ${formatBytes(buffer)}` }) },
  ];
  // As a time it is no level line.
  if (view === 'time') return lines;
  const level = (share / 100) * (view === 'share' ? 1 : best.bytesPerSecond);
  // Where shares are shown, the axis says which it is.
  const words = view === 'share' ? {} : { label: isNarrow ? `${share}%` : `${share}% of the best` };
  // On the right the curve and its handles come close to the line; on the left small buffers lie far below.
  return [...lines, { axis: 'y', value: level, end: 'left', ...words }];
}
