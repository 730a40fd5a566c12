/** What the page and a reading worker say to each other. */
import type { Analysis } from './analyse';
import type { Readings } from './readings';

export type ToReader =
  | {
      type: 'read';
      /** When to begin, in milliseconds since 1970 on the clock that is read: the same moment for all workers. */
      from: number;
      /** How long to read for. */
      milliseconds: number;
      /** The most runs to keep; a worker whose runs are full stops early. */
      most: number;
    }
  | { type: 'analyse'; readings: Readings[] };

export type FromReader =
  | { type: 'ready' }
  | { type: 'readings'; readings: Readings }
  | { type: 'analysis'; analysis: Analysis }
  | { type: 'failed'; message: string };
