/** Text as the reader types it: cut to a length, made well formed, and shown so that nothing in it is invisible. */
import { escapeText } from '@/kit/chart/grammar';
import type { Field } from '@/kit/lab/state';

const encoder = new TextEncoder();
/** A byte order mark is a character here like any other. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

export interface Cleaned {
  value: string;
  /** The error: completes the sentence "… is used, because it …". */
  because?: string;
}

/** The text without halves of surrogate pairs, which have no UTF-8, and no longer than `most` code points. */
export function cleaned(text: string, most: number): Cleaned {
  const whole = decoder.decode(encoder.encode(text));
  const characters = [...whole];
  if (characters.length > most) {
    return {
      value: characters.slice(0, most).join(''),
      because: `is longer than ${most} characters: the rest is cut off`,
    };
  }
  if (whole !== text) return { value: whole, because: 'holds half a surrogate pair, which has no UTF-8' };
  return { value: whole };
}

/** A text in an address. */
export const textField = (initial: string, most: number): Field<string> => ({
  initial,
  read: (text) => cleaned(text, most),
  write: (value) => value,
});

/** Usual abbreviations of characters that can't be seen. */
const ABBREVIATIONS: Readonly<Record<number, string>> = {
  0x00: 'NUL', 0x09: 'TAB', 0x0a: 'LF', 0x0b: 'VT', 0x0c: 'FF', 0x0d: 'CR', 0x1b: 'ESC', 0x1c: 'FS', 0x1d: 'GS', 0x1e: 'RS',
  0x1f: 'US', 0x20: 'SP', 0x7f: 'DEL', 0x85: 'NEL', 0xa0: 'NBSP', 0xad: 'SHY', 0x34f: 'CGJ', 0x61c: 'ALM', 0x1680: 'OGSP',
  0x180e: 'MVS', 0x2007: 'FSP', 0x200b: 'ZWSP', 0x200c: 'ZWNJ', 0x200d: 'ZWJ', 0x200e: 'LRM', 0x200f: 'RLM', 0x2028: 'LS',
  0x2029: 'PS', 0x202a: 'LRE', 0x202b: 'RLE', 0x202c: 'PDF', 0x202d: 'LRO', 0x202e: 'RLO', 0x202f: 'NNBSP', 0x205f: 'MMSP',
  0x2060: 'WJ', 0x2066: 'LRI', 0x2067: 'RLI', 0x2068: 'FSI', 0x2069: 'PDI', 0x3000: 'IDSP', 0xfe0f: 'VS16', 0xfeff: 'BOM',
}; // prettier-ignore

/** Characters that leave no mark of their own: controls, formats, spaces, what is not assigned; and some that Unicode counts elsewhere. */
const INVISIBLE = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u3164]$/u;
const COMBINING = /^\p{M}$/u;

/** Abbreviation of a character that can't be seen; nothing for one that can. */
export function standIn(character: string): string {
  if (!INVISIBLE.test(character)) return '';
  const codePoint = character.codePointAt(0) ?? 0;
  return ABBREVIATIONS[codePoint] ?? codePoint.toString(16).toUpperCase().padStart(4, '0');
}

/** A character as HTML, kept from turning its neighbours round. */
export function shown(character: string): string {
  const instead = standIn(character);
  if (instead !== '') return `<span class="mt-is-unseen">${instead}</span>`;
  return `<bdi>${COMBINING.test(character) ? '◌' : ''}${escapeText(character)}</bdi>`;
}

/** Bytes cut into characters and the bytes that belong to none. */
export function pieces(bytes: Uint8Array): (string | number)[] {
  const found: (string | number)[] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      found.push(strict.decode(bytes.subarray(at, at + length)));
      at += length;
    } catch {
      found.push(lead);
      at += 1;
    }
  }
  return found;
}

/** A word of the parser's as HTML: bytes that are no character stand as such. */
export const shownWord = (bytes: Uint8Array): string =>
  pieces(bytes)
    .map((piece) =>
      typeof piece === 'number'
        ? `<span class="mt-is-torn">${piece.toString(16).toUpperCase().padStart(2, '0')}</span>`
        : shown(piece),
    )
    .join('');

/** The same in plain words: `voil\xC3`. A space at either end, which nobody would see there, is written out, too. */
export const spokenWord = (bytes: Uint8Array): string =>
  pieces(bytes)
    .map((piece, at, { length }) => {
      if (typeof piece === 'number') return `\\x${piece.toString(16).toUpperCase().padStart(2, '0')}`;
      const instead = piece === ' ' && at > 0 && at < length - 1 ? '' : standIn(piece);
      return instead === '' ? piece : `[${instead}]`;
    })
    .join('');
