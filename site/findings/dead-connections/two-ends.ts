/** Rows whose trials ended at two times, such as one retry apart: their median is one of the two, and hides the other. */
import { formatInterval, formatQuantity } from '@/kit/chart/format.ts';
import type { Estimate } from '@/kit/record/types.ts';

/**
 * Difference between trials that late timers explain, in seconds and as a share of the time: a timer may be late by an eighth of its wait,
 * and the longest wait between retries is two minutes.
 */
const EXPLAINED = { least: 0.5, share: 1 / 8, most: 5 };

/** The range of the trials and where most of them lie, in words; undefined where all ended alike. Of so few trials, the interval is the range. */
export function endsOf({
  n,
  value,
  low,
  high,
}: Pick<Estimate, 'n' | 'value' | 'low' | 'high'>): { range: string; most: string } | undefined {
  const { least, share, most } = EXPLAINED;
  if (high - low <= Math.max(least, Math.min(share * value, most))) return undefined;
  const half = `at least ${Math.ceil(n / 2)} of ${n}`;
  const median = formatQuantity(value, 's');
  return {
    range: formatInterval({ low, high }, 's'),
    most: value - low < high - value ? `${half} by ${median}` : `${half} from ${median} on`,
  };
}
