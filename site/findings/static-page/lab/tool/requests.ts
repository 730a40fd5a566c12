/** Counts what a page asks the network for. */

/** What a browser tells of the requests of a page, as it makes them. */
export interface Told {
  readonly name: string;
  readonly startTime: number;
}

/** Only what goes over a network counts; `data:` and `blob:` addresses are the page's own memory. */
export const counted = (told: readonly Told[], since: number): number =>
  told.filter(({ name, startTime }) => startTime >= since && /^(https?|wss?):/.test(name)).length;

/** Watches the requests of this page from now on. */
export class Requests {
  readonly #since = performance.now();
  #count = 0;

  constructor(onMore: () => void) {
    new PerformanceObserver((list) => {
      const more = counted(list.getEntries(), this.#since);
      this.#count += more;
      if (more > 0) onMore();
    }).observe({ type: 'resource' });
  }

  get count(): number {
    return this.#count;
  }
}
