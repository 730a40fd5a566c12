/** Messages from a page to its worker. */
export type ToWorker =
  | { type: 'start'; id: number; task: string; request: unknown }
  | { type: 'cancel'; id: number }
  /** The job rests where it is, until it is to go on. */
  | { type: 'hold'; id: number }
  | { type: 'resume'; id: number };

/** Messages from a worker to its page. */
export type FromWorker =
  /** The models are still being loaded. */
  | { type: 'loading' }
  /** The models are loaded. */
  | { type: 'ready' }
  /** The worker is of no further use. */
  | { type: 'broken'; message: string }
  /** The job was heard; it may have to wait. */
  | { type: 'accepted'; id: number }
  | { type: 'result'; id: number; final: boolean; result: unknown }
  /** Progress of a job that takes a while. */
  | ({ type: 'progress'; id: number } & Progress)
  /** This job can't be done, for a reason a reader can understand; others can. */
  | { type: 'refused'; id: number; message: string };

export interface Progress {
  /** Share of the work done, from 0 to 1; null where the job doesn't report one. */
  share: number | null;
  /** Time since work on the job began, in milliseconds, turns of other jobs included. */
  workedMs: number;
}
