/**
 * Markup as a value, for pages when the site is built and for later changes in a browser. `html` makes it, and escapes all text put into
 * it, so that no word of a record becomes an element.
 */
import { escapeText } from './chart/grammar.ts';

export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Parts of a template: text and numbers, which are escaped, markup, lists of these, and nothing. */
export type Part = string | number | Markup | false | null | undefined | readonly Part[];

const written = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'object') return part.map(written).join('');
  return escapeText(String(part));
};

/** Cached literal parts of templates, compacted. */
const compact = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Removes the source's line breaks and indents, except where one stands for a space: within a tag, behind a word, and before one. */
const withoutBreaks = (text: string, index: number, all: readonly string[]): string => {
  const before = all.slice(0, index).join('');
  return text.replaceAll(/\n\s*/g, (_, at: number) => {
    const said = before + text.slice(0, at);
    const isInTag = said.lastIndexOf('<') > said.lastIndexOf('>');
    const isBehindWord = /[^\s>]$/.test(text.slice(0, at));
    const isBetween = at === 0 && index > 0 && /^\n\s*[^\s<]/.test(text);
    return isInTag || isBehindWord || isBetween ? ' ' : '';
  });
};

/** A template of markup. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const literals = compact.get(strings) ?? strings.map(withoutBreaks);
  compact.set(strings, literals);
  return new Markup(literals.map((text, index) => text + written(parts[index])).join(''));
}

/** Marks the chart kit's output as markup: the kit escapes texts itself. */
export const drawn = (svg: string): Markup => new Markup(svg);

/** The class attribute of an element, with the space before it; empty without any names. */
export function classes(...names: readonly (string | false | undefined)[]): Markup {
  const own = names.filter((name) => name);
  return own.length === 0 ? html`` : html` class="${own.join(' ')}"`;
}
