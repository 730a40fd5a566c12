/** What a page says to its worker. */
export type ToWorker =
  | { type: 'start'; id: number; task: string; request: unknown }
  | { type: 'cancel'; id: number }
  /** The job rests where it is, until it is to go on. */
  | { type: 'hold'; id: number }
  | { type: 'resume'; id: number };

/** What a worker says to its page. */
export type FromWorker =
  /** The models are loaded. */
  | { type: 'ready' }
  /** The worker is of no further use. */
  | { type: 'broken'; message: string }
  /** The job was heard; it may have to wait. */
  | { type: 'accepted'; id: number }
  | { type: 'result'; id: number; final: boolean; result: unknown }
  /** How far a job has come that takes a while. */
  | ({ type: 'progress'; id: number } & Progress)
  /** This job can't be done, for a reason a reader can understand; others can. */
  | { type: 'refused'; id: number; message: string };

export interface Progress {
  /** How much of the work is done, from 0 to 1; null where that can't be said. */
  share: number | null;
  /** How long the job has been worked on, in milliseconds, turns of other jobs included. */
  workedMs: number;
}
