import type * as models from '@/wasm-pkg/static-page/models.js';
import type { Question } from '../../../lib/border/recorded';
import { LIMITS } from '@/wasm-pkg/static-page/limits';
import { sampled, seed, whole } from '../../../lib/border/sampling';

/** Reads of a book what it asks for, then plans it with a cover. */
const covered = (book: Uint8Array, png: Uint8Array, replaces: boolean) => ({ look, plan }: typeof models) => {
  const places: number[] = [];
  let bytes = new Uint8Array();
  for (;;) {
    const { needs } = look(book.length, Float64Array.from(places), bytes);
    if (!needs) break;
    places.push(needs.start, needs.end - needs.start);
    bytes = Uint8Array.of(...bytes, ...book.subarray(needs.start, needs.end));
  }
  plan(book.length, Float64Array.from(places), bytes, png, replaces);
}; // prettier-ignore

const png = Uint8Array.from({ length: 500 }, (_, index) => index * 7);

/** A book with one byte that is another. */
const broken = (book: Uint8Array, at: number, byte: number) => {
  const bytes = book.slice();
  bytes[at % book.length] = byte;
  return bytes;
};

export default [
  ...LIMITS.samples.flatMap(({ id }) => [
    ({ sample }: typeof models) => sample(id, 0),
    ({ sample }: typeof models) => sample(id, 100_000_000),
    (all: typeof models) => covered(all.sample(id, 0).head, png, false)(all),
    (all: typeof models) => covered(all.sample(id, 0).head, png, true)(all),
  ]),
  ({ sample }) => sample('ferryman', 4_000_000_001),
  ({ sample }) => sample('no', 0),
  ...sampled(150, seed(), whole(0, 255)).map(
    ([at, byte]) =>
      (all: typeof models) =>
        covered(broken(all.sample('bells', 0).head, at, byte), png, false)(all),
  ),
  ({ look }) => look(9, Float64Array.of(0), new Uint8Array()),
] satisfies Question<typeof models>[];
