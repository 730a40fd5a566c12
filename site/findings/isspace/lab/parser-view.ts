/** The two parsers as HTML: the text's bytes on a tape each, what every byte was taken for, and the pairs so far. */
import { hexByte } from './rules';
import type { Comparison, Run } from './tasks';
import { shown, shownWord, utf8 } from './text';
import { momentOf, stepsAt, STATE_WORDS, stepSentence, type Moment } from './words';

export const SIDES = ['rule', 'ascii'] as const;
export type SideName = (typeof SIDES)[number];

/** What a byte was taken for. */
type Role = 'key' | 'value' | 'mark' | 'space' | 'refused';

/** A tape: each character over its bytes. A byte of the locale's tape can be pressed: it is then white space, or no more. */
export function drawTape(text: string, side: SideName, spaces: Uint32Array): string {
  let offset = 0;
  const characters = Array.from(text, (character) => {
    const bytes = Array.from(utf8(character), (byte) => drawByte(byte, offset++, side, spaces.includes(byte)));
    return `<span class="mt-is-char"><span class="mt-is-glyph">${shown(character)}</span><span class="mt-is-bytes">${bytes.join('')}</span></span>`;
  });
  const end = `<span class="mt-is-char"><span class="mt-is-glyph"></span><span class="mt-is-bytes"><span class="mt-is-byte" data-offset="${offset}"><span class="sr-only">end</span></span></span></span>`;
  return characters.join('') + end;
}

function drawByte(byte: number, offset: number, side: SideName, isSpace: boolean): string {
  const hex = hexByte(byte);
  if (side === 'ascii') return `<span class="mt-is-byte" data-offset="${offset}">${hex}</span>`;
  const label = `${hex}, byte ${offset}: ${isSpace ? 'white space' : 'no white space'} in the locale`;
  // One stop for the tab key: the arrow keys go on from there.
  return `<button type="button" class="mt-is-byte" data-offset="${offset}" data-byte="${byte}" tabindex="${offset === 0 ? 0 : -1}" aria-pressed="${isSpace}" aria-label="${label}">${hex}</button>`;
}

/** What each byte was taken for by the steps that were taken. */
export function rolesOf(run: Run, taken: number): Map<number, Role> {
  const roles = new Map<number, Role>();
  for (const { offset, state, action } of run.steps.slice(0, taken)) {
    if (action === 'append') roles.set(offset, state.includes('value') ? 'value' : 'key');
    else if (action === 'skip' || action === 'end-at-space') roles.set(offset, 'space');
    else if (action === 'refuse') roles.set(offset, 'refused');
    else if (action !== 'end-before' && action !== 'finish') roles.set(offset, 'mark');
  }
  return roles;
}

/** What a byte of a tape is marked with at a step. */
interface Marks {
  as: Role | undefined;
  /** Whether the parser looks at it next. */
  next: boolean;
  /** Whether the two parsers part here. */
  parting: boolean;
}

function marksOf(compared: Comparison, side: SideName, step: number): (offset: number) => Marks {
  const run = compared[side];
  const { taken, next } = momentOf(run, stepsAt(compared, step));
  const roles = rolesOf(run, taken);
  const parting = compared.parting === undefined ? undefined : run.steps[compared.parting]?.offset;
  return (offset) => ({ as: roles.get(offset), next: offset === next, parting: offset === parting });
}

/** Marks the bytes of a tape that is there. */
export function markTape(tape: Element, compared: Comparison, side: SideName, step: number): void {
  const marks = marksOf(compared, side, step);
  for (const byte of tape.querySelectorAll<HTMLElement>('[data-offset]')) {
    const { as, next, parting } = marks(Number(byte.dataset['offset']));
    if (as) byte.dataset['as'] = as;
    else delete byte.dataset['as'];
    byte.toggleAttribute('data-next', next);
    byte.toggleAttribute('data-parting', parting);
  }
}

/** A tape with its marks, for a page that no script has run in. */
export function drawMarkedTape(
  text: string,
  spaces: Uint32Array,
  compared: Comparison,
  side: SideName,
  step: number,
): string {
  const marks = marksOf(compared, side, step);
  return drawTape(text, side, spaces).replaceAll(/data-offset="(\d+)"/g, (attribute, offset: string) => {
    const { as, next, parting } = marks(Number(offset));
    const role = as ? ` data-as="${as}"` : '';
    return `${attribute}${role}${next ? ' data-next' : ''}${parting ? ' data-parting' : ''}`;
  });
}

/** The pairs so far; the word in progress stands last. */
export function drawPairs(moment: Moment): string {
  const words = moment.words.map(({ bytes, isNull }) =>
    isNull ? '<em>NULL</em>' : shownWord(bytes) || '<em>empty</em>',
  );
  if (moment.inProgress.length > 0) words.push(`${shownWord(moment.inProgress)}<span class="mt-is-caret"></span>`);
  const rows: string[] = [];
  for (let word = 0; word < words.length; word += 2) {
    rows.push(`<tr><td>${words[word]}</td><td>${words[word + 1] ?? ''}</td></tr>`);
  }
  const none = '<tr><td colspan="2"><em>none yet</em></td></tr>';
  return `<table class="mt-is-pairs"><thead><tr><th scope="col">Key</th><th scope="col">Value</th></tr></thead><tbody>${rows.join('') || none}</tbody></table>`;
}

/** What one side shows at a step, but for its tape. */
export function sideWords(compared: Comparison, side: SideName, step: number) {
  const run = compared[side];
  const steps = stepsAt(compared, step);
  const moment = momentOf(run, steps);
  return {
    sentence: stepSentence(run, steps),
    state: `The parser ${STATE_WORDS[moment.state]}.`,
    pairs: drawPairs(moment),
    refused: moment.state === 'refused',
  };
}
