/** Where the blocks of memory lie in the picture. */
import { THREADS, type Snapshot } from './run';
import type { Played } from './tasks';

/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. */
export const MEMORY_HEIGHTS = { wide: 396, narrow: 300 } as const;
/** Narrower labs, in pixels, put the threads above and below the memory. The style sheet's container query says the same. */
export const NARROW = 780;

const HEADER = 20;
const GAP = 12;
/** Above the first array: environ stands there. */
const TOP = 22;
/** The heights between which a slot may be, in pixels. */
const SLOT = { least: 15, most: 34 } as const;

export interface Block {
  array: number;
  y: number;
  /** True where its slots have no room in the picture. */
  folded: boolean;
}

export interface MemoryLayout {
  width: number;
  height: number;
  /** Left edge and width of arrays, and of strings. */
  arrays: { x: number; width: number };
  strings: { x: number; width: number };
  slot: number;
  blocks: Block[];
  /** From the top of a string to that of the next, and the height of each. */
  stringPitch: number;
  stringHeight: number;
}

/** True for an array that matters at a moment: it is the environment, or somebody holds on to it. */
function matters(snapshot: Snapshot, array: number): boolean {
  const held = THREADS.some((thread) => snapshot.threads[thread].place?.array === array);
  return held || snapshot.environ.array === array || array === snapshot.arrays.length - 1;
}

/** Laid out for all that the run comes to have, so that a step moves nothing. */
export function layoutMemory(
  { width, height }: { width: number; height: number },
  played: Played,
  at: number,
): MemoryLayout {
  const last = played.states.at(-1) as Snapshot;
  const snapshot = played.states[at] as Snapshot;
  const sizes = last.arrays.map(({ slots }) => slots.length);
  const room = height - TOP - 6 - sizes.length * (HEADER + GAP);
  const whole = Math.min(SLOT.most, Math.floor(room / sizes.reduce((sum, size) => sum + size, 0)));
  const isTight = whole < SLOT.least;
  const folded = sizes.map((_, array) => isTight && (array >= snapshot.arrays.length || !matters(snapshot, array)));
  const shown = sizes.filter((_, array) => !folded[array]).reduce((sum, size) => sum + size, 0);
  const slot = isTight ? Math.max(8, Math.min(SLOT.most, Math.floor(room / shown))) : whole;
  let y = TOP;
  const blocks = sizes.map((size, array): Block => {
    const block = { array, y, folded: folded[array] as boolean };
    y += HEADER + (block.folded ? 0 : size * slot) + GAP;
    return block;
  });
  const roomy = width >= 400;
  const strings = roomy ? { x: width - 148, width: 112 } : { x: width - 112, width: 84 };
  const stringPitch = Math.min(60, (height - 50) / Math.max(1, last.strings.length));
  return {
    ...{ width, height, slot, blocks, strings, stringPitch },
    arrays: roomy ? { x: 104, width: 108 } : { x: 86, width: 72 },
    stringHeight: Math.min(28, stringPitch - 4),
  };
}

/** The top of a slot; one beyond the end lies below the last. */
export function slotTop(layout: MemoryLayout, array: number, index: number): number {
  const block = layout.blocks[array] as Block;
  return block.y + HEADER + (block.folded ? -4 : index * layout.slot);
}

export const stringTop = ({ stringPitch }: MemoryLayout, string: number): number => 42 + string * stringPitch;
