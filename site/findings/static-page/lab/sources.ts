/** Files that are read by ranges, wherever their bytes are. */

export interface Source {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Uint8Array;
}

/** A part of a new file: a range of the old one, or bytes. */
export type Part = { old: readonly [start: number, end: number] } | { fresh: Uint8Array };

const lengthOf = (part: Part): number => ('old' in part ? part.old[1] - part.old[0] : part.fresh.length);

/** Two pieces with zeros between them, which nobody has to keep. */
export function withHole(head: Uint8Array, hole: number, tail: Uint8Array): Source {
  return joined([
    { size: head.length, read: (start, end) => head.subarray(start, end) },
    { size: hole, read: (start, end) => new Uint8Array(end - start) },
    { size: tail.length, read: (start, end) => tail.subarray(start, end) },
  ]);
}

/** One file after the other. */
export function joined(sources: readonly Source[]): Source {
  return {
    size: sources.reduce((sum, { size }) => sum + size, 0),
    read(start, end) {
      const bytes = new Uint8Array(end - start);
      let at = 0;
      for (const source of sources) {
        const [from, to] = [Math.max(start - at, 0), Math.min(end - at, source.size)];
        if (from < to) bytes.set(source.read(from, to), at + from - start);
        at += source.size;
      }
      return bytes;
    },
  };
}

/** What a plan makes of an old file, read where it stands. */
export const spliced = (old: Source, parts: readonly Part[]): Source =>
  joined(
    parts.map((part) => ({
      size: lengthOf(part),
      read: (start, end) =>
        'old' in part ? old.read(part.old[0] + start, part.old[0] + end) : part.fresh.subarray(start, end),
    })),
  );

/** The same as a file of the browser: slices, of which it copies none. */
export const blobOf = (old: Blob, parts: readonly Part[]): Blob =>
  new Blob(
    parts.map((part) => ('old' in part ? old.slice(...part.old) : (part.fresh as Uint8Array<ArrayBuffer>))),
    { type: 'application/epub+zip' },
  );

/** A reader of the browser's files, which only workers have. One that can't be read any more is told as a sentence. */
export const fileSource =
  (reader: () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }) =>
  (file: Blob): Source => ({
    size: file.size,
    read(start, end) {
      try {
        return new Uint8Array(reader().readAsArrayBuffer(file.slice(start, end)));
      } catch (error) {
        throw new Error(
          `the browser can’t read it (${error instanceof Error ? error.message : String(error)}); choose the file again`,
          { cause: error },
        );
      }
    },
  });
