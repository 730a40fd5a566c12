/** Which bytes are white space: a rule, written as the bytes in which it differs from the ASCII one. */
import type { Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/isspace/limits';

/** Tab, line feed, vertical tab, form feed, carriage return, space: what `isspace()` says in the C locale. */
const ASCII_SPACES: readonly number[] = LIMITS.asciiSpaces;

export const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** A rule by its differences: `85.A0`. */
export const ruleOf = (differences: Iterable<number>): string =>
  [...new Set(differences)]
    .sort((a, b) => a - b)
    .map(hexByte)
    .join('.');

/** The bytes in which a rule differs from the ASCII one. */
export const differencesOf = (rule: string): number[] =>
  rule === '' ? [] : rule.split('.').map((byte) => Number.parseInt(byte, 16));

/** The rule that calls exactly these bytes white space. */
export const ruleFrom = (spaces: readonly number[]): string => {
  const added = spaces.filter((byte) => !ASCII_SPACES.includes(byte));
  const dropped = ASCII_SPACES.filter((byte) => !spaces.includes(byte));
  return ruleOf([...added, ...dropped]);
};

/** Bytes that a UTF-8 locale of macOS adds, as published (Evan Jones, 2023). */
export const MACOS_RULE = ruleFrom(LIMITS.macosSpaces);

/** Rules that have a name. */
export const NAMED_RULES: readonly { rule: string; label: string }[] = [
  { rule: MACOS_RULE, label: 'macOS, UTF-8 (published)' },
  { rule: '', label: 'C locale: the ASCII six' },
];

export const isNamed = (rule: string): boolean => NAMED_RULES.some((named) => named.rule === rule);

/** All bytes that are white space under a rule, in order. */
export function spacesOf(rule: string): Uint32Array {
  const spaces = new Set(ASCII_SPACES);
  for (const byte of differencesOf(rule)) if (!spaces.delete(byte)) spaces.add(byte);
  return Uint32Array.from(spaces).sort();
}

/** The rule with a byte changed from one to the other. */
export function toggled(rule: string, byte: number): string {
  const differences = new Set(differencesOf(rule));
  if (!differences.delete(byte)) differences.add(byte);
  return ruleOf(differences);
}

/** Reads `85 A0`, `0x85, 0xa0` and `85.A0` alike; what is no byte is left out, and said. */
export function readBytes(text: string): { bytes: number[]; rest: string[] } {
  const words = text.split(/[\s.,;]+/).filter((word) => word !== '');
  const isByte = (word: string) => /^(0x)?[0-9a-f]{1,2}$/i.test(word);
  return {
    bytes: words.filter(isByte).map((word) => Number.parseInt(word.replace(/^0x/i, ''), 16)),
    rest: words.filter((word) => !isByte(word)),
  };
}

/** A rule in an address. */
export const ruleField = (initial: string): Field<string> => ({
  initial,
  read(text) {
    const { bytes, rest } = readBytes(text);
    const value = ruleOf(bytes);
    if (rest.length > 0) return { value, because: 'must be bytes in hexadecimal, such as 85.A0' };
    return { value };
  },
  write: (value) => value,
});

/** Bytes for reading: `85 A0`. */
export const writtenBytes = (bytes: Iterable<number>): string => [...bytes].map(hexByte).join(' ');

/** Remark on a rule that its bytes alone do not make. */
export function ruleWords(rule: string): string {
  const differences = differencesOf(rule);
  if (differences.length === 0) return 'the ASCII six, and nothing else';
  const added = differences.filter((byte) => !ASCII_SPACES.includes(byte));
  const dropped = differences.filter((byte) => ASCII_SPACES.includes(byte));
  if (dropped.length === 0) return '';
  return `${added.length === 0 ? '' : `adds ${writtenBytes(added)}, `}drops ${writtenBytes(dropped)}`;
}
