/** Words for what the parsers did: the same in the page, out loud and in the file. */
import type { ActionName, PlaceName, StateName, VerdictName } from '@/wasm-pkg/isspace/models.js';
import { hexByte } from './rules';
import type { Comparison, Run, Step, Word } from './tasks';
import { spokenWord } from './text';

const NBSP = '\u00a0';

export const PLACE_WORDS: Readonly<Record<PlaceName, string>> = {
  key: 'as a key: à=>1',
  'within-key': 'within a key: aàb=>1',
  value: 'as a value: k=>à',
  'within-value': 'within a value: k=>aàb',
};

/** Verdicts in a word or two. */
export const VERDICT_WORDS: Readonly<Record<VerdictName, string>> = {
  same: 'read alike',
  altered: 'altered silently',
  refused: 'refused',
  accepted: 'accepted, where ASCII refuses',
  'refused-elsewhere': 'refused elsewhere',
};

/** States as what the parser does. */
export const STATE_WORDS: Readonly<Record<StateName, string>> = {
  'before-key': 'looks for a key',
  key: 'reads a key',
  'key-escape': 'reads a key, after a backslash',
  'quoted-key': 'reads a quoted key',
  'quoted-key-escape': 'reads a quoted key, after a backslash',
  'before-value': 'looks for a value',
  value: 'reads a value',
  'value-escape': 'reads a value, after a backslash',
  'quoted-value': 'reads a quoted value',
  'quoted-value-escape': 'reads a quoted value, after a backslash',
  equals: 'waits for =',
  greater: 'waits for >',
  comma: 'waits for a comma or the end',
  done: 'is done',
  refused: 'has refused the text',
};

/** Marks that were due where a text is refused. */
const DUE: Readonly<Partial<Record<StateName, string>>> = {
  'before-key': 'a key is due',
  'before-value': 'a value is due',
  equals: 'an = is due',
  greater: 'a > is due',
  comma: 'a comma or the end is due',
};

/** A byte as it is spoken of: `3D (=)`, `A0`. */
export const writtenByte = (byte: number): string =>
  byte > 0x20 && byte < 0x7f ? `${hexByte(byte)}${NBSP}(${String.fromCharCode(byte)})` : hexByte(byte);

/** The states in which a parser reads, or looks for, a value. */
const OF_VALUES: ReadonlySet<StateName> = new Set([
  'before-value',
  'value',
  'value-escape',
  'quoted-value',
  'quoted-value-escape',
]);

/** Tells a step of a key from one of a value. */
export const sideOf = (state: StateName): 'key' | 'value' => (OF_VALUES.has(state) ? 'value' : 'key');

/** State of a run after some steps. */
export interface Moment {
  /** Number of steps that were taken: no more than there are. */
  taken: number;
  last: Step | null;
  state: StateName;
  /** Offset of the next byte to look at; null at the end. */
  next: number | null;
  /** Complete words, keys and values in turn, and the one in progress. */
  words: Word[];
  inProgress: Uint8Array;
}

const EMPTY = new Uint8Array();

export function momentOf(run: Run, steps: number): Moment {
  const taken = Math.min(steps, run.steps.length);
  const last = run.steps[taken - 1] ?? null;
  const complete = last?.words ?? 0;
  return {
    taken,
    last,
    state: last?.next ?? 'before-key',
    next: run.steps[taken]?.offset ?? null,
    words: run.words.slice(0, complete),
    inProgress: run.words[complete]?.bytes.slice(0, last?.inProgress ?? 0) ?? EMPTY,
  };
}

/** Number of steps of the run that takes more. */
export const stepsOf = ({ rule, ascii }: Comparison): number => Math.max(rule.steps.length, ascii.steps.length);

/** Number of steps for a place in the address: -1 is just after the two part, or the end. */
export function stepsAt(compared: Comparison, step: number): number {
  const all = stepsOf(compared);
  if (step >= 0) return Math.min(step, all);
  return compared.parting === undefined ? all : compared.parting + 1;
}

/** A parser's last step as a sentence. */
export function stepSentence(run: Run, steps: number): string {
  const { last, words, inProgress, state } = momentOf(run, steps);
  if (!last) return 'Nothing has been looked at yet.';
  const byte = last.byte === undefined ? 'the end of the text' : writtenByte(last.byte);
  const side = sideOf(last.state);
  const word = `“${spokenWord(words.at(-1)?.bytes ?? EMPTY)}”`;
  const sentences: Record<ActionName, () => string> = {
    skip: () => `${byte} is white space: passed over.`,
    append: () => `${byte} goes into the ${side}: “${spokenWord(inProgress)}”.`,
    escape: () => `${byte}: the next byte is taken as it is.`,
    'open-quote': () => `${byte} opens a quoted ${side}.`,
    'close-quote': () => `${byte} ends the ${side}: ${word}.`,
    'end-at-space': () => `${byte} is white space: the ${side} ends, and is ${word}.`,
    'end-before': () => `${capital(byte)} ends the ${side}: ${word}.`,
    mark: () => `${byte}, as expected.`,
    finish: () => 'The text is over, and read.',
    refuse: () => `${capital(byte)}: ${DUE[last.state] ?? 'the word is not over'}. The text is refused.`,
  };
  return state === 'refused' && last.byte === undefined
    ? `The text is over, but ${DUE[last.state] ?? 'the word is not'}. It is refused.`
    : sentences[last.action]();
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The complete pairs that a parser has; a value is null for NULL. */
export function pairsOf(run: Run): { key: Uint8Array; value: Uint8Array | null }[] {
  const complete = Math.floor((run.steps.at(-1)?.words ?? 0) / 2);
  return Array.from({ length: complete }, (_, pair) => {
    const [key, value] = run.words.slice(2 * pair) as [Word, Word];
    return { key: key.bytes, value: value.isNull ? null : value.bytes };
  });
}

const spokenPair = ({ key, value }: { key: Uint8Array; value: Uint8Array | null }): string =>
  `${spokenWord(key)}=>${value === null ? 'NULL' : spokenWord(value)}`;

const refusedAt = (run: Run): number => run.steps.at(-1)?.offset ?? 0;

/** The result by the rule, compared with that by the ASCII rule, as a sentence. */
export function verdictSentence({ verdict, parting, rule, ascii }: Comparison): string {
  const theirs = pairsOf(rule).map(spokenPair);
  const right = pairsOf(ascii).map(spokenPair);
  switch (verdict) {
    case 'same':
      if (parting === undefined) return 'Both rules read this text alike, byte for byte.';
      return 'The two rules differ on the way, and end alike all the same.';
    case 'altered': {
      const first = theirs.findIndex((pair, number) => pair !== right[number]);
      return `No error, but the locale’s rule reads ${theirs[first] ?? 'fewer pairs'} instead of ${right[first] ?? 'nothing'}.`;
    }
    case 'refused':
      return `The locale’s rule refuses, at byte ${refusedAt(rule)}, what the ASCII rule reads.`;
    case 'accepted':
      return 'The locale’s rule reads what the ASCII rule refuses.';
    case 'refused-elsewhere':
      return `Both rules refuse this text: the locale’s at byte ${refusedAt(rule)}, the ASCII rule at byte ${refusedAt(ascii)}.`;
  }
}
