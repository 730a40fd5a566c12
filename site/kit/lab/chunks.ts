/** Long work in short chunks, between which a worker hears of newer questions. */

/** The longest chunk, in milliseconds: how long a newer question may have to wait. */
export const CHUNK = 12;
/** Intermediate results are sent about this often, in milliseconds: often enough to look alive. */
const REFRESH = 60;

/**
 * Does a chunk of some work with each call, larger and larger ones until they take {@link CHUNK}. `advance` takes how much to do,
 * and tells whether that was all.
 */
export function inChunks(advance: (amount: number) => boolean): () => boolean {
  let amount = 1;
  return () => {
    const start = performance.now();
    const finished = advance(amount);
    const took = Math.max(0.05, performance.now() - start);
    amount = Math.max(1, Math.round(Math.min(amount * 8, (amount * CHUNK) / took)));
    return finished;
  };
}

/** Returns a check for whether an intermediate result is due: each time {@link REFRESH} has passed since the last one `sent`, at once where there was none. */
export function everyRefresh(sent = -Infinity): () => boolean {
  return () => {
    const now = performance.now();
    const due = now - sent >= REFRESH;
    if (due) sent = now;
    return due;
  };
}
