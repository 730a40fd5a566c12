/**
 * Markup as a value: what pages are drawn from when the site is built, and what a browser puts into them later. `html` makes it, and
 * escapes whatever is put into it as text, so that no word of a record becomes an element.
 */
import { escapeText } from './chart/grammar.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: text and numbers, which are escaped, markup, lists of these, and nothing. */
export type Part = string | number | Markup | false | null | undefined | readonly Part[];

const written = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'object') return part.map(written).join('');
  return escapeText(String(part));
};

/** The literal parts of templates, as they are written into pages. */
const compact = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the line breaks and the indents of the source, which stand for a space within a tag, behind a word, and before one. */
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

/** What the chart kit has drawn, which escapes texts itself. */
export const drawn = (svg: string): Markup => new Markup(svg);

/** The class attribute of an element that has any, with the space before it. */
export function classes(...names: readonly (string | false | undefined)[]): Markup {
  const own = names.filter((name) => name);
  return own.length === 0 ? html`` : html` class="${own.join(' ')}"`;
}
