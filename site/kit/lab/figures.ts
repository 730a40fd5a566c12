import type { Markup } from './markup';

/** What else is known of a figure, shown beside it. */
export interface Reference {
  value: number;
  text: string;
}

/** One of the figures that a lab gives. */
export interface Figure {
  /** The name in `data-result`. */
  name: string;
  label: string;
  /** What the figure says, for those who hear of it for the first time. */
  hint: string;
  /** The plain number; null while there is none or where there can't be one. */
  value: number | null;
  text: string;
  /** The same in closed form; null where there is none for this state, left out where there never is. */
  exact?: Reference | null;
  /** The same as a model predicts it, in the same way. */
  predicted?: Reference | null;
  /** Whether it is from a part of the work so far. */
  partial?: boolean;
  /** Whether the figure is bad news. */
  alarming: boolean;
}

/** A figure with a few words below it. */
export interface NotedFigure extends Figure {
  note: string;
}

/** What can stand beside a figure, and the word for it. */
export const BESIDE = ['exact', 'predicted'] as const;

export const referenceText = (kind: (typeof BESIDE)[number], known: Reference | null): string =>
  known ? `${kind} ${known.text}` : '';

/** Writes figures into the page. `stale`: they answer an older question than the one the controls ask. */
export function showFigures(parts: Markup, figures: readonly Figure[], stale: boolean): void {
  for (const figure of figures) {
    const { name, value, text, alarming, partial = false } = figure;
    const output = parts.part('result', name);
    output.textContent = text;
    output.dataset['value'] = value === null ? '' : String(value);
    for (const kind of BESIDE) {
      const known = figure[kind];
      if (known === undefined) continue;
      const beside = parts.part(kind, name);
      beside.textContent = referenceText(kind, known);
      beside.dataset['value'] = known ? String(known.value) : '';
    }
    const whole = parts.part('figure', name);
    whole.toggleAttribute('data-alarming', alarming);
    whole.toggleAttribute('data-stale', stale);
    whole.toggleAttribute('data-partial', partial && !stale);
  }
}

/** Writes figures into the page with their labels, which change with the question, and the words below them. */
export function showNotedFigures(parts: Markup, figures: readonly NotedFigure[]): void {
  showFigures(parts, figures, false);
  for (const { name, label, note } of figures) {
    parts.part('label', name).textContent = label;
    parts.part('remark-on', name).textContent = note;
  }
}
