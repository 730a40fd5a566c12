// A built site as its reader gets it: text, drawings, figures and files, without the names and places that a refactoring may change.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse } from 'node-html-parser';

/** Attributes that a reader sees, hears or follows; the others serve styles and scripts. */
const SEEN = new Set([
  ...[
    'alt',
    'aria-label',
    'aria-pressed',
    'aria-valuetext',
    'checked',
    'content',
    'data-result',
    'data-value',
    'datetime',
  ],
  ...[
    'disabled',
    'download',
    'hidden',
    'href',
    'id',
    'max',
    'min',
    'open',
    'placeholder',
    'selected',
    'src',
    'step',
    'title',
  ],
  ...[
    'value',
    'viewBox',
    'cx',
    'cy',
    'd',
    'height',
    'points',
    'r',
    'transform',
    'width',
    'x',
    'x1',
    'x2',
    'y',
    'y1',
    'y2',
  ],
]);
const UNSEEN = new Set(['script', 'style', 'template']);
const DATA = new Set(['.csv', '.json', '.xml', '.txt', '.webmanifest']);

/**
 * Lines of each page and data file of a built site; the search's index, which repeats the pages, is left out.
 *
 * @param {string} folder
 * @returns {Record<string, string[]>} by the file's path in the folder
 */
export function readSite(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('pagefind') && (extname(name) === '.html' || DATA.has(extname(name))))
    .sort();
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [name, extname(name) === '.html' ? pageLines(text) : text.split(/\r?\n/)];
    }),
  );
}

/**
 * A page as lines: one for each piece of text, and one for each element with attributes that a reader notices.
 *
 * @param {string} html
 */
export function pageLines(html) {
  /** @type {string[]} */
  const lines = [];
  const visit = (/** @type {import('node-html-parser').Node} */ node) => {
    const text = node.nodeType === 3 ? withoutNames(node.text.replaceAll(/\s+/g, ' ').trim()) : '';
    if (text !== '') lines.push(text);
    if (node.nodeType !== 1) return;
    const element = /** @type {import('node-html-parser').HTMLElement} */ (node);
    const tag = element.rawTagName?.toLowerCase() ?? '';
    if (UNSEEN.has(tag) || (tag === 'link' && element.getAttribute('rel') !== 'canonical')) return;
    const seen = Object.entries(element.attributes).filter(([name]) => SEEN.has(name));
    if (seen.length > 0) {
      const words = seen.map(([name, value]) => `${name}=${withoutNames(value)}`).sort();
      lines.push(`<${tag} ${words.join(' ')}>`);
    }
    element.childNodes.forEach(visit);
  };
  visit(parse(html));
  return lines;
}

/** Without the hashes in the names of built files. @param {string} text */
function withoutNames(text) {
  return text.replaceAll(/\/_astro\/[\w.@-]+/g, '/_astro/…');
}

/**
 * The files in which two sites differ.
 *
 * @param {Record<string, string[]>} before
 * @param {Record<string, string[]>} after
 * @param {readonly RegExp[]} [ignored] what does not count, wherever it stands in a line
 * @returns {{ file: string, removed: string[], added: string[] }[]} one for each file that differs, with its lines in their order
 */
export function differences(before, after, ignored = []) {
  const counted = (/** @type {readonly string[]} */ lines) =>
    lines
      .map((line) => ignored.reduce((rest, pattern) => rest.replaceAll(pattern, ''), line))
      .filter((line) => line !== '');
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((file) => {
    const [was, is] = [counted(before[file] ?? []), counted(after[file] ?? [])];
    if (was.join('\n') === is.join('\n')) return [];
    const [removed, added] = [without(was, is), without(is, was)];
    // The same lines in another order differ too.
    return [
      removed.length + added.length > 0
        ? { file, removed, added }
        : { file, removed: was.filter((line, i) => line !== is[i]), added: is.filter((line, i) => line !== was[i]) },
    ];
  });
}

/** The lines of `all` that `others` lacks; one that stands there twice as often stays as often. @param {string[]} all @param {string[]} others */
function without(all, others) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return all.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}
