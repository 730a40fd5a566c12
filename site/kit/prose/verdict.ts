/** Verdicts in words. */
import { html, type Markup } from '@/kit/markup.ts';
import type { Verdict } from '@/kit/record/types.ts';

/** The word for each verdict: first those on claims of others, then those on this project's own. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  differs: 'differs',
  depends: 'depends',
  undecided: 'undecided',
  'not-tested': 'not tested',
  reproduced: 'reproduced',
  'does-not-hold': 'does not hold',
  holds: 'holds',
};

/** The meaning of each verdict. */
export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  differs: 'we measured something else: the whole 95% interval lies outside the margins',
  depends: 'it holds under some conditions that the statement does not name, and fails under others',
  undecided: 'the 95% interval reaches across a margin: noise, or too few repeats, does not let us say',
  'not-tested': 'this run could not tell',
  reproduced: 'we measured what was published: the whole 95% interval lies within its margins',
  'does-not-hold': 'our own statement, which the measurement contradicts',
  holds: 'our own statement, which the measurement bears out',
};

/** Icons: a tick, an unequal sign, a fork, an interval across a line, an empty circle; in a box for this project's own claims. */
const ICONS: Readonly<Record<Verdict, string>> = {
  reproduced: 'M2.5 8.5 6.2 12.2 13.5 4',
  differs: 'M2.5 5.8h11M2.5 10.2h11M10.5 2.5l-5 11',
  depends: 'M8 14V9M8 9 3 4M8 9l5-5M3 7.5V4h3.5M9.5 4H13v3.5',
  undecided: 'M2 8h12M2 5.5v5M14 5.5v5M8 2v12',
  'not-tested': 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2ZM5.2 8h5.6',
  holds: 'M2.2 2.2h11.6v11.6H2.2ZM5 8.2l2.2 2.2L11.2 5.6',
  'does-not-hold': 'M2.2 2.2h11.6v11.6H2.2ZM5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4',
};

/** A verdict: its word, and an icon of its own shape. */
export const verdictMarkup = (verdict: Verdict): Markup => html`
  <span class="mt-verdict mt-verdict--${verdict}" data-verdict="${verdict}">
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${ICONS[verdict]}"></path></svg>
    ${VERDICT_WORDS[verdict]}
  </span>
`;
