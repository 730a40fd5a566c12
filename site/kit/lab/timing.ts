/**
 * Names of the reader's waiting times: from the input event that changed something to the frame that shows the new figures, as
 * entries of the performance timeline that benchmarks and tests read with `performance.getEntriesByName`.
 */
export const MEASURES = {
  /** Until the first new figures, which may still be refined. */
  first: 'mt-lab-first-figures',
  /** Until the final figures, from all repetitions. */
  final: 'mt-lab-update',
} as const;

/** Calls back once the next frame is painted: in a task that the frame's own callbacks queue. */
export function afterPainting(callback: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      callback();
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
  recordPaint(final: boolean): void {
    const start = this.#changedAt;
    if (start === null) return;
    const isFirst = this.#firstShown;
    if (final || isFirst) {
      const name = final ? MEASURES.final : MEASURES.first;
      afterPainting(() => performance.measure(name, { start, end: performance.now() }));
    }
    if (final) this.#changedAt = null;
    this.#firstShown = final;
  }
}
