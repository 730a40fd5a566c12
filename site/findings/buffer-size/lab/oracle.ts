/** The law in the plainest words, and a line fitted by nothing but arithmetic: what tests compare pictures and models with. */
import type { Buffer, Curve, CurveRequest, Law } from './tasks';

export const secondsOf = (
  { perCallS, perByteS, cacheBytes = Infinity, cachePenaltySPerByte }: Law,
  bytes: number,
): number => perCallS + perByteS * bytes + (bytes > cacheBytes ? cachePenaltySPerByte * (bytes - cacheBytes) : 0);

/** The curve by trying every size: the best among powers of two in steps of a thousandth, the smallest by halving. */
export function plainCurve({ law, sizes, share, largestBytes, buffer }: CurveRequest): Curve {
  const rate = (bytes: number) => bytes / secondsOf(law, bytes);
  let best = 1;
  const candidates = Array.from({ length: 26_001 }, (_, index) => Math.min(largestBytes, 2 ** (index / 1000)));
  for (const bytes of [...candidates, law.cacheBytes ?? 1]) if (rate(bytes) > rate(best)) best = bytes;
  let [low, high] = [1, best];
  if (rate(1) >= share * rate(best)) high = 1;
  for (let round = 0; round < 200; round++) {
    const middle = (low + high) / 2;
    if (rate(middle) >= share * rate(best)) high = middle;
    else low = middle;
  }
  const call = (bytes: number): Buffer => ({
    bytes,
    secondsPerCall: secondsOf(law, bytes),
    bytesPerSecond: rate(bytes),
    ofBest: rate(bytes) / rate(best),
  });
  const secondsPerCall = sizes.map((bytes) => secondsOf(law, bytes));
  return {
    secondsPerCall,
    best: call(best),
    smallest: call(high),
    chosen: call(buffer),
    parts: {
      callS: law.perCallS,
      bytesS: law.perByteS * buffer,
      beyondS: secondsOf(law, buffer) - law.perCallS - law.perByteS * buffer,
    },
  };
}
