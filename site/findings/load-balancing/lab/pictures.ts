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

/**
 * The loads at any moment of a placement. Moving on by a few items costs only those; going back is counted
 * back item by item or anew from the start, whichever is less.
 */
export class LoadTrack {
  readonly #trace: Uint32Array;
  readonly #loads: Uint32Array;
  #position: number;

  /** `final` holds the loads once all items are placed; the track starts there. */
  constructor(trace: Uint32Array, final: Uint32Array) {
    this.#trace = trace;
    this.#loads = final;
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
    const backwards = this.#position - position;
    // Going back item by item is cheaper than starting over while less than half is to be undone.
    if (backwards > position) {
      this.#loads.fill(0);
      this.#position = 0;
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
