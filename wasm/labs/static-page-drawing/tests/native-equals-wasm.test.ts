import { crc32 } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { drawTasks } from '@/findings/static-page/lab/draw-tasks';
import { spliced, withHole } from '@/findings/static-page/lab/sources';
import { labTasks } from '@/findings/static-page/lab/tasks';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/static-page/limits';
import * as drawing from '@/wasm-pkg/static-page-drawing/models.js';
import * as models from '@/wasm-pkg/static-page/models.js';
import { printedBy } from '../../../lib/from-js/natively';

/** A length and a checksum. */
type Pinned = [bytes: number, crc: number];

/** What `examples/static-page-vectors.rs` prints: questions, and the native answers. */
interface Vectors {
  books: {
    id: (typeof LIMITS.samples)[number]['id'];
    colour: string;
    old: Pinned;
    png: Pinned;
    new: Pinned;
    entries: number;
    unchanged: number;
    read: number;
  }[];
  hard: {
    text: [title: string, author: string, kind: string, colour: string];
    png: Pinned;
    missing: number;
    isCut: boolean;
  }[];
}

const { draw } = modelsAtBuild('static-page-drawing', drawing);
const planning = modelsAtBuild('static-page', models);
const pinned = (bytes: Uint8Array): Pinned => [bytes.length, crc32(bytes)];

let vectors: Vectors;

beforeAll(() => void (vectors = printedBy('static-page-vectors') as Vectors), 600_000);

it('writes every made-up book with its cover to the same bytes as natively', () => {
  expect(vectors.books.map(({ id }) => id)).toEqual(LIMITS.samples.map(({ id }) => id));
  for (const { id, colour, old, png, new: made, entries, unchanged, read } of vectors.books) {
    const { title, author, kind } = LIMITS.samples.find((sample) => sample.id === id)!;
    const drawn = runToEnd(drawTasks({ draw }).book({ title, author, kind, colour }));
    expect(pinned(drawn.png), id).toEqual(png);
    const { head, tail } = planning.sample(id, 0);
    expect(pinned(head), id).toEqual(old);
    const found = runToEnd(labTasks(planning).sample({ sample: id, hole: 0, png: drawn.png }));
    const book = spliced(withHole(head, 0, tail), found.parts);
    expect(pinned(book.read(0, book.size)), id).toEqual(made);
    expect([found.entries, found.unchanged, found.facts.bytesRead, found.facts.colour], id).toEqual([
      entries,
      unchanged,
      read,
      colour,
    ]);
  }
});

it('draws what is hard to draw to the same bytes as natively', () => {
  expect(vectors.hard.some(({ missing }) => missing > 0)).toBe(true);
  for (const { text, png, missing, isCut } of vectors.hard) {
    const drawn = draw(...text);
    expect([pinned(drawn.png), [...drawn.missing].length, drawn.isCut], text[0]).toEqual([png, missing, isCut]);
  }
});
