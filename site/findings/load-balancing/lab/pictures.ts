/** Heights of the lab's pictures in pixels: fixed, so that nothing moves when a picture is drawn anew. */
export const PICTURE_HEIGHTS = { wide: 300, narrow: 250 } as const;

/** Narrower labs, in pixels, get the narrow pictures. The style sheet's container query says the same. */
export const NARROW = 560;

/** So many placements are shown at once. */
export const TILES = 100;
/**
 * The first repetition of them. They are the second hundred: with the lab's first seed as many of these overload a server as are
 * expected to, and twice as many of the first hundred.
 */
export const FIRST_TILE = 100;

/** How fast items are placed: items a second, or seconds for all of them. */
export const PACES = [
  { id: 'item', label: '5 items a second', itemsPerSecond: 5 },
  { id: 'normal', label: 'all in 8 s', seconds: 8 },
  { id: 'fast', label: 'all in 2 s', seconds: 2 },
] as const;

/** Loads are noted after so many items: as many are counted within a few milliseconds. */
export const CHECKPOINT = 500_000;

/**
 * The loads at any moment of a placement. Moving on or back by a few items costs only those; a larger step is counted from
 * the start or from the nearest checkpoint.
 */
export class LoadTrack {
  readonly #trace: Uint32Array;
  readonly #loads: Uint32Array;
  readonly #checkpoints: Uint32Array;
  #position: number;

  /**
   * `final` holds the loads once all items are placed; the track starts there. `checkpoints`: those after every
   * {@link CHECKPOINT} items, one after the other.
   */
  constructor(trace: Uint32Array, final: Uint32Array, checkpoints: Uint32Array) {
    this.#trace = trace;
    this.#loads = final;
    this.#checkpoints = checkpoints;
    this.#position = trace.length;
  }

  get length(): number {
    return this.#trace.length;
  }

  serverOf(item: number): number {
    return this.#trace[item] as number;
  }

  /** The loads after `position` items. The array is the track's own: read it, don't keep it. */
  at(position: number): Uint32Array {
    const servers = this.#loads.length;
    const nearest = Math.min(Math.round(position / CHECKPOINT), this.#checkpoints.length / servers);
    if (Math.abs(position - nearest * CHECKPOINT) < Math.abs(position - this.#position)) {
      if (nearest === 0) this.#loads.fill(0);
      else this.#loads.set(this.#checkpoints.subarray((nearest - 1) * servers, nearest * servers));
      this.#position = nearest * CHECKPOINT;
    }
    const step = position >= this.#position ? 1 : -1;
    const from = Math.min(position, this.#position);
    const to = Math.max(position, this.#position);
    for (let item = from; item < to; item++) {
      const server = this.#trace[item] as number;
      this.#loads[server] = (this.#loads[server] as number) + step;
    }
    this.#position = position;
    return this.#loads;
  }
}

/** The bars that stand for servers: as many as servers, or, where they would be too thin, fewer, sorted by load. */
export interface Bars {
  bars: number;
  sorted: boolean;
}

/** The bars of so many servers, where there is room for `most`. */
export const barsFor = (servers: number, most: number): Bars => ({
  bars: Math.min(servers, most),
  sorted: servers > most,
});

/**
 * The height of each bar. With a bar for every server, its load. With fewer bars, servers stand in order of their load
 * and a bar is the fullest of the servers it stands for, so that an overloaded one is never averaged away.
 */
export function barHeights(loads: Uint32Array, { bars, sorted }: Bars): Uint32Array {
  if (!sorted) return loads;
  // Counting how many servers have each load sorts 100,000 of them in a fraction of a millisecond.
  let largest = 0;
  for (const load of loads) if (load > largest) largest = load;
  const counts = new Uint32Array(largest + 1);
  for (const load of loads) counts[load] = (counts[load] as number) + 1;
  let load = 0;
  let upToLoad = counts[0] as number;
  return Uint32Array.from({ length: bars }, (_, bar) => {
    const rank = Math.ceil(((bar + 1) * loads.length) / bars);
    while (upToLoad < rank) upToLoad += counts[++load] as number;
    return load;
  });
}
