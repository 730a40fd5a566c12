// Every figure and verdict of a built site by what it is, wherever it stands: what must not get lost when pages are rearranged.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';

/**
 * @typedef {object} Known
 * @property {string} value what readers are told
 * @property {string} page where
 */

/** @typedef {import('node-html-parser').HTMLElement} HTMLElement */

const textOf = (/** @type {HTMLElement | null | undefined} */ element) =>
  (element?.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim();

/** A row of a figure's note: the value, its kind, its machines, and the number of observations. */
const NOTE_ROW =
  /^(?<value>.*?), (?<word>measured|simulated natively|exact|predicted|published)(?: on (?<machines>.*?))?(?:, n = (?<n>[\d,]+))?$/;

/**
 * The figures, the verdicts and the points of charts of the pages of findings, of the machine that each page is about: by finding and by
 * what they are called.
 *
 * @param {string} folder a built site
 * @returns {Map<string, Known>}
 */
export function readFigures(folder) {
  /** @type {Map<string, Known>} */
  const all = new Map();
  for (const page of globSync(['findings/**/index.html', 'claims/*/index.html'], { cwd: folder }).sort()) {
    const finding = page.split('/')[1];
    const root = parse(readFileSync(join(folder, page), 'utf8'));
    const [machine = '', ...others] = new Set(root.querySelectorAll('[data-machine]').map(textOf));
    const isOwn = (/** @type {string | undefined} */ machines) => !machines || machines.includes(machine);
    const add = (/** @type {string} */ what, /** @type {string} */ value) => {
      const key = `${finding}: ${what}`;
      if (!all.has(key)) all.set(key, { value, page });
    };
    for (const note of root.querySelectorAll('.mt-note, [data-note]')) {
      for (const row of note.querySelectorAll('.mt-note-row')) {
        const { value, word, machines, n } = NOTE_ROW.exec(textOf(row))?.groups ?? {};
        if (value !== undefined && isOwn(machines))
          add(
            `${textOf(note.querySelector('.mt-note-title'))}, ${word}`,
            n === undefined ? value : `${value}, n = ${n}`,
          );
      }
    }
    for (const claim of root.querySelectorAll('[data-claim]')) {
      const verdicts = claim.querySelectorAll('.mt-claim-judgement').map((judgement) => ({
        verdict: judgement.querySelector('[data-verdict]')?.getAttribute('data-verdict') ?? '',
        why: textOf(judgement.querySelector('p')),
      }));
      const own = verdicts.find(({ why }) => why.includes(machine)) ?? verdicts[0];
      add(`verdict on ${claim.getAttribute('data-claim')}`, own?.verdict ?? claim.getAttribute('data-verdict') ?? '');
    }
    for (const figure of root.querySelectorAll('.mt-figure[id], section[data-chart]')) {
      for (const row of figure.querySelectorAll('.mt-data tbody tr')) {
        const cells = row.querySelectorAll('td').map(textOf);
        // A row may name its machine in a cell of something else.
        const isOfOthers = others.some((name) => cells.some((cell) => cell.includes(name))) && !isOwn(cells.join(' '));
        const [first = '', ...rest] = cells.map((cell) => cell.replace(`, ${machine}`, ''));
        const named = first === machine || /^[,;] /.test(first.slice(machine.length)) ? rest : [first, ...rest];
        if (!isOfOthers) add(`chart ${figure.id}, point ${named.join(' | ')}`, '');
      }
    }
  }
  return all;
}

/**
 * Compares two sites' figures: which are the same, moved to another page, changed, gone or new.
 *
 * @param {ReadonlyMap<string, Known>} before
 * @param {ReadonlyMap<string, Known>} after
 */
export function differencesOfFigures(before, after) {
  const here = [...before].filter(([key, { value }]) => after.get(key)?.value === value);
  return {
    same: here.filter(([key, { page }]) => after.get(key)?.page === page).length,
    moved: here.flatMap(([key, { page }]) => {
      const now = /** @type {Known} */ (after.get(key)).page;
      return now === page ? [] : [{ key, from: page, to: now }];
    }),
    changed: [...before].flatMap(([key, { value }]) => {
      const now = after.get(key)?.value;
      return now === undefined || now === value ? [] : [{ key, was: value, is: now }];
    }),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    added: [...after.keys()].filter((key) => !before.has(key)).length,
  };
}

/**
 * The records that a browser lays over pages: each other machine's figures are there.
 *
 * @param {string} folder
 */
export const countOverlays = (folder) =>
  existsSync(join(folder, 'records')) ? globSync('records/*/*.json', { cwd: folder }).length : 0;
