/** The two parsers as HTML: the text's bytes, what each of them was taken for by both, and the pairs so far. */
import { hexByte } from './rules';
import type { Comparison, Run } from './tasks';
import { shown, shownWord, utf8 } from './text';
import { momentOf, sideOf, stepsAt, STATE_WORDS, stepSentence, type Moment } from './words';

export const SIDES = ['rule', 'ascii'] as const;
export type SideName = (typeof SIDES)[number];

/** Role in which a byte was read. */
type Role = 'key' | 'value' | 'mark' | 'space' | 'refused';

/** Roles of the bytes that were read in the steps that were taken. */
export function rolesOf(run: Run, taken: number): Map<number, Role> {
  const roles = new Map<number, Role>();
  for (const { offset, state, action } of run.steps.slice(0, taken)) {
    if (action === 'append') roles.set(offset, sideOf(state));
    else if (action === 'skip' || action === 'end-at-space') roles.set(offset, 'space');
    else if (action === 'refuse') roles.set(offset, 'refused');
    else if (action !== 'end-before' && action !== 'finish') roles.set(offset, 'mark');
  }
  return roles;
}

/** Reading of a byte by one parser. */
interface Reading {
  /** Role of the byte; nothing where the parser never gets there. */
  as: Role | undefined;
  /** True if that is yet to come. */
  ahead: boolean;
  /** True if the parser looks at it next. */
  next: boolean;
}

type Readings = Record<SideName, Reading> & {
  /** True if the two parsers part here. */
  parting: boolean;
};

function readingsOf(compared: Comparison, step: number): (offset: number) => Readings {
  const reader = (side: SideName) => {
    const run = compared[side];
    const { taken, next } = momentOf(run, stepsAt(compared, step));
    const [all, sofar] = [rolesOf(run, run.steps.length), rolesOf(run, taken)];
    return (offset: number): Reading => ({
      as: all.get(offset),
      ahead: all.has(offset) && !sofar.has(offset),
      next: offset === next,
    });
  };
  const [rule, ascii] = [reader('rule'), reader('ascii')];
  // Up to there both have looked at the same bytes.
  const parting = compared.parting === undefined ? undefined : compared.rule.steps[compared.parting]?.offset;
  return (offset) => ({ rule: rule(offset), ascii: ascii(offset), parting: offset === parting });
}

/** Roles in words. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  key: 'part of a key',
  value: 'part of a value',
  mark: 'a mark',
  space: 'white space',
  refused: 'an error',
};
const roleWords = ({ as }: Reading) => (as ? ROLE_WORDS[as] : 'never read');

/**
 * The text as one strip of bytes, each under its character and painted by both readers: above what the locale's rule took it for,
 * below what the ASCII rule did. A byte can be pressed: it is then white space to the locale, or no more.
 */
export function drawBytes(text: string, spaces: Uint32Array, compared: Comparison, step: number): string {
  const readings = readingsOf(compared, step);
  let offset = 0;
  const cell = (glyph: string, bytes: readonly string[]) =>
    `<span class="mt-is-char"><span class="mt-is-glyph">${glyph}</span><span class="mt-is-bytes">${bytes.join('')}</span></span>`;
  const characters = Array.from(text, (character) => {
    const bytes = Array.from(utf8(character), (byte) =>
      drawByte(byte, offset, spaces.includes(byte), readings(offset++)),
    );
    return cell(shown(character), bytes);
  });
  const end = `<span class="mt-is-byte" data-offset="${offset}"${marksOf(readings(offset))}>${drawReaders(readings(offset), '<span class="sr-only">end</span>')}</span>`;
  return characters.join('') + cell('', [end]);
}

const marksOf = ({ rule, ascii, parting }: Readings) =>
  `${rule.as === ascii.as ? '' : ' data-differs'}${parting ? ' data-parting' : ''}`;

function drawReaders({ rule, ascii }: Readings, between: string): string {
  const band = (side: SideName, { as, ahead, next }: Reading) =>
    `<span class="mt-is-band" data-reader="${side}"${as ? ` data-as="${as}"` : ''}${ahead ? ' data-ahead' : ''}${next ? ' data-next' : ''}></span>`;
  return `${band('rule', rule)}${between}${band('ascii', ascii)}`;
}

function drawByte(byte: number, offset: number, isSpace: boolean, readings: Readings): string {
  const hex = hexByte(byte);
  const { rule, ascii } = readings;
  const read = `The locale’s rule: ${roleWords(rule)}; the ASCII rule: ${roleWords(ascii)}.`;
  const label = `${hex}, byte ${offset}: ${isSpace ? 'white space' : 'no white space'} in the locale. ${read}`;
  // One stop for the tab key: the arrow keys go on from there.
  return `<button type="button" class="mt-is-byte" data-offset="${offset}" data-byte="${byte}"${marksOf(readings)} tabindex="${offset === 0 ? 0 : -1}" aria-pressed="${isSpace}" aria-label="${label}">${drawReaders(readings, hex)}</button>`;
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

/** Words of one side at a step. */
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
