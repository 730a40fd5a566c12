/** Text, safe within HTML and within an attribute's quotes. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Bytes as text, a dot for each that is no printable ASCII. */
export const textOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
