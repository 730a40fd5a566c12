/**
 * How long the reader waits: from the input event that changed something to the frame that shows the new figures, as
 * entries of the performance timeline that benchmarks and tests read with `performance.getEntriesByName`.
 */
export const MEASURES = {
  /** Until the first new figures, which may still be refined. */
  first: 'mt-lab-first-figures',
  /** Until the final figures, from all repetitions. */
  final: 'mt-lab-update',
} as const;

/** Notes a duration that ends with the next frame; `start` is a time as `performance.now()` gives it. */
export function measureUntilPainted(name: (typeof MEASURES)[keyof typeof MEASURES], start: number): void {
  requestAnimationFrame(() => {
    // The callback runs before the frame is painted; a task queued from it runs after.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      performance.measure(name, { start, end: performance.now() });
    };
    port2.postMessage(null);
  });
}

/** Times a lab's answers to its reader's changes. */
export class UpdateTimer {
  #changedAt: number | null = null;
  #firstShown = true;

  /** The reader changed something, now. */
  start(): void {
    this.#changedAt = performance.now();
  }

  /** Figures that answer the change are about to be painted: the first ones, or the final ones. */
  shown(final: boolean): void {
    if (this.#changedAt === null) return;
    if (final) {
      measureUntilPainted(MEASURES.final, this.#changedAt);
      this.#changedAt = null;
    } else if (this.#firstShown) measureUntilPainted(MEASURES.first, this.#changedAt);
    this.#firstShown = final;
  }
}
