/** The picture's scale of time, even and with a round end. */
import { formatSeconds } from '@/kit/chart/format';

const US_PER_S = 1e6;

export interface Tick {
  us: number;
  label: string;
}

export interface TimeScale {
  /** The scale's ends in pixels, and the time at its right end in microseconds: it begins at 0. */
  left: number;
  right: number;
  endUs: number;
  x(us: number): number;
  /** The time at a place within the scale. */
  us(x: number): number;
  ticks: readonly Tick[];
}

const STEPS_S = [
  ...[30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 4 * 3600, 12 * 3600],
  ...[1, 2, 5, 10, 30, 100, 300, 1000].map((days) => days * 86_400),
];
/** Least distance of labels, in pixels. */
const LABEL_ROOM = 74;

/** Times at which the scale may end, the last of them beyond whatever is simulated: what is dragged on it mostly leaves it as it is. */
const ENDS_S = [960, 3600, ...[3, 12].map((hours) => hours * 3600), ...[1, 7, 60, 4630].map((days) => days * 86_400)];

/** An even scale with a round end, which holds `lastUs`. */
export function roundScale({ left, right }: Pick<TimeScale, 'left' | 'right'>, lastUs: number): TimeScale {
  const endUs = (ENDS_S.find((end) => end * US_PER_S >= lastUs) ?? ENDS_S.at(-1)!) * US_PER_S;
  const width = right - left;
  const least = ((LABEL_ROOM / width) * endUs) / US_PER_S;
  const step = STEPS_S.find((each) => each >= least) ?? least;
  const count = Math.floor(endUs / US_PER_S / step + 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, n): Tick => {
    return { us: n * step * US_PER_S, label: tickText(Number((n * step).toPrecision(12))) };
  });
  return {
    left,
    right,
    endUs,
    x: (us) => left + (width * Math.min(Math.max(0, us), endUs)) / endUs,
    us: (x) => (endUs * (Math.min(Math.max(left, x), right) - left)) / width,
    ticks,
  };
}

const NBSP = '\u00a0';

function tickText(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds >= 86_400) return `${Number((seconds / 86_400).toFixed(1))}${NBSP}d`;
  if (seconds >= 600 || seconds % 60 !== 0) return formatSeconds(seconds);
  return `${seconds / 60}${NBSP}min`;
}
