/** The key of a figure as markup. */
import { classes, drawn, html, type Markup } from '@/kit/markup.ts';
import { glyph, type FigureKind, type KeyEntry } from './grammar.ts';

/** The key: each mark with its word. */
export const keyMarkup = (entries: readonly KeyEntry[]): Markup =>
  html`<p class="mt-figure-key">
    ${entries.map(
      ({ figure, text, quiet, hollow }) =>
        html`<span><span${classes(quiet && 'mt-quiet', hollow && 'mt-hollow')}>${mark(figure)}</span>&nbsp;${text}</span>`,
    )}
  </p>`;

export const mark = (figure: FigureKind): Markup => drawn(glyph(figure));
