/** The pictures' scales: one that spans milliseconds to hours and begins at nothing, and an even one. Both begin at an origin. */
import { formatSeconds } from '@/kit/chart/format';

const US_PER_S = 1e6;

/** Below this, in microseconds, the wide scale is nearly even; from here on each tenfold takes the same room. */
const EVEN_BELOW_US = 1000;
/** The wide scale ends here at the earliest: whatever is set, the same time stands in the same place. */
const LEAST_END_S = 3 * 3600;

const ROUND_ENDS_S = [LEAST_END_S, 12 * 3600, 86_400, 7 * 86_400, 60 * 86_400, 4e8];

export interface Tick {
  us: number;
  /** Nothing for those that only divide. */
  label: string;
}

export interface TimeScale {
  /** Where it begins and ends, in pixels, and when it ends, in microseconds. */
  left: number;
  right: number;
  endUs: number;
  x(us: number): number;
  /** The time at a place within the scale. */
  us(x: number): number;
  ticks: readonly Tick[];
}

/** Where a scale lies, in pixels, and the time that it begins at. */
interface Span {
  left: number;
  right: number;
  originUs: number;
}

function scaleOf(
  { left, right, originUs }: Span,
  endUs: number,
  bend: (us: number) => number,
  unbend: (y: number) => number,
) {
  const full = bend(endUs);
  const width = right - left;
  return {
    left,
    right,
    endUs: originUs + endUs,
    x: (us: number) => left + (width * bend(Math.min(Math.max(0, us - originUs), endUs))) / full,
    us: (x: number) => originUs + unbend((full * (Math.min(Math.max(left, x), right) - left)) / width),
  };
}

/** The wide scale, from nothing to `lastUs` or hours. */
export function wideScale(span: Span, lastUs: number): TimeScale {
  const long = lastUs - span.originUs;
  const endS = ROUND_ENDS_S.find((end) => end * US_PER_S >= long * 1.02) ?? (long * 1.1) / US_PER_S;
  const scale = scaleOf(
    span,
    endS * US_PER_S,
    (us) => Math.log10(1 + us / EVEN_BELOW_US),
    (y) => (10 ** y - 1) * EVEN_BELOW_US,
  );
  return { ...scale, ticks: wideTicks(scale, endS, span.originUs) };
}

const LABELLED_S = [0, 0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 4 * 3600, 86_400, 7 * 86_400, 60 * 86_400];
/** Ticks between: as a ruler has them, at what people say. */
const BETWEEN_S = [
  ...[1e-3, 1e-2, 0.1, 1].flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((n) => n * decade)),
  ...[20, 30, 40, 50],
  ...[2, 3, 4, 5, 6, 7, 8, 9, 20, 30, 40, 50].map((minutes) => minutes * 60),
  ...[2, 3, 5, 6, 7, 8, 9, 10, 12, 16, 20].map((hours) => hours * 3600),
];

function wideTicks(scale: { x(us: number): number; right: number }, endS: number, originUs: number): Tick[] {
  const at = (seconds: number) => originUs + seconds * US_PER_S;
  let free = -Infinity;
  const labelled = LABELLED_S.filter((seconds) => seconds <= endS).map((seconds): Tick => {
    const x = scale.x(at(seconds));
    const label = tickText(seconds);
    const half = label.length * 3.2 + 3;
    if (x - half < free || x + half > scale.right + 14) return { us: at(seconds), label: '' };
    free = x + half;
    return { us: at(seconds), label };
  });
  const between = BETWEEN_S.filter((seconds) => seconds <= endS).map((seconds) => ({ us: at(seconds), label: '' }));
  return [...labelled, ...between];
}

const STEPS_S = [
  ...[1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1].flatMap((decade) => [decade, 2 * decade, 5 * decade]),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 4 * 3600, 12 * 3600],
  ...[1, 2, 5, 10, 30, 100, 300, 1000].map((days) => days * 86_400),
];
/** Labels of the even scale stand at least so far apart, in pixels. */
const LABEL_ROOM = 74;

/** An even scale, a little beyond `lastUs`. */
const evenScale = (span: Span, lastUs: number): TimeScale =>
  evenTo(span, Math.max(100, (lastUs - span.originUs) * 1.08));

/** The even scale of the lanes ends here at the earliest: what is dragged on it leaves it as it is. */
const ROUND_EVEN_ENDS_S = [1200, 3600, ...ROUND_ENDS_S];

/** An even scale with a round end, which holds `lastUs`. */
export function roundScale(span: Span, lastUs: number): TimeScale {
  const endS = ROUND_EVEN_ENDS_S.find((end) => end * US_PER_S >= lastUs - span.originUs);
  return endS === undefined ? evenScale(span, lastUs) : evenTo(span, endS * US_PER_S);
}

function evenTo(span: Span, endUs: number): TimeScale {
  const same = (value: number) => value;
  const scale = scaleOf(span, endUs, same, same);
  const least = ((LABEL_ROOM / (span.right - span.left)) * endUs) / US_PER_S;
  const step = STEPS_S.find((each) => each >= least) ?? least;
  const count = Math.floor(endUs / US_PER_S / step + 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, n): Tick => {
    return { us: span.originUs + n * step * US_PER_S, label: tickText(Number((n * step).toPrecision(12))) };
  });
  return { ...scale, ticks };
}

const NBSP = '\u00a0';

function tickText(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds >= 86_400) return `${Number((seconds / 86_400).toFixed(1))}${NBSP}d`;
  if (seconds >= 600 || seconds % 60 !== 0) return formatSeconds(seconds);
  return `${seconds / 60}${NBSP}min`;
}
