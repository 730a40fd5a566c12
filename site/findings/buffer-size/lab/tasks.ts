/** What the buffer-size lab asks of the model: the same code runs in the worker and when the site is built. */
import { plain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/buffer-size/models.js';

export type Models = Pick<typeof labs, 'curve' | 'fit'>;

/** What calls cost, by their size. */
export interface Law {
  /** Seconds of a call of nothing. */
  perCallS: number;
  /** Seconds of each byte. */
  perByteS: number;
  /** The size from which on bytes cost more. Missing: they never do. */
  cacheBytes?: number;
  /** By how many seconds each. */
  cachePenaltySPerByte: number;
}

/** What a size of buffer achieves. */
export type Buffer = Plain<labs.Buffer>;

export interface CurveRequest {
  law: Law;
  /** What to draw the curve at, in any order. */
  sizes: Float64Array;
  /** The share of the highest throughput that is enough. */
  share: number;
  /** No buffer is larger. */
  largestBytes: number;
  /** The reader's buffer. */
  buffer: number;
}

export type Curve = Plain<labs.Curve>;

/** What the time of one call is made of. */
export type CallParts = Plain<labs.CallParts>;

export interface FitRequest {
  bytes: Float64Array;
  /** Of a call, for each of the bytes. */
  seconds: Float64Array;
  shape: labs.ShapeName;
  /** Whether to leave out what is larger than the size of the highest throughput. */
  upToPeak: boolean;
  /** Where to draw the bands. */
  sizes: Float64Array;
  share: number;
  largestBytes: number;
}

/** A value and where it lies with 95% confidence. */
export type Estimate = Plain<labs.Estimate>;
export type Fitted = Plain<labs.Fitted> & { kind: 'fitted' };

/** A fit, or why the points have none: in words for the reader. */
export type FitResult = Fitted | { kind: 'refused'; why: string };

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  curve: { request: CurveRequest; result: Curve };
  fit: { request: FitRequest; result: FitResult };
}

export function curve(models: Pick<Models, 'curve'>, request: CurveRequest): Curve {
  const { law, sizes, share, largestBytes, buffer } = request;
  const { perCallS, perByteS, cacheBytes, cachePenaltySPerByte } = law;
  return plain(models.curve(perCallS, perByteS, cacheBytes, cachePenaltySPerByte, sizes, share, largestBytes, buffer));
}

export function fit(models: Pick<Models, 'fit'>, request: FitRequest): FitResult {
  const { bytes, seconds, shape, upToPeak, sizes, share, largestBytes } = request;
  const { refusal, fitted } = plain(models.fit(bytes, seconds, shape, upToPeak, sizes, share, largestBytes));
  return fitted ? { kind: 'fitted', ...fitted } : { kind: 'refused', why: refusal ?? '' };
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  curve: Task<CurveRequest, Curve>;
  fit: Task<FitRequest, FitResult>;
} {
  // Each answers within a fraction of a second, so none lets others have a turn.
  return {
    *curve(request) {
      return curve(models, request);
    },
    *fit(request) {
      return fit(models, request);
    },
  };
}
