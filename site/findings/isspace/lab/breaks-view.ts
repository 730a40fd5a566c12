/** The characters that a rule breaks, by block. */
import { formatInteger } from '@/kit/lab/state';
import { writtenCodePoint } from '../charts/white-space';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import type { PlaceName } from '@/wasm-pkg/isspace/models.js';
import { BLOCKS, type Block } from './blocks';
import { differencesOf, hexByte } from './rules';
import { ALL_BLOCKS, type LabState } from './state';
import type { Broken } from './tasks';
import { shown, utf8 } from './text';
import { VERDICT_WORDS } from './words';

/** How many characters are drawn at most. */
export const MOST_DRAWN = 400;

const within = (block: Block, { codePoint }: Broken): boolean => codePoint >= block.first && codePoint <= block.last;

/** How many break in each block that has any; those that belong to no block count for the plane alone. */
export const countsByBlock = (broken: readonly Broken[]): { block: Block; count: number }[] =>
  BLOCKS.map((block) => ({ block, count: broken.filter((one) => within(block, one)).length })).filter(
    ({ count }) => count > 0,
  );

/** Those of the block that is looked at which break in this place. */
export function inBlock({ block, place }: Readonly<LabState>, broken: readonly Broken[]): Broken[] {
  const found = BLOCKS.find(({ id }) => id === block);
  return broken.filter((one) => (!found || within(found, one)) && one.verdicts[place] !== 'same');
}

/** A text that has the character in a place: what a click hands to the parser. */
export function textWith(character: string, place: PlaceName): string {
  const [before, behind] = LIMITS.places[place];
  return before + character + behind;
}

/** The characters as buttons; one stop for the tab key, and the arrow keys go on from there. */
export function drawBroken(state: Readonly<LabState>, broken: readonly Broken[]): string {
  const found = inBlock(state, broken);
  if (found.length === 0) return '<p>No character of this block breaks.</p>';
  const chips = found.slice(0, MOST_DRAWN).map(({ codePoint, verdicts }, number) => {
    const character = String.fromCodePoint(codePoint);
    const verdict = verdicts[state.place];
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
export function blockOptions(broken: readonly Broken[], chosen: string): string {
  const counted = countsByBlock(broken);
  const option = (id: string, words: string) =>
    `<option value="${id}"${id === chosen ? ' selected' : ''}>${words}</option>`;
  const missing = BLOCKS.find(({ id }) => id === chosen && !counted.some(({ block }) => block.id === id));
  return [
    option(ALL_BLOCKS, `all blocks (${formatInteger(broken.length)})`),
    ...counted.map(({ block, count }) => option(block.id, `${block.name} (${formatInteger(count)})`)),
    ...(missing ? [option(missing.id, `${missing.name} (0)`)] : []),
  ].join('');
}

export function breaksSentence(state: Readonly<LabState>, broken: readonly Broken[]): string {
  const bytes = differencesOf(state.rule);
  if (broken.length === 0) {
    return bytes.length === 0
      ? 'The ASCII rule breaks nothing: all bytes of characters beyond ASCII are 80 and up.'
      : 'No character is read otherwise under this rule.';
  }
  const share = ((100 * broken.length) / LIMITS.plane).toPrecision(2);
  const count = formatInteger(broken.length);
  return `${count} of ${formatInteger(LIMITS.plane)} code points break, ${share}%: those that hold ${bytes.map(hexByte).join(' or ')} in UTF-8.`;
}
