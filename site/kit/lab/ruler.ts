import { formatInteger, type Field } from './state';

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

export interface Ruler {
  /** Shows a value; `valueText` is how it is said out loud. */
  show(value: number, valueText: string): void;
  /** Takes back what it said of a number that it could not take. */
  clearRemark(): void;
}

/** Writes a ruler's value for its typed field or a tick. */
export type WriteValue = (value: number) => string;

/** A quantity's range and its texts: the same when the page is built and in the browser. */
export interface RulerPlan {
  label: string;
  stops: SliderStops;
  /** Values that get a tick and a label. */
  ticks: readonly number[];
  /** A value in words, for screen readers: "13 servers". */
  say: (value: number) => string;
  /** Text of the typed field; a whole number by default. */
  write?: WriteValue;
  /** Text under a tick; {@link writeTick} by default. */
  writeTick?: WriteValue;
}

export const writeWhole: WriteValue = formatInteger;

/** Short enough to stand under a tick: 1, 10, 100, 1k, 10k, 1M. */
export const writeTick: WriteValue = (value) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value);

/**
 * Brings a ruler to life: a native slider that snaps to its stops, and a field beside it that takes any valid
 * number. What can't be taken is put right in place, and the field says so until it changes.
 */
export function attachRuler(
  root: HTMLElement,
  stops: SliderStops,
  field: Field<number>,
  write: WriteValue,
  onChange: (value: number, phase: 'live' | 'rest') => void,
): Ruler {
  const slider = root.querySelector<HTMLInputElement>('input[type=range]');
  const typed = root.querySelector<HTMLInputElement>('input[type=text]');
  const remark = root.querySelector<HTMLElement>('[data-remark]');
  if (!slider || !typed || !remark) throw new Error('A ruler needs a slider, a typed field and a place for a remark.');
  let current = field.initial;

  const say = (text: string) => {
    remark.textContent = text;
    typed.toggleAttribute('aria-invalid', text !== '');
  };
  slider.addEventListener('input', () => onChange(stops.value(slider.valueAsNumber), 'live'));
  slider.addEventListener('change', () => {
    say('');
    onChange(stops.value(slider.valueAsNumber), 'rest');
  });
  typed.addEventListener('change', () => {
    const text = typed.value.trim();
    const { value, because } = field.read(text);
    // "abc" is no wish for the default: keep what was there.
    const wanted = because === 'is not a number' ? current : value;
    onChange(wanted, 'rest');
    typed.value = write(current);
    // Another value may rule this one out: then the nearest that it allows is there instead.
    const reason = because ?? (current === wanted ? '' : `does not go with the other values; ${typed.value} is used`);
    say(reason === '' ? '' : `“${text.slice(0, 16)}” ${reason}.`);
  });
  typed.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const { values } = stops;
    const next =
      event.key === 'ArrowUp' ? values.find((stop) => stop > current) : values.findLast((stop) => stop < current);
    if (next !== undefined) onChange(next, 'rest');
    typed.value = write(current);
  });
  return {
    clearRemark: () => say(''),
    show(value, valueText) {
      const isNews = value !== current;
      if (isNews) say('');
      current = value;
      slider.value = String(stops.position(value));
      slider.setAttribute('aria-valuetext', valueText);
      // Text being typed stays, unless the value changed from elsewhere: by the back button, say.
      if (isNews || document.activeElement !== typed) typed.value = write(value);
    },
  };
}
