/** The reader's measurements: as text, as the models read them, and as they are asked about. */
import { LARGEST, SMALLEST } from '../sizes';
import type { FitRequest, Parsed } from '../tasks';
import type { Source } from '../measured';
import { MOST_CHARACTERS, type OwnState } from './state';
import { formatCount } from '@/kit/chart/format';

/** A source's medians as a reader might have them: two columns with a header. */
export const asText = ({ points }: Pick<Source, 'points'>): string =>
  ['bytes, seconds per call', ...points.map(({ bytes, s: [median] }) => `${bytes}, ${median}`)].join('\n');

/** Why a text is not read at all; null where it is. */
export const tooLong = (text: string): string | null =>
  text.length > MOST_CHARACTERS
    ? `That is ${formatCount(text.length)} characters, and at most ${formatCount(MOST_CHARACTERS)} are read: leave out what is not about buffer sizes.`
    : null;

/** The smallest and the largest size among the points; those that the lab is about where there are none. */
export function rangeOf({ bytes }: Pick<Parsed, 'bytes'>): [smallest: number, largest: number] {
  if (bytes.length === 0) return [SMALLEST, LARGEST];
  let [smallest, largest] = [Infinity, 0];
  for (const size of bytes) [smallest, largest] = [Math.min(smallest, size), Math.max(largest, size)];
  return [smallest, largest];
}

/** Sizes at which the fit is drawn, for each doubling. */
const PER_DOUBLING = 8;
/** Enough for any range that a picture can show. */
const MOST_SIZES = 500;

/** Sizes from the smallest point to the largest. */
export function gridFor(parsed: Pick<Parsed, 'bytes'>): Float64Array {
  const [smallest, largest] = rangeOf(parsed);
  const count = Math.min(MOST_SIZES, Math.max(1, Math.ceil(PER_DOUBLING * Math.log2(largest / smallest))));
  return Float64Array.from({ length: count + 1 }, (_, index) => smallest * (largest / smallest) ** (index / count));
}

/** What the models are asked to fit. The best is looked for within the sizes that were measured. */
export const ownFitRequest = ({ fit, share }: OwnState, parsed: Parsed): FitRequest => ({
  bytes: parsed.bytes.slice(),
  seconds: parsed.seconds.slice(),
  shape: fit,
  upToPeak: fit === 'linear',
  sizes: gridFor(parsed),
  share: share / 100,
  largestBytes: rangeOf(parsed)[1],
});
