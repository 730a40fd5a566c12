import type { SliderStops } from './slider-stops';
import { formatInteger, type Field } from './state';

export interface Ruler {
  /** Shows a value; `valueText` is how it is said out loud. */
  show(value: number, valueText: string): void;
  /** Takes back what it said of a number that it could not take. */
  clearRemark(): void;
}

/** How a ruler's value is written in its typed field and under its ticks. */
export type WriteValue = (value: number) => string;

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
    const meaningless = because === 'is not a number';
    onChange(meaningless ? current : value, 'rest');
    typed.value = write(current);
    say(because === undefined ? '' : `“${text.slice(0, 16)}” ${because}.`);
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
      // What is being typed is left alone, unless the value changed from elsewhere: by the back button, say.
      if (isNews || document.activeElement !== typed) typed.value = write(value);
    },
  };
}
