/**
 * A ruler's stops: the values a slider snaps to, spaced so that every one of them is within reach of a finger.
 * The slider moves from stop to stop (position 0, 1, 2, …), whatever the distance between their values.
 */
export interface SliderStops {
  readonly values: readonly number[];
  /** The stop nearest to a value, by ratio where values are positive. */
  position(value: number): number;
  value(position: number): number;
  /** Where a value lies between the first stop (0) and the last (1), for drawing ticks. */
  share(value: number): number;
}

export function sliderStops(values: readonly number[]): SliderStops {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const last = sorted.length - 1;
  const at = (index: number) => sorted[Math.min(last, Math.max(0, index))] as number;
  /** The first stop that is not below the value. */
  const ceiling = (value: number) => {
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    values: sorted,
    position(value) {
      const above = ceiling(value);
      if (above === 0 || at(above) <= value) return above;
      const [low, high] = [at(above - 1), at(above)];
      return value - low < high - value ? above - 1 : above;
    },
    value: (position) => at(Math.round(position)),
    share(value) {
      if (last === 0 || value <= at(0)) return 0;
      if (value >= at(last)) return 1;
      const above = ceiling(value);
      const [low, high] = [at(above - 1), at(above)];
      return (above - 1 + (value - low) / (high - low)) / last;
    },
  };
}

/** `mantissas` times every power of ten, from `min` to `max`, both included. */
export function decades(min: number, max: number, mantissas: readonly number[]): number[] {
  const stops = [min, max];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
    // Dividing by a positive power of ten is exact where multiplying by a negative one is not: 1 / 10, not 1 * 0.1….
    for (const mantissa of mantissas) stops.push(power < 0 ? mantissa / 10 ** -power : mantissa * 10 ** power);
  }
  return [...new Set(stops)].filter((stop) => stop >= min && stop <= max).sort((a, b) => a - b);
}

/** Every `step` from `min` to `max`, both included. */
export function steps(min: number, max: number, step: number): number[] {
  const count = Math.floor((max - min) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => min + index * step);
}
