/** Files that are read by ranges, wherever their bytes are. */
import type { Plain } from '@/kit/lab/plain';
import type * as labs from '@/wasm-pkg/static-page/models.js';

export interface Source {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Uint8Array;
}

/** What a new file is made of: ranges of the old one, and new bytes behind them. */
export type Parts = Pick<Plain<labs.Planned>, 'kept' | 'tail'>;

/** Two pieces with zeros between them, which nobody has to keep. */
export function withHole(head: Uint8Array, hole: number, tail: Uint8Array): Source {
  return joined([inMemory(head), { size: hole, read: (start, end) => new Uint8Array(end - start) }, inMemory(tail)]);
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

const inMemory = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: (start, end) => bytes.subarray(start, end),
});

/** What a plan makes of an old file, read where it stands. */
export const spliced = (old: Source, { kept, tail }: Parts): Source =>
  joined([
    ...kept.map(({ start: from, end: to }): Source => ({
      size: to - from,
      read: (start, end) => old.read(from + start, from + end),
    })),
    inMemory(tail),
  ]);

/** The same as a file of the browser: slices, of which it copies none. */
export const blobOf = (old: Blob, { kept, tail }: Parts): Blob =>
  new Blob([...kept.map(({ start, end }) => old.slice(start, end)), tail as Uint8Array<ArrayBuffer>], {
    type: 'application/epub+zip',
  });

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
