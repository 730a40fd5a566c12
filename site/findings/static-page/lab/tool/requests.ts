/** Counts what a page asks the network for. */

/** What a browser tells of the requests of a page, as it makes them. */
export interface Told {
  readonly name: string;
  readonly startTime: number;
  /** Bytes that came over the network, headers among them; none of what the browser had in its cache (Resource Timing). */
  readonly transferSize?: number;
  /** Bytes of the content, wherever it came from; none where nothing came, as of a request that failed. */
  readonly decodedBodySize?: number;
}

const isFromCache = ({ transferSize, decodedBodySize = 0 }: Told): boolean => transferSize === 0 && decodedBodySize > 0;

/** Only what goes over a network counts; `data:` and `blob:` addresses are the page's own memory, and so is the cache. */
export const counted = (told: readonly Told[], since: number): number =>
  told.filter((one) => one.startTime >= since && /^(https?|wss?):/.test(one.name) && !isFromCache(one)).length;

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
