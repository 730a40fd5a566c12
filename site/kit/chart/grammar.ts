/**
 * The visual grammar: the kind of figure that a mark represents. Every chart, table, lab and sentence uses the same few kinds, and shape
 * and stroke tell them apart even without colour.
 */
export const FIGURE_KINDS = ['published', 'measured', 'live', 'exact', 'predicted', 'second', 'third'] as const;

export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The word for each kind, as keys, table heads and screen readers say it. */
export const FIGURE_WORDS: Readonly<Record<FigureKind, string>> = {
  published: 'published',
  measured: 'measured',
  live: 'simulated here',
  exact: 'exact',
  predicted: 'predicted',
  second: 'another machine',
  third: 'a third machine',
};

/** The word for measured values that were simulated, where no system was measured. */
export const SIMULATED = 'simulated natively';

/** Rounds to a tenth of a pixel, which no eye can tell from the exact position, to keep the markup short. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);

/** Makes text safe between tags and in double-quoted attributes. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The mark of a kind centred on (x, y), as SVG elements. `radius` is half its height in pixels. Line kinds (`live`,
 * `exact`, `predicted`) become a short sample of their stroke.
 */
export function markShape(kind: FigureKind, x: number, y: number, radius: number): string {
  const r = radius;
  switch (kind) {
    case 'measured':
      return `<circle class="mt-mark mt-mark--measured" cx="${px(x)}" cy="${px(y)}" r="${px(r)}"/>`;
    case 'published': {
      // Wide enough to frame a measured dot in the same place: both stay visible where they agree.
      const d = r * 1.7;
      return `<path class="mt-mark mt-mark--published" d="M${px(x)},${px(y - d)}L${px(x + d)},${px(y)}L${px(x)},${px(y + d)}L${px(x - d)},${px(y)}Z"/>`;
    }
    case 'second': {
      const d = r * 1.25;
      return `<path class="mt-mark mt-mark--second" d="M${px(x)},${px(y - d)}L${px(x + d)},${px(y + d * 0.8)}L${px(x - d)},${px(y + d * 0.8)}Z"/>`;
    }
    case 'third': {
      const d = r * 0.95;
      return `<path class="mt-mark mt-mark--third" d="M${px(x - d)},${px(y - d)}H${px(x + d)}V${px(y + d)}H${px(x - d)}Z"/>`;
    }
    case 'live':
      return `<path class="mt-stroke mt-stroke--live" d="M${px(x - r * 1.4)},${px(y + r * 0.8)}H${px(x - r * 0.2)}V${px(y - r * 0.8)}H${px(x + r * 1.4)}"/>`;
    case 'exact':
    case 'predicted':
      return `<path class="mt-stroke mt-stroke--${kind}" d="M${px(x - r * 1.7)},${px(y)}H${px(x + r * 1.7)}"/>`;
  }
}

/** Width of each kind's mark in a box 16 units high, so that it sits close to its word. */
const GLYPH_WIDTHS: Readonly<Record<FigureKind, number>> = {
  published: 14,
  measured: 10,
  live: 14,
  exact: 15,
  predicted: 15,
  second: 12,
  third: 11,
};

/** The mark of a kind as a small picture of its own, for prose, tables and keys. Decorative: words must say the kind too. */
export function glyph(kind: FigureKind): string {
  const width = GLYPH_WIDTHS[kind];
  return (
    `<svg class="mt-glyph mt-glyph--${kind}" viewBox="${8 - width / 2} 0 ${width} 16" aria-hidden="true">` +
    markShape(kind, 8, 8, 4) +
    '</svg>'
  );
}

export interface KeyEntry {
  readonly figure: FigureKind;
  readonly text: string;
  readonly quiet: boolean;
  readonly hollow?: boolean;
}

/** Tells if marks are of measured values, which each machine has of its own. */
export const isOfMachine = (figure: FigureKind): boolean =>
  figure === 'measured' || figure === 'second' || figure === 'third';

/** The key of a figure: one entry for each text. The text is the mark's own, or the word for its kind. */
export function keyOf(
  marks: readonly { figure: FigureKind; says?: string; quiet?: boolean; hollow?: boolean }[],
  words: Readonly<Record<FigureKind, string>> = FIGURE_WORDS,
): KeyEntry[] {
  const entries = marks.map(({ figure, says, quiet = false, hollow = false }) => {
    const isOther = figure === 'second' || figure === 'third';
    return {
      figure,
      text: says ?? `${words[figure]}${isOfMachine(figure) ? ', with 95% interval' : ''}`,
      quiet: quiet && !isOther,
      ...(hollow && !isOther && { hollow }),
    };
  });
  return [...new Map(entries.map((entry) => [entry.text, entry])).values()];
}
