/** What the buffer-size lab asks of the model: the same code runs in the worker and when the site is built. */
import type { Task } from '@/kit/lab/worker-host';
import type * as labs from '@/wasm-pkg/buffer-size/models.js';

export type Models = Pick<typeof labs, 'CostLaw' | 'fit' | 'parse'>;

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

/** Where a value lies with 95% confidence. */
export interface Interval {
  low: number;
  high: number;
}

/** What a size of buffer achieves. */
export interface Buffer {
  bytes: number;
  secondsPerCall: number;
  bytesPerSecond: number;
  callsPerSecond: number;
  secondsPerGib: number;
  /** Its throughput as a share of the best buffer's. */
  ofBest: number;
}

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

export interface Curve {
  /** At the sizes asked for, as is the next. */
  secondsPerCall: Float64Array;
  bytesPerSecond: Float64Array;
  best: Buffer;
  /** The smallest that reaches the share. */
  smallest: Buffer;
  /** The reader's. */
  chosen: Buffer;
}

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

/** Ends of intervals at the sizes asked for, in seconds of a call. */
export interface Band {
  low: Float64Array;
  high: Float64Array;
}

export interface Fitted {
  kind: 'fitted';
  law: Law;
  perCallS: Interval;
  perByteS: Interval;
  cacheBytes?: Interval;
  cachePenaltySPerByte?: Interval;
  /** The root of the mean square of ln(measured / law): about the relative error of a point. */
  rms: number;
  /** The points that the law is fitted to; residuals are measured over law, less 1. */
  used: { bytes: Float64Array; seconds: Float64Array; residuals: Float64Array };
  /** Where the true curve lies with 95% confidence. */
  band: Band;
  /** Where one more point would lie with 95%. */
  prediction: Band;
  /** The smallest buffer that reaches the share, in bytes. */
  smallest: Interval & { value: number };
}

/** A fit, or why the points have none: in words for the reader. */
export type FitResult = Fitted | { kind: 'refused'; why: string };

export interface ParseRequest {
  text: string;
  /** What bare numbers of the second column are. */
  column: labs.ColumnName;
}

/** What a text holds; points of lines that are right stand beside the errors of those that are not. */
export interface Parsed {
  bytes: Float64Array;
  seconds: Float64Array;
  /** The line of each point, from 1. */
  lines: Float64Array;
  errors: { line: number; message: string }[];
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  curve: { request: CurveRequest; result: Curve };
  fit: { request: FitRequest; result: FitResult };
  parse: { request: ParseRequest; result: Parsed };
}

const GIB = 2 ** 30;

export function curve(models: Pick<Models, 'CostLaw'>, request: CurveRequest): Curve {
  const { law, sizes, share, largestBytes, buffer } = request;
  const model = new models.CostLaw(law.perCallS, law.perByteS);
  try {
    if (law.cacheBytes !== undefined) model.setCache(law.cacheBytes, law.cachePenaltySPerByte);
    const named = [model.bestBuffer(largestBytes), model.smallestBuffer(share, largestBytes), buffer];
    const [best = NaN, smallest = NaN, chosen = NaN] = model.seconds(Float64Array.from(named));
    const highest = named[0]! / best;
    const secondsPerCall = model.seconds(sizes);
    return {
      secondsPerCall,
      bytesPerSecond: secondsPerCall.map((seconds, i) => sizes[i]! / seconds),
      best: bufferOf(named[0]!, best, highest),
      smallest: bufferOf(named[1]!, smallest, highest),
      chosen: bufferOf(buffer, chosen, highest),
    };
  } finally {
    model.free();
  }
}

function bufferOf(bytes: number, secondsPerCall: number, highest: number): Buffer {
  const bytesPerSecond = bytes / secondsPerCall;
  return {
    bytes,
    secondsPerCall,
    bytesPerSecond,
    callsPerSecond: 1 / secondsPerCall,
    secondsPerGib: GIB / bytesPerSecond,
    ofBest: bytesPerSecond / highest,
  };
}

export function fit(models: Pick<Models, 'fit'>, request: FitRequest): FitResult {
  const { bytes, seconds, shape, upToPeak, sizes, share, largestBytes } = request;
  const fitted = models.fit(bytes, seconds, shape, upToPeak);
  try {
    const why = fitted.refusal;
    if (why !== undefined) return { kind: 'refused', why };
    const [perCall, perByte, penalty, cache] = grouped(fitted.law(), 3).map(estimate);
    const [pointBytes, pointSeconds, residuals] = columns(fitted.points(), 3);
    return {
      kind: 'fitted',
      law: {
        perCallS: perCall!.value,
        perByteS: perByte!.value,
        ...(cache && { cacheBytes: cache.value }),
        cachePenaltySPerByte: penalty?.value ?? 0,
      },
      perCallS: interval(perCall!),
      perByteS: interval(perByte!),
      ...(cache && { cacheBytes: interval(cache) }),
      ...(penalty && { cachePenaltySPerByte: interval(penalty) }),
      rms: fitted.rms(),
      used: { bytes: pointBytes!, seconds: pointSeconds!, residuals: residuals! },
      band: bandOf(fitted.band(sizes)),
      prediction: bandOf(fitted.prediction(sizes)),
      smallest: estimate(fitted.smallestBuffer(share, largestBytes)),
    };
  } finally {
    fitted.free();
  }
}

function estimate(numbers: Float64Array) {
  return { value: numbers[0]!, low: numbers[1]!, high: numbers[2]! };
}

function interval({ low, high }: Interval): Interval {
  return { low, high };
}

function bandOf(flat: Float64Array): Band {
  const [low, high] = columns(flat, 2);
  return { low: low!, high: high! };
}

/** Rows of `width` numbers, one after the other, row by row. */
function grouped(flat: Float64Array, width: number): Float64Array[] {
  return Array.from({ length: flat.length / width }, (_, row) => flat.slice(width * row, width * (row + 1)));
}

/** The same rows, column by column. */
function columns(flat: Float64Array, width: number): Float64Array[] {
  const column = (at: number) =>
    Float64Array.from({ length: flat.length / width }, (_, row) => flat[width * row + at]!);
  return Array.from({ length: width }, (_, at) => column(at));
}

export function parse(models: Pick<Models, 'parse'>, { text, column }: ParseRequest): Parsed {
  const pasted = models.parse(text, column);
  try {
    const [lines, bytes, seconds] = columns(pasted.rows(), 3);
    const problems = pasted.problems();
    const errors = Array.from(pasted.wrongLines(), (line, i) => ({ line, message: problems[i]! }));
    return { bytes: bytes!, seconds: seconds!, lines: lines!, errors };
  } finally {
    pasted.free();
  }
}

export function labTasks(models: Models): { [K in keyof LabTasks & string]: Task<never, unknown> } & {
  curve: Task<CurveRequest, Curve>;
  fit: Task<FitRequest, FitResult>;
  parse: Task<ParseRequest, Parsed>;
} {
  // Each answers within a fraction of a second, so none lets others have a turn.
  return {
    *curve(request) {
      return curve(models, request);
    },
    *fit(request) {
      return fit(models, request);
    },
    *parse(request) {
      return parse(models, request);
    },
  };
}
