import { NARROW, pictureSize } from '@/kit/lab/sizes';

/** Between two charts side by side, in pixels, as the style sheet has it. */
const GAP = 24;

/** The size of each of the two charts. */
export function chartSize(width: number): { width: number; height: number } {
  const size = pictureSize(width);
  return width < NARROW ? size : { ...size, width: (width - GAP) / 2 };
}
