/** Scales of a chart: the extent of an axis, its ticks, and the mapping from values to pixels. */
import { scaleBand, scaleLinear, scaleLog, ticks as evenTicks } from 'd3';
import type { Axis, ChartSpec, Coordinate, NumberAxis } from './chart-spec.ts';
import { formatCount } from './format.ts';

/** The domain of an axis, and its ticks. */
export interface Ticks {
  readonly domain: readonly [number, number];
  readonly labels: readonly { readonly value: Coordinate; readonly text: string }[];
  /** Ticks without a label: the finer divisions of the ruler. */
  readonly minor: readonly number[];
}

/** The extent of all coordinates along one axis. */
export function extentOf(spec: ChartSpec, axis: 'x' | 'y'): [number, number] {
  const values: number[] = [];
  const index = axis === 'x' ? 0 : 1;
  for (const mark of spec.marks) {
    if (mark.mark === 'line' || mark.mark === 'step') values.push(...mark.points.map((point) => point[index]));
    if (mark.mark === 'histogram') {
      if (axis === 'y') values.push(0, ...mark.bins.map((bin) => bin[1]));
      else for (const bin of mark.bins) values.push(bin[0] - mark.width / 2, bin[0] + mark.width / 2);
    }
    if (mark.mark === 'band') values.push(...mark.points.flatMap(([x, ...ends]) => (axis === 'x' ? [x] : ends)));
    if (mark.mark === 'dots') {
      for (const dot of mark.points) {
        const value = dot[axis];
        if (typeof value === 'number') values.push(value);
        if ((mark.interval ?? 'y') === axis) values.push(dot.low ?? NaN, dot.high ?? NaN);
      }
    }
  }
  for (const reference of spec.references ?? []) if (reference.axis === axis) values.push(reference.value);
  const usable = values.filter((value) => Number.isFinite(value) && (spec[axis].kind !== 'log' || value > 0));
  return usable.length === 0 ? [1, 10] : [Math.min(...usable), Math.max(...usable)];
}

/** The ticks of an axis over `extent`, about `count` of them with labels. */
export function ticksOf(axis: Axis, extent: readonly [number, number], count: number): Ticks {
  if (axis.kind === 'band') {
    return { domain: [0, 1], labels: axis.values.map((value) => ({ value, text: value })), minor: [] };
  }
  const write = axis.format ?? formatCount;
  if (axis.per !== undefined) return ticksPer(axis.per, axis, extent, count);
  if (axis.kind === 'log' && axis.base === 2) return binaryTicks(axis, logDomain(axis, extent), count);
  if (axis.kind === 'log') {
    const [low, high] = logDomain(axis, extent);
    const rulings = logRulings(low, high);
    const values = axis.ticks ?? labelledRulings(rulings, [low, high], count);
    return {
      domain: [low, high],
      labels: values.map((value) => ({ value, text: write(value) })),
      minor: rulings.map(({ value }) => value).filter((value) => !values.includes(value)),
    };
  }
  const scale = scaleLinear().domain(axis.domain ?? extent);
  if (axis.domain === undefined) scale.nice(count);
  const [low = 0, high = 1] = scale.domain();
  const values = axis.ticks ?? scale.ticks(count);
  const spacing = values.length > 1 ? (values[1] as number) - (values[0] as number) : 0;
  return {
    domain: [low, high],
    labels: values.map((value) => ({ value, text: write(value) })),
    minor: axis.ticks === undefined && spacing > 0 ? minorTicks(low, high, spacing) : [],
  };
}

/** The domain of a logarithmic axis. Zero has no position there: the axis begins at the smallest value that has one. */
function logDomain(axis: NumberAxis, extent: readonly [number, number]): readonly [number, number] {
  const [low, high] = axis.domain ?? extent;
  if (low > 0) return [low, high];
  return high > 0 ? [Math.min(extent[0], high), high] : extent;
}

/** The ticks of an axis in units of `per`, so that they are round there. */
function ticksPer(per: number, axis: NumberAxis, extent: readonly [number, number], count: number): Ticks {
  const { kind, title, base, domain, ticks, format: write = formatCount } = axis;
  const into = ([low, high]: readonly [number, number]): [number, number] => [low / per, high / per];
  const counted = ticksOf(
    {
      kind,
      title,
      ...(base && { base }),
      ...(domain && { domain: into(domain) }),
      ...(ticks && { ticks: ticks.map((tick) => tick / per) }),
      format: (value) => write(value * per),
    },
    into(extent),
    count,
  );
  const [low, high] = counted.domain;
  return {
    domain: [low * per, high * per],
    labels: counted.labels.map(({ value, text }) => ({ value: Number(value) * per, text })),
    minor: counted.minor.map((value) => value * per),
  };
}

