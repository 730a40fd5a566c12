/** The controls that say what is asked: with another question the run begins afresh. */
import type { Parts } from '@/kit/lab/parts';
import { listOf, MOST_OPERATIONS, NOTHING, textOf } from './operations';
import { AFRESH, schema, type LabState } from './state';

/** Parts of the state that they set. */
const ASKED = ['locking', 'start', 'before', 'room'] as const;
const THREAD_PARAMETERS = ['one', 'two'] as const;

/** Listens to them. */
export function attachChoices(parts: Parts, change: (values: Partial<LabState>) => void): void {
  for (const name of ASKED) {
    const control = parts.part<HTMLSelectElement | HTMLInputElement>('asks', name);
    control.addEventListener('change', () => change({ [name]: valueOf(name, control), ...AFRESH }));
  }
  for (const name of THREAD_PARAMETERS) {
    const selects = callSelects(parts, name);
    for (const select of selects) {
      select.addEventListener('change', () => {
        const calls = selects.map(({ value }) => value).filter((value) => value !== NOTHING);
        change({ [name]: textOf(calls), ...AFRESH });
      });
    }
  }
}

/** Makes them say what the state is. */
export function showChoices(parts: Parts, state: Readonly<LabState>): void {
  for (const name of ASKED) {
    const control = parts.part<HTMLSelectElement | HTMLInputElement>('asks', name);
    if (control instanceof HTMLSelectElement) control.value = String(state[name]);
    else control.checked = state[name] === 'on';
  }
  for (const name of THREAD_PARAMETERS) {
    const calls = listOf(state[name]);
    callSelects(parts, name).forEach((select, index) => (select.value = calls[index] ?? NOTHING));
  }
}

/** Opens the fold that they lie in where an address sets one of them: a link may not hide what it sets. */
export function unfoldChoices(parts: Parts, state: Readonly<LabState>): void {
  // The switch above the fold says the same of a lock, but for one that it has no word for.
  const isOther = (name: keyof LabState) => state[name] !== schema.opening[name];
  if (THREAD_PARAMETERS.some(isOther) || ASKED.some((name) => isOther(name) && state[name] !== 'until-copied')) {
    parts.find<HTMLDetailsElement>('.mt-lab-more').open = true;
  }
}

function valueOf(name: (typeof ASKED)[number], control: HTMLSelectElement | HTMLInputElement): string | number {
  if (control instanceof HTMLSelectElement) return name === 'room' ? Number(control.value) : control.value;
  return control.checked ? 'on' : 'off';
}

const callSelects = (parts: Parts, name: (typeof THREAD_PARAMETERS)[number]): HTMLSelectElement[] =>
  Array.from({ length: MOST_OPERATIONS }, (_, index) => parts.part<HTMLSelectElement>('call', `${name} ${index}`));
