/** Fields that the reader types into: texts and bytes, taken as far as they make sense, with a remark where they do not. */
import type { Parts } from '@/kit/lab/parts';
import { differencesOf, isNamed, readBytes, ruleOf, ruleWords, writtenBytes } from './rules';
import { AT_PARTING, MOST_HSTORE, MOST_TEXT, type LabState } from './state';
import { cleaned } from './text';

type FieldName = 'hstore' | 'text' | 'rule';
type TextBox = HTMLTextAreaElement | HTMLInputElement;

const OWN = 'own';
const MOST: Readonly<Record<Exclude<FieldName, 'rule'>, number>> = {
  hstore: MOST_HSTORE,
  text: MOST_TEXT,
};

/** Reads what was typed: values for the state, and a remark. */
export function taken(name: FieldName, typed: string): { values: Partial<LabState>; remark: string } {
  if (name === 'rule') {
    const { bytes, rest } = readBytes(typed);
    const rule = ruleOf(bytes);
    const wrong = rest.length > 0 ? `“${rest[0]!.slice(0, 12)}” is no byte; write bytes as 85 A0.` : ruleWords(rule);
    return { values: { rule, step: AT_PARTING }, remark: wrong };
  }
  const { value, because } = cleaned(typed, MOST[name]);
  const values = name === 'hstore' ? { hstore: value, step: AT_PARTING } : { [name]: value };
  return { values, remark: because === undefined ? '' : `This text ${because}.` };
}

export class TypedFields {
  readonly #parts: Parts;
  readonly #change: (values: Partial<LabState>, phase: 'live' | 'rest') => void;

  constructor(parts: Parts, change: (values: Partial<LabState>, phase: 'live' | 'rest') => void) {
    this.#parts = parts;
    this.#change = change;
  }

  get #boxes() {
    return [...this.#parts.all<TextBox>('[data-text]')].map((box) => [box.dataset['text'] as FieldName, box] as const);
  }

  get #named() {
    return this.#parts.part<HTMLSelectElement>('named-rule');
  }

  attach(): void {
    for (const [name, box] of this.#boxes) {
      const take = (phase: 'live' | 'rest') => {
        const { values, remark } = taken(name, box.value);
        this.#change(values, phase);
        this.#remark(name, remark);
      };
      box.addEventListener('input', () => take('live'));
      box.addEventListener('change', () => take('rest'));
    }
    this.#named.addEventListener('change', () => {
      if (this.#named.value !== OWN) return this.#change({ rule: this.#named.value, step: AT_PARTING }, 'rest');
      this.#unfold();
      this.#parts.part('text', 'rule').focus();
    });
  }

  /** Makes the boxes say what the state is; the one that is being typed into is left alone. */
  show(state: Readonly<LabState>): void {
    for (const [name, box] of this.#boxes) {
      if (box === document.activeElement) continue;
      const value = name === 'rule' ? writtenBytes(differencesOf(state.rule)) : state[name];
      if (box.value !== value) box.value = value;
      this.#remark(name, name === 'rule' ? ruleWords(state.rule) : '');
    }
    this.#named.value = isNamed(state.rule) ? state.rule : OWN;
  }

  /** Brings the field for bytes of one's own to sight where an address has such: a link may not hide what it sets. */
  unfold(state: Readonly<LabState>): void {
    if (!isNamed(state.rule)) this.#unfold();
  }

  #unfold(): void {
    this.#parts.find<HTMLDetailsElement>('.mt-lab-more').open = true;
  }

  #remark(name: FieldName, words: string): void {
    const remark = this.#parts.root.querySelector(`[data-remark-on="${name}"]`);
    if (remark && remark.textContent !== words) remark.textContent = words;
  }
}
