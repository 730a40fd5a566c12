/** The characters that a rule breaks, by block. */
import { formatInteger } from '@/kit/lab/state';
import { writtenCodePoint } from '../charts/white-space';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import type { PlaceName } from '@/wasm-pkg/isspace/models.js';
import { BLOCKS, type Block } from './blocks';
import { differencesOf, hexByte } from './rules';
import { ALL_BLOCKS, type LabState } from './state';
import { verdictAt, type Broken } from './tasks';
import { shown, utf8 } from './text';
import { VERDICT_WORDS } from './words';

/** Limit of the characters that are drawn. */
export const MOST_DRAWN = 400;

/** Range of a block's characters among those that break: from the first index up to, and without, the other. */
function rangeOf({ first, last }: Block, { codePoints }: Broken): [from: number, to: number] {
  const below = (limit: number) => {
    let [low, high] = [0, codePoints.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (codePoints[middle]! < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [below(first), below(last + 1)];
}

/** Number that break in each block that has any; those that belong to no block count for Unicode alone. */
export const countsByBlock = (broken: Broken): { block: Block; count: number }[] =>
  BLOCKS.map((block) => {
    const [from, to] = rangeOf(block, broken);
    return { block, count: to - from };
  }).filter(({ count }) => count > 0);

/** Indices, among all that break, of those that break in the chosen place and are in the chosen block. */
export function inBlock({ block, place }: Readonly<LabState>, broken: Broken): number[] {
  const found = BLOCKS.find(({ id }) => id === block);
  const [from, to] = found ? rangeOf(found, broken) : [0, broken.codePoints.length];
  return Array.from({ length: to - from }, (_, index) => from + index).filter(
    (at) => verdictAt(broken, at, place) !== 'same',
  );
}

/** A text that has the character in a place: what a click hands to the parser. */
export function textWith(character: string, place: PlaceName): string {
  const [before, behind] = LIMITS.places[place];
  return before + character + behind;
}

/** The characters as buttons; one stop for the tab key, and the arrow keys go on from there. */
export function drawBroken(state: Readonly<LabState>, broken: Broken): string {
  const found = inBlock(state, broken);
  if (found.length === 0) return '<p>No character of this block breaks.</p>';
  const chips = found.slice(0, MOST_DRAWN).map((at, number) => {
    const codePoint = broken.codePoints[at]!;
    const character = String.fromCodePoint(codePoint);
    const verdict = verdictAt(broken, at, state.place);
    const bytes = [...utf8(character)].map(hexByte).join(' ');
    const label = `${writtenCodePoint(codePoint)}, ${bytes}: ${VERDICT_WORDS[verdict]}`;
    return `<button type="button" class="mt-is-chip" data-break="${codePoint}" data-verdict="${verdict}" tabindex="${number === 0 ? 0 : -1}" title="${label}" aria-label="${label}"><span aria-hidden="true">${shown(character)}</span><span class="mt-is-code" aria-hidden="true">${writtenCodePoint(codePoint)}</span><span class="mt-is-code" aria-hidden="true">${bytes}</span></button>`;
  });
  const more = found.length - MOST_DRAWN;
  const rest =
    more > 0 ? `<p>${formatInteger(more)} more are not drawn: choose a block, or download them all as a file.</p>` : '';
  return `<div class="mt-is-chips">${chips.join('')}</div>${rest}`;
}

/** The blocks to choose from, with how many characters of each break. */
export function blockOptions(broken: Broken, chosen: string): string {
  const counted = countsByBlock(broken);
  const option = (id: string, words: string) =>
    `<option value="${id}"${id === chosen ? ' selected' : ''}>${words}</option>`;
  const missing = BLOCKS.find(({ id }) => id === chosen && !counted.some(({ block }) => block.id === id));
  return [
    option(ALL_BLOCKS, `all blocks (${formatInteger(broken.codePoints.length)})`),
    ...counted.map(({ block, count }) => option(block.id, `${block.name} (${formatInteger(count)})`)),
    ...(missing ? [option(missing.id, `${missing.name} (0)`)] : []),
  ].join('');
}

/** The sentence with the number that a rule breaks. */
export function breaksSentence(state: Readonly<LabState>, { codePoints }: Broken): string {
  const bytes = differencesOf(state.rule);
  if (codePoints.length === 0) {
    return bytes.length === 0
      ? 'The ASCII rule breaks nothing: all bytes of characters beyond ASCII are 80 and up.'
      : 'No character is read otherwise under this rule.';
  }
  const share = ((100 * codePoints.length) / LIMITS.characters).toPrecision(2);
  const count = formatInteger(codePoints.length);
  return `${count} of ${formatInteger(LIMITS.characters)} code points break, ${share}%: those that hold ${bytes.map(hexByte).join(' or ')} in UTF-8.`;
}
