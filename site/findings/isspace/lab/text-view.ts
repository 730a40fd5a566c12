/** The reader's own text: each character, its bytes, and who calls it a space. */
import { escapeText } from '@/kit/chart/grammar';
import type { LabOverlay } from '@/kit/lab/overlay';
import { writtenCodePoint } from '../charts/white-space';
import { blockOf } from './blocks';
import {
  agreement,
  implementationName,
  isDisputed,
  isSpace,
  type Answer,
  type Character,
  type Measured,
} from './measured';
import { hexByte } from './rules';
import { shown, utf8 } from './text';

/** Agreement of all tests about a character. */
export type Agreement = 'space' | 'disputed' | 'none';

export interface Classified {
  character: string;
  codePoint: number;
  name: string;
  bytes: Uint8Array;
  /** Entry of the record; null where nobody calls it a space. */
  known: Character | null;
  agreement: Agreement;
}

/** Names of characters that can't be seen and that nobody calls a space, as Unicode has them. */
const UNSEEN_NAMES: Readonly<Record<number, string>> = {
  0xad: 'soft hyphen',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'zero width no-break space',
  0xfffd: 'replacement character',
};

/** The character's name where it can't be told by looking, else the block that it belongs to. */
function nameOf(codePoint: number, known: Character | null): string {
  if (known && known.name !== '') return known.name;
  return UNSEEN_NAMES[codePoint] ?? blockOf(codePoint)?.name ?? 'no block';
}

/** A test that was asked about one character at a time, and the one whose answers it gives in a text with characters beyond Latin-1. */
const BY_TEXT = ['perl-regex', 'perl-regex-u'] as const;
const LAST_OF_LATIN_1 = 0xff;

/**
 * Who calls which character a space in a text. Perl's `\s` follows Unicode's rules for characters of Latin-1 only where Perl holds the text as
 * UTF-8, as it does where any other character is in it (perlunicode(1), "The Unicode Bug").
 */
function charactersIn(measured: Measured, text: string): readonly Character[] {
  const [plain, unicode] = BY_TEXT.map((id) => measured.implementations.findIndex((one) => one.id === id));
  const isBeyond = (character: string) => character.codePointAt(0)! > LAST_OF_LATIN_1;
  if (plain === -1 || unicode === -1 || !Array.from(text).some(isBeyond)) return measured.characters;
  return measured.characters.map((one) => ({
    ...one,
    says: [...one.says].map((answer, column) => (column === plain ? one.says[unicode!]! : answer)).join(''),
  }));
}

export function classify(measured: Measured, text: string): Classified[] {
  const byCodePoint = new Map(charactersIn(measured, text).map((character) => [character.codePoint, character]));
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0)!;
    const known = byCodePoint.get(codePoint) ?? null;
    const agreement: Agreement = known === null ? 'none' : isDisputed(known) ? 'disputed' : 'space';
    return { character, codePoint, name: nameOf(codePoint, known), bytes: utf8(character), known, agreement };
  });
}

/** Number of words that each implementation finds: runs of characters that are no spaces to it. */
export function wordCounts(measured: Measured, classified: readonly Classified[]): number[] {
  return measured.implementations.map((_, column) => {
    let words = 0;
    let inWord = false;
    for (const { known } of classified) {
      const space = isSpace(known ?? undefined, column);
      if (!space && !inWord) words++;
      inWord = !space;
    }
    return words;
  });
}

/** Everything on one line, one box a character. */
export const drawStrip = (classified: readonly Classified[]): string =>
  classified
    .map(
      ({ character, agreement }) => `<span class="mt-is-box" data-agreement="${agreement}">${shown(character)}</span>`,
    )
    .join('');

const ORDER: readonly Agreement[] = ['disputed', 'space', 'none'];

