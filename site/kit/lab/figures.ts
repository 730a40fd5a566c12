import type { Parts } from './parts';

/** A figure's reference value, shown next to it. */
export interface Reference {
  value: number;
  text: string;
}

/** One of the figures that a lab gives. */
export interface Figure {
  /** The name in `data-result`. */
  name: string;
  label: string;
  /** Meaning of the figure, for readers who meet it for the first time. */
  hint: string;
  /** The plain number; null while there is none or where there can't be one. */
  value: number | null;
  text: string;
  /** The same in closed form; null where there is none for this state, left out where there never is. */
  exact?: Reference | null;
  /** The same as a model predicts it, in the same way. */
  predicted?: Reference | null;
  /** True where the figure is from part of the work. */
  partial?: boolean;
  /** A few words below it. */
  note?: string;
  /** True where the figure is bad news. */
  alarming?: boolean;
}

/** Kinds of reference values, which are the words shown with them. */
export const REFERENCE_KINDS = ['exact', 'predicted'] as const;

export const referenceText = (kind: (typeof REFERENCE_KINDS)[number], known: Reference | null): string =>
  known ? `${kind} ${known.text}` : '';

/** Writes figures into the page. `stale`: they answer an older question than the one the controls ask. */
export function showFigures(parts: Parts, figures: readonly Figure[], stale = false): void {
  for (const figure of figures) {
    const { name, label, value, text, note, alarming = false, partial = false } = figure;
    const output = parts.part('result', name);
    output.textContent = text;
    output.dataset['value'] = value === null ? '' : String(value);
    for (const kind of REFERENCE_KINDS) {
      const known = figure[kind];
      if (known === undefined) continue;
      const beside = parts.part(kind, name);
      beside.textContent = referenceText(kind, known);
      beside.dataset['value'] = known ? String(known.value) : '';
    }
    if (note !== undefined) parts.say('note-on', note, name);
    const whole = parts.part('figure', name);
    // Some are named after the question.
    const term = whole.querySelector('dt');
    if (term && term.textContent.trim() !== label) term.textContent = label;
    whole.toggleAttribute('data-alarming', alarming);
    whole.toggleAttribute('data-stale', stale);
    whole.toggleAttribute('data-partial', partial && !stale);
  }
}
