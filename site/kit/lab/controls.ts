import type { Parts } from './parts';
import { isChosen, type Preset } from './presets';
import { attachRuler, writeWhole, type Ruler, type RulerPlan } from './ruler';
import type { Field, Schema } from './state';
import { showView } from './views';

/** Values that every lab's state may have, and whose controls work alike. */
interface CommonState {
  seed: number;
  view: string;
}

const common = <S extends object>(state: Readonly<S>): Partial<CommonState> => state;

/** A change of what a state has in common with others, where its schema says that it has it. */
export const commonChange = <S extends object>(values: Partial<CommonState>): Partial<S> =>
  values as object as Partial<S>;

/** The names of a state's numbers: what a ruler can set. */
export type NumberName<S> = { [K in keyof S & string]: S[K] extends number ? K : never }[keyof S & string];

export interface ControlsPlan<S> {
  schema: Schema<S>;
  rulers: Readonly<Partial<Record<NumberName<S>, RulerPlan>>>;
  presets?: readonly Preset<S>[];
}

/** The form part of a lab: views, rulers, selects, switches, presets and the seed, bound to one state. */
export class Controls<S extends object> {
  readonly #parts: Parts;
  readonly #plan: ControlsPlan<S>;
  readonly #current: () => Readonly<S>;
  readonly #change: (values: Partial<S>, phase: 'live' | 'rest') => void;
  readonly #rulers = new Map<NumberName<S>, Ruler>();

  constructor(
    parts: Parts,
    plan: ControlsPlan<S>,
    current: () => Readonly<S>,
    change: (values: Partial<S>, phase: 'live' | 'rest') => void,
  ) {
    this.#parts = parts;
    this.#plan = plan;
    this.#current = current;
    this.#change = change;
  }

  /** Attaches everything, in steps that each are short enough for a slow phone. `onPreset` hears before a preset acts. */
  *attach(onPreset: () => void): Generator<() => void> {
    for (const [name, ruler] of this.#rulerPlans) yield () => this.#attachRuler(name, ruler);
    yield () => this.#listen(onPreset);
  }

  get #rulerPlans() {
    return Object.entries(this.#plan.rulers) as [NumberName<S>, RulerPlan][];
  }

  #attachRuler(name: NumberName<S>, { stops, write = writeWhole }: RulerPlan): void {
    const field = this.#plan.schema.fields[name] as Field<number>;
    const change = (value: number, phase: 'live' | 'rest') => this.#change({ [name]: value } as Partial<S>, phase);
    this.#rulers.set(name, attachRuler(this.#parts.part('ruler', name), stops, field, write, change));
  }

  #listen(onPreset: () => void): void {
    for (const radio of this.#views) {
      radio.addEventListener('change', () => this.#change(commonChange({ view: radio.value }), 'rest'));
    }
    for (const select of this.#selects) {
      const name = select.dataset['choice'] as string;
      select.addEventListener('change', () => this.#change({ [name]: chosen(select) } as Partial<S>, 'rest'));
    }
    for (const { id, state } of this.#presets) {
      this.#parts.part('preset', id).addEventListener('click', () => {
        onPreset();
        this.#change(state(this.#current() as S), 'rest');
      });
    }
    const field = (this.#plan.schema.fields as { seed?: Field<number> }).seed;
    if (!field) return;
    const seed = this.#seed;
    seed.addEventListener('change', () => {
      const { value, because } = field.read(seed.value);
      this.#change(because === 'is not a number' ? {} : commonChange({ seed: value }), 'rest');
      seed.value = String(common(this.#current()).seed);
    });
  }

  get #presets() {
    return this.#plan.presets ?? [];
  }

  get #views() {
    return this.#parts.all<HTMLInputElement>('.mt-lab-views input');
  }

  get #selects() {
    return this.#parts.all<HTMLSelectElement | HTMLInputElement>('[data-choice]');
  }

  get #seed() {
    return this.#parts.part<HTMLInputElement>('seed');
  }

  /** Lets the reader at them. */
  enable(): void {
    for (const controls of this.#parts.all<HTMLFieldSetElement>('[data-controls]')) controls.disabled = false;
  }

  /** Takes back what rulers said of numbers that they could not take: the reader has asked for something else since. */
  clearRemarks(): void {
    for (const ruler of this.#rulers.values()) ruler.clearRemark();
  }

  /** Opens the folds that hold a control with which the state was changed: a link may not hide what it sets. */
  unfold(state: Readonly<S>): void {
    const { opening } = this.#plan.schema;
    for (const fold of this.#parts.all<HTMLDetailsElement>('.mt-lab-more')) {
      const names = [...fold.querySelectorAll<HTMLElement>('[data-ruler], [data-choice]')].map(
        ({ dataset }) => (dataset['ruler'] ?? dataset['choice']) as keyof S,
      );
      if (names.some((name) => name in opening && state[name] !== opening[name])) fold.open = true;
    }
  }

  /** Makes them say what the state is. */
  show(state: Readonly<S>): void {
    for (const [name, { say }] of this.#rulerPlans) {
      const value = state[name] as number;
      this.#rulers.get(name)?.show(value, say(value));
    }
    const { seed, view } = common(state);
    for (const radio of this.#views) radio.checked = radio.value === view;
    for (const select of this.#selects) choose(select, String(state[select.dataset['choice'] as keyof S]));
    if (seed !== undefined && document.activeElement !== this.#seed) this.#seed.value = String(seed);
    for (const preset of this.#presets) {
      const chosen = isChosen(preset, state as S);
      this.#parts.part('preset', preset.id).setAttribute('aria-pressed', String(chosen));
    }
    if (view !== undefined) showView(this.#parts.root, view);
  }
}

/** Value of a choice: one of several, or, for a switch, on or off. */
const chosen = (choice: HTMLSelectElement | HTMLInputElement): string =>
  choice instanceof HTMLSelectElement ? choice.value : choice.checked ? 'on' : 'off';

function choose(choice: HTMLSelectElement | HTMLInputElement, value: string): void {
  if (choice instanceof HTMLSelectElement) choice.value = value;
  else choice.checked = value === 'on';
}