/** A row for each different character, in the order in which they come; those that are disputed first. */
export function drawClassified(measured: Measured, classified: readonly Classified[]): string {
  const different = [...new Map(classified.map((one) => [one.codePoint, one])).values()].sort(
    (one, other) => ORDER.indexOf(one.agreement) - ORDER.indexOf(other.agreement),
  );
  const times = (codePoint: number) => classified.filter((one) => one.codePoint === codePoint).length;
  const rows = different.map(({ character, codePoint, name, bytes, known, agreement }) => {
    const count = times(codePoint);
    const hex = [...bytes].map(hexByte).join(' ');
    return (
      `<tr data-agreement="${agreement}"><th scope="row">${shown(character)}</th><td class="mt-is-code">${writtenCodePoint(codePoint)}${count > 1 ? ` ×${count}` : ''}</td>` +
      `<td>${escapeText(name)}</td><td class="mt-is-code">${hex}</td><td>${who(measured, known)}</td></tr>`
    );
  });
  const head = ['Character', 'Code point', 'Name or block', 'UTF-8', 'A space to'];
  return `<table class="mt-is-table"><thead><tr>${head.map((words) => `<th scope="col">${words}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Names of those who call it a space, or of those who do not: the shorter list. */
function who(measured: Measured, known: Character | null): string {
  if (known === null) return 'nobody';
  const { yes, asked } = agreement(known);
  if (yes === asked) return 'everyone';
  const names = (answer: string) =>
    measured.implementations
      .filter((_, column) => known.says[column] === answer)
      .map(implementationName)
      .join('; ');
  const list = yes <= asked / 2 ? names('1') : `all but ${names('0')}`;
  return `<strong>${yes} of ${asked}</strong>: ${escapeText(list)}`;
}

/** Numbers of tests that were asked about characters, and about bytes alone. */
export function askedWords({ implementations }: Measured): string {
  const ofBytes = implementations.filter(({ asked }) => asked <= 0x80).length;
  return `${implementations.length} tests: ${implementations.length - ofBytes} of characters, ${ofBytes} of bytes alone`;
}

export function textSentence(measured: Measured, classified: readonly Classified[]): string {
  if (classified.length === 0) return 'Type or paste a text.';
  const counts = wordCounts(measured, classified);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const disputed = classified.filter(({ agreement }) => agreement === 'disputed').length;
  const words = (count: number) => (count === 1 ? '1 word' : `${count} words`);
  if (fewest === most) {
    const all = `All ${counts.length} find ${words(fewest)} in this text`;
    return disputed === 0 ? `${all}.` : `${all}, although they disagree on ${disputed} of its characters.`;
  }
  const named = (count: number) => {
    const finders = measured.implementations.filter((_, column) => counts[column] === count).map(implementationName);
    return finders.length > 2 ? `${finders.length} tests` : finders.join(' and ');
  };
  return `How many words? From ${fewest} (${named(fewest)}) to ${most} (${named(most)}).`;
}

/** Differences of the same tests' answers about a text on a machine that is laid beside. */
export function besideSentence(
  measured: Measured,
  { name, measured: theirs }: LabOverlay<Measured>,
  text: string,
): string {
  const shared = measured.implementations.flatMap((test, column) => {
    const other = theirs.implementations.findIndex(({ id }) => id === test.id);
    return other < 0 ? [] : [{ test, column, other }];
  });
  const there = classify(theirs, text);
  const answers = classify(measured, text).map((own, at) => {
    const others = shared.flatMap(({ test, column, other }) => {
      const [here, answer] = [says(own, measured, column), says(there[at]!, theirs, other)];
      return here === '-' || answer === '-' || here === answer ? [] : [{ test, answer }];
    });
    const groups = [...Map.groupBy(others, ({ answer }) => answer)].map(
      ([answer, tests]) =>
        `${answer === '1' ? 'a space' : 'no space'} to ${tests.map(({ test }) => implementationName(test)).join(' and ')}`,
    );
    return groups.length === 0 ? '' : `${writtenCodePoint(own.codePoint)} is ${groups.join(' and ')}`;
  });
  const different = [...new Set(answers)].filter((answer) => answer !== '');
  const all = measured.implementations.length;
  const asked = shared.length === all ? `all ${all} tests` : `${shared.length} of these ${all} tests were asked, and`;
  if (different.length === 0) return `On ${name} ${asked} answer alike about this text.`;
  return `On ${name} ${asked} answer alike about this text, but for this: ${different.join('; ')}.`;
}

/** Answer of a test about a character of a text, also about one that nobody calls a space. */
const says = ({ known, codePoint }: Classified, { implementations }: Measured, column: number): Answer =>
  known ? (known.says[column] as Answer) : codePoint < implementations[column]!.asked ? '0' : '-';
