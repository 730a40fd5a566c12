/** The lab's file: what the view in front shows, in full. */
import { writtenCodePoint } from '../charts/white-space';
import type { Cell } from '@/kit/record/csv';
import { blockOf } from './blocks';
import { inBlock } from './breaks-view';
import type { Results } from './figures';
import { implementationName, type Answer, type Measured } from './measured';
import { hexByte, writtenBytes } from './rules';
import { PLACES, type LabState, type ViewName } from './state';
import { standIn, utf8 } from './text';
import { verdictAt } from './tasks';
import { classify } from './text-view';
import { SIDES } from './parser-view';

export interface File {
  name: string;
  header: readonly string[];
  rows: Cell[][];
}

/** An answer as a cell: one for a space, and nothing where nobody was asked. */
const ANSWERS: Readonly<Record<Answer, Cell>> = { '1': 1, '0': 0, '-': null };
/** A character as a cell; one that can't be seen by its abbreviation, and nothing that a spreadsheet takes for a formula. */
const glyph = (character: string): string =>
  standIn(character) || (/^[=+\-@]$/.test(character) ? `'${character}` : character);

const files: Readonly<
  Record<ViewName, (measured: Measured, state: Readonly<LabState>, results: Results) => Omit<File, 'name'>>
> = {
  parser: (_, __, { compared }) => ({
    header: ['rule', 'step', 'offset', 'byte', 'state', 'action', 'state after', 'words complete', 'bytes of the word'],
    rows: SIDES.flatMap((side) =>
      (compared?.[side].steps ?? []).map((step, number): Cell[] => {
        const { offset, byte, state, action, next, words, inProgress } = step;
        return [
          side,
          number + 1,
          offset,
          byte === undefined ? 'end' : hexByte(byte),
          state,
          action,
          next,
          words,
          inProgress,
        ];
      }),
    ),
  }),
  breaks: (_, state, { broken }) => ({
    header: ['code point', 'character', 'utf-8', 'block', ...PLACES],
    rows: (broken ? inBlock(state, broken) : []).map((at): Cell[] => {
      const codePoint = broken!.codePoints[at]!;
      const character = String.fromCodePoint(codePoint);
      const block = blockOf(codePoint)?.name ?? null;
      const places = PLACES.map((place) => verdictAt(broken!, at, place));
      return [writtenCodePoint(codePoint), glyph(character), writtenBytes(utf8(character)), block, ...places];
    }),
  }),
  text: (measured, { text }) => ({
    header: [
      'position',
      'code point',
      'character',
      'name or block',
      'utf-8',
      ...measured.implementations.map(implementationName),
    ],
    rows: classify(measured, text).map(({ character, codePoint, name, bytes, known }, position): Cell[] => {
      const says = measured.implementations.map((_, column): Cell => {
        return known ? ANSWERS[known.says[column] as Answer] : 0;
      });
      return [position, writtenCodePoint(codePoint), glyph(character), name, writtenBytes(bytes), ...says];
    }),
  }),
};

export function fileOf(measured: Measured, state: Readonly<LabState>, results: Results): File {
  return { name: `isspace-${state.view}`, ...files[state.view](measured, state, results) };
}
