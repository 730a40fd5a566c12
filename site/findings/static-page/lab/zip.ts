/** A ZIP archive of finished books, one after the other and not compressed (they are): PKWARE's APPNOTE 6.3.10, section 4.3. */
import type { Source } from './sources';

export interface Member {
  name: string;
  source: Source;
  blob: Blob;
}

/** Checksums are made of so many bytes at a time. */
const A_PIECE = 4 << 20;
/** What 32 bits count; there is no ZIP64 here. */
const MOST = 0xffff_ffff;
const MOST_MEMBERS = 0xfffe;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  return rest;
});

/**
 * Goes on with a checksum (CRC-32); 0 to begin with. The model has its own, which takes all bytes at once and a smaller table: books
 * are read here piece by piece, gigabytes of them, and would have to be copied to it.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Names that are all different: of two books of one name the second gets a number. */
export function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem}-${number}${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Little-endian numbers, each of 2 or 4 bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** What a local header and a record of the directory have in common: ZIP 2.0, a name in UTF-8, stored, 1 January 1980. */
const common = (crc: number, size: number, name: Uint8Array) =>
  [
    [20, 2],
    [1 << 11, 2],
    [0, 2],
    [0, 2],
    [0x21, 2],
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ] as const;

export function* zipped(
  members: readonly Member[],
  report: (share: number) => void = () => {},
): Generator<undefined, Blob, void> {
  const names = distinct(members.map(({ name }) => name)).map((name) => new TextEncoder().encode(name));
  const total = members.reduce((sum, { source }, index) => sum + source.size + 2 * names[index]!.length + 76, 22);
  if (total > MOST || members.length > MOST_MEMBERS) {
    throw new Error('these books are more than 4 GB together; download them one by one');
  }
  const [parts, directory]: [BlobPart[], BlobPart[]] = [[], []];
  let [at, read, directoryBytes] = [0, 0, 0];
  for (const [index, { source, blob }] of members.entries()) {
    const name = names[index]!;
    let crc = 0;
    for (let from = 0; from < source.size; from += A_PIECE) {
      crc = crc32(source.read(from, Math.min(from + A_PIECE, source.size)), crc);
      read += A_PIECE;
      report(Math.min(1, read / total));
      yield undefined;
    }
    const both = common(crc, source.size, name);
    const local = numbers([0x0403_4b50, 4], ...both);
    const record = numbers([0x0201_4b50, 4], [20, 2], ...both, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    parts.push(local, name, blob);
    directory.push(record, name);
    directoryBytes += record.length + name.length;
    at += local.length + name.length + source.size;
  }
  const count = members.length;
  const end = numbers([0x0605_4b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directoryBytes, 4], [at, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
