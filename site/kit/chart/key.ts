/** The marks of figures as markup, and what they mean. */
import { classes, drawn, html, type Markup } from '@/kit/markup.ts';
import { glyph, type FigureKind, type KeyEntry } from './grammar.ts';

/** What the marks of a figure mean: the mark and its word, once each. */
export const keyMarkup = (entries: readonly KeyEntry[]): Markup =>
  html`<p class="mt-figure-key">
    ${entries.map(
      ({ figure, text, quiet, hollow }) =>
        html`<span><span${classes(quiet && 'mt-quiet', hollow && 'mt-hollow')}>${mark(figure)}</span>&nbsp;${text}</span>`,
    )}
  </p>`;

/** The mark of a kind of figure. */
export const mark = (figure: FigureKind): Markup => drawn(glyph(figure));
