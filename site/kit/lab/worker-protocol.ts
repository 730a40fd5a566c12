/** What a page says to its worker. */
export type ToWorker = { type: 'start'; id: number; task: string; request: unknown } | { type: 'cancel'; id: number };

/** What a worker says to its page. */
export type FromWorker =
  /** The models are loaded. */
  | { type: 'ready' }
  /** The worker is of no further use. */
  | { type: 'broken'; message: string }
  /** The job was heard; it may have to wait. */
  | { type: 'accepted'; id: number }
  | { type: 'result'; id: number; final: boolean; result: unknown }
  /** This job can't be done, for a reason a reader can understand; others can. */
  | { type: 'refused'; id: number; message: string };