/** Allowed steps between labels, in doublings: 1 B, 1 KiB, 1 MiB are ten apart, and divisors of ten lead there too. */
const DOUBLINGS = [1, 2, 5, 10, 20];

/** A ruler of sizes that double: a tick at every power of two, and as many labels as there is room for. */
function binaryTicks(axis: NumberAxis, [low, high]: readonly [number, number], count: number): Ticks {
  const write = axis.format ?? formatCount;
  const [first, last] = [Math.ceil(Math.log2(low) - 1e-9), Math.floor(Math.log2(high) + 1e-9)];
  const exponents = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const step = DOUBLINGS.find((doublings) => exponents.length / doublings <= count) ?? DOUBLINGS.at(-1)!;
  const values = axis.ticks ?? exponents.filter((exponent) => exponent % step === 0).map((exponent) => 2 ** exponent);
  return {
    domain: [low, high],
    labels: values.map((value) => ({ value, text: write(value) })),
    minor: exponents.map((exponent) => 2 ** exponent).filter((value) => !values.includes(value)),
  };
}

/** The divisions of a logarithmic ruler: 1 to 9 times every power of ten between two values. */
function logRulings(low: number, high: number): { value: number; multiple: number; exponent: number }[] {
  const rulings = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.log10(high); exponent++) {
    for (let multiple = 1; multiple <= 9; multiple++) {
      // Through text, so that 3e-6 is the number nearest to it and not a product's rounding error.
      const value = Number(`${multiple}e${exponent}`);
      if (value >= low && value <= high) rulings.push({ value, multiple, exponent });
    }
  }
  return rulings;
}

/** Number of labels from which the scale of a logarithmic ruler is told at a glance. */
const ENOUGH = 3;
/** Sets of divisions of a decade to label where powers of ten are too few: the first for which there is room. */
const MULTIPLES = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 5, 7],
  [1, 2, 5],
];

/** The divisions of a logarithmic ruler that have labels: powers of ten and, where that would be too few, some between them. */
function labelledRulings(
  rulings: ReturnType<typeof logRulings>,
  [low, high]: readonly [number, number],
  count: number,
): number[] {
  const decades = Math.log10(high / low);
  const step = Math.max(1, Math.ceil(decades / count));
  const labelled = (multiples: readonly number[]) =>
    rulings
      .filter(({ multiple, exponent }) => multiples.includes(multiple) && exponent % step === 0)
      .map(({ value }) => value);
  const some = labelled(decades * 3 <= count ? [1, 2, 5] : [1]);
  if (some.length >= ENOUGH || decades > 1) return some;
  const more = MULTIPLES.map(labelled).find(({ length }) => length <= Math.max(2, count));
  // A piece of the ruler this short is nearly linear.
  return more !== undefined && more.length > 1 ? more : evenTicks(low, high, Math.max(2, count));
}

/** Four ticks between two labelled ones for steps of 1 and 5, three for steps of 2, as on a ruler. */
function minorTicks(low: number, high: number, spacing: number): number[] {
  const leading = Math.round(spacing / 10 ** Math.floor(Math.log10(spacing) + 1e-9));
  const parts = leading === 2 ? 4 : 5;
  const step = spacing / parts;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
    .filter((i) => i % parts !== 0)
    .map((i) => i * step);
}

/** The mapping from values to pixels and back. */
export function scaleOf(axis: Axis, domain: readonly [number, number], range: readonly [number, number]) {
  if (axis.kind === 'band') {
    const band = scaleBand(axis.values, range).paddingInner(0.12).paddingOuter(0.06);
    return {
      to: (value: Coordinate) => (band(String(value)) ?? NaN) + band.bandwidth() / 2,
      from: () => NaN,
      step: band.bandwidth(),
    };
  }
  const scale = axis.kind === 'log' ? scaleLog(domain, range) : scaleLinear(domain, range);
  // D3 returns undefined for NaN, whatever its types say.
  return {
    to: (value: Coordinate) => Number(scale(Number(value))),
    from: (pixels: number) => scale.invert(pixels),
    step: 0,
  };
}
