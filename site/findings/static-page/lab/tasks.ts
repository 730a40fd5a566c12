/** What the lab asks of the planning model: the same code runs in the worker and when the site is built. */
import type * as labs from '@/wasm-pkg/static-page/models.js';
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { blobOf, spliced, withHole, type Parts, type Source } from './sources';
import type { SampleId } from './state';
import { zipped, type Member } from './zip';

export type Models = Pick<typeof labs, 'look' | 'plan' | 'sample'>;
type Look = Plain<labs.Look>;

/** What became of an entry of a book. */
export type Outcome = 'same' | 'changed' | 'new' | 'gone' | 'not compared';

export interface Entry {
  name: string;
  /** Its header and its compressed content, in bytes. */
  bytes: number;
  outcome: Outcome;
}

/** What a book says of itself, and how much of it had to be read for that and for the plan. */
export interface Facts {
  version: string;
  title: string;
  author: string;
  /** What stands at the top of the cover; empty where the book names no fandom. */
  kind: string;
  /** `#rrggbb` */
  colour: string;
  /** The entry of the cover that it has. */
  cover: string | null;
  notes: readonly string[];
  /** Bytes of the file, and those of them that were read. */
  bytes: number;
  bytesRead: number;
  /** The ranges of the file that were read, in bytes. */
  read: readonly Range[];
}

export type Range = readonly [start: number, end: number];

/** A book with its cover. */
export interface Covered {
  facts: Facts;
  /** The entry of the new cover. */
  cover: string;
  /** The size of the new file. */
  bytes: number;
  /** How many entries the plan says are in the new book, and how many it leaves as they were. */
  entries: number;
  unchanged: number;
  /** Every entry of both files, compared byte by byte. */
  rows: readonly Entry[];
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  sample: {
    request: { sample: SampleId; hole: number; png: Uint8Array };
    result: Covered & { parts: Parts };
  };
  /** A made-up book as a file, without a hole. */
  file: { request: { sample: SampleId }; result: { head: Uint8Array } };
  open: { request: { file: Blob }; result: Facts };
  cover: { request: { file: Blob; png: Uint8Array; replaces: boolean }; result: Covered & { blob: Blob } };
  zip: { request: { files: readonly { name: string; blob: Blob }[] }; result: Blob };
}

type TaskName = 'sample' | 'file' | 'open' | 'cover' | 'zip';

/** The pieces of a book that were read: what `look` and `plan` of the model take. */
interface Opened {
  look: Look;
  length: number;
  places: Float64Array;
  bytes: Uint8Array;
}

/** Bytes of entries that are compared at a time. */
const A_PIECE = 1 << 20;
/** And so many of a book at most: what a phone reads within a second or two. */
export const MOST_COMPARED = 64 << 20;
/** So many entries are gone through before others have a turn. */
const A_TURN = 500;

function* opened({ look }: Models, source: Source): Generator<undefined, Opened, void> {
  const places: number[] = [];
  let bytes = new Uint8Array();
  for (;;) {
    yield undefined;
    const asked = { length: source.size, places: Float64Array.from(places), bytes };
    const found = toPlain(look(asked.length, asked.places, asked.bytes));
    if (!found.needs) return { ...asked, look: found };
    const { start, end } = found.needs;
    const piece = source.read(start, end);
    if (piece.length !== end - start) throw new Error('the file is shorter than it was; choose it again');
    places.push(start, end - start);
    bytes = concatenated(bytes, piece);
  }
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const factsOf = ({ look, length, places, bytes }: Opened): Facts => ({
  version: look.version,
  title: look.title,
  author: look.author,
  kind: look.kind,
  colour: look.colour,
  cover: look.cover ?? null,
  notes: look.notes,
  bytes: length,
  bytesRead: bytes.length,
  read: Array.from({ length: places.length / 2 }, (_, piece): Range => {
    const start = places[2 * piece]!;
    return [start, start + places[2 * piece + 1]!];
  }),
});

/** Plans the cover, has the new file made of the parts, opens that as any other, and compares both. */
function* covered<New extends Source>(
  models: Models,
  source: Source,
  png: Uint8Array,
  replaces: boolean,
  assemble: (parts: Parts) => New,
): Generator<undefined, { covered: Covered; parts: Parts; made: New }, void> {
  const old = yield* opened(models, source);
  const { cover, entries, unchanged, ...parts } = toPlain(
    models.plan(old.length, old.places, old.bytes, png, replaces),
  );
  const made = assemble(parts);
  const rows = yield* compared(source, old.look, made, (yield* opened(models, made)).look);
  return { covered: { facts: factsOf(old), cover, bytes: made.size, entries, unchanged, rows }, parts, made };
}

const rangesOf = ({ names, starts, ends }: Look): [string, Range][] =>
  names.map((name, index) => [name, [starts[index]!, ends[index]!]]);

function* compared(old: Source, before: Look, made: Source, after: Look): Generator<undefined, readonly Entry[], void> {
  const known = new Map(rangesOf(before));
  const rows: Entry[] = [];
  let left = MOST_COMPARED;
  for (const [name, [start, end]] of rangesOf(after)) {
    if (rows.length % A_TURN === 0) yield undefined;
    const bytes = end - start;
    const range = known.get(name);
    known.delete(name);
    let outcome: Outcome = range === undefined ? 'new' : range[1] - range[0] === bytes ? 'same' : 'changed';
    if (outcome === 'same' && bytes > left) outcome = 'not compared';
    else if (outcome === 'same') {
      left -= bytes;
      for (let at = 0; at < bytes && outcome === 'same'; at += A_PIECE) {
        const to = Math.min(at + A_PIECE, bytes);
        if (!isSame(old.read(range![0] + at, range![0] + to), made.read(start + at, start + to))) outcome = 'changed';
        if (to < bytes) yield undefined;
      }
    }
    rows.push({ name, bytes, outcome });
  }
  for (const [name, [start, end]] of known) rows.push({ name, bytes: end - start, outcome: 'gone' });
  return rows;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const noFiles = (): Source => {
  throw new Error('there are no files here');
};

export function labTasks(
  models: Models,
  fileSource: (file: Blob) => Source = noFiles,
): { [T in TaskName]: Task<LabTasks[T]['request'], LabTasks[T]['result']> } {
  return {
    *sample({ sample, hole, png }) {
      const { head, tail } = toPlain(models.sample(sample, hole));
      const source = withHole(head, hole, tail);
      const { covered: found, parts } = yield* covered(models, source, png, false, (parts) => spliced(source, parts));
      return { ...found, parts };
    },

    *file({ sample }) {
      yield undefined;
      return { head: toPlain(models.sample(sample, 0)).head };
    },

    *open({ file }) {
      return factsOf(yield* opened(models, fileSource(file)));
    },

    *cover({ file, png, replaces }) {
      const assemble = (parts: Parts) => {
        const blob = blobOf(file, parts);
        return { ...fileSource(blob), blob };
      };
      const { covered: found, made } = yield* covered(models, fileSource(file), png, replaces, assemble);
      return { ...found, blob: made.blob };
    },

    *zip({ files }, report) {
      const members = files.map(({ name, blob }): Member => ({ name, source: fileSource(blob), blob }));
      return yield* zipped(members, report);
    },
  };
}
