/** What is asked of this browser's `crypto.getRandomValues`, what comes back, and how it is drawn beside the record. */
import type { ChartSpec, Dot, Mark } from '@/kit/chart/chart';
import { formatBytes, formatInterval, formatIntervalBare, formatSeconds } from '@/kit/chart/format';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { settingText } from '@/kit/chart/settings';

/** The sizes of buffers, in bytes; no call may fill more. */
export const SIZES: readonly number[] = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536];
/** An odd number, so that one of the rounds is the median. */
export const ROUNDS = 21;
/** The share of the highest throughput that is enough, as in the lab. */
export const SHARE = 0.95;

/** A value and the ends of its 95% interval. */
export interface Between {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Seconds of a call with a buffer of some size. */
export interface CallTime extends Between {
  readonly bytes: number;
  readonly n: number;
}

/** What was measured in this browser. */
export interface RandomCalls {
  /** The step of its clock. */
  readonly stepSeconds: number;
  /** Of each size; `calls` were timed together. */
  readonly points: readonly (CallTime & { readonly calls: number })[];
  /** Two costs, and the buffer that is enough by them; null where no law fits. */
  readonly law: { readonly perCall: Between; readonly perByte: Between; readonly smallest: Between } | null;
}

/** What the worker says. */
export type FromRandomCalls =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly found: RandomCalls }
  | { readonly type: 'failed'; readonly why: string };

/** What the record has of the same sizes: its machine, and what a read of `/dev/urandom` takes there. */
export interface RecordedReads {
  readonly machine: string;
  readonly points: readonly CallTime[];
}

/** What is called, here and there. */
export const [HERE, THERE] = ['getRandomValues(), this browser', 'read() of /dev/urandom'] as const;

const dotOf = ({ bytes, value, low, high }: CallTime): Dot => ({ x: bytes, y: value, low, high });

/** The whole decades around some times. */
function decadesAround(times: readonly CallTime[]): [number, number] {
  const ends = times.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end > 0);
  return [10 ** Math.floor(Math.log10(Math.min(...ends))), 10 ** Math.ceil(Math.log10(Math.max(...ends)))];
}

/** This browser's calls beside the record's, as a chart and a table. */
export function randomCallsFigure(
  { points }: RandomCalls,
  recorded: RecordedReads,
): { spec: ChartSpec; table: FigureTable } {
  const marks: Mark[] = [
    {
      mark: 'dots',
      figure: 'measured',
      quiet: true,
      points: recorded.points.map(dotOf),
      rows: recorded.points.map((_, index) => points.length + index),
    },
    {
      mark: 'dots',
      figure: 'yours',
      points: points.map(dotOf),
      rows: points.map((_, index) => index),
    },
  ];
  const rowOf = (what: string, { bytes, value, n, ...ends }: CallTime, calls: string) => [
    what,
    formatBytes(bytes),
    formatSeconds(value),
    formatIntervalBare(ends, 's'),
    settingText(n),
    calls,
  ];
  return {
    spec: {
      title: 'Time per call by the size of the buffer, in this browser',
      description:
        'Triangles are calls of getRandomValues in this browser, dots are reads of /dev/urandom in the record. Both are level for small buffers and rise with large ones.',
      x: { kind: 'log', base: 2, title: 'Size of the buffer', domain: [0.7, SIZES.at(-1)! * 1.4], format: formatBytes },
      y: {
        kind: 'log',
        title: 'Time per call (logarithmic)',
        domain: decadesAround([...points, ...recorded.points]),
        format: formatSeconds,
      },
      marks: marks.filter((mark) => mark.mark === 'dots' && mark.points.length > 0),
      labels: 'none',
    },
    table: {
      head: ['Call', 'Buffer', 'Time per call', '95% interval', 'n', 'Calls timed together'],
      rows: [
        ...points.map((point) => rowOf(HERE, point, settingText(point.calls))),
        ...recorded.points.map((point) => rowOf(`${THERE}, ${recorded.machine}`, point, '')),
      ],
    },
  };
}

/** What it comes to, in words. */
export function randomCallsWords({ law, stepSeconds }: RandomCalls): string {
  const clock = `Its clock steps by ${formatSeconds(stepSeconds)}, so many calls were timed together.`;
  if (!law) return `No law of two costs fits these times. ${clock}`;
  const { perCall, perByte, smallest } = law;
  const said = (between: Between, unit: string) =>
    `${unit === 's' ? formatSeconds(between.value) : formatBytes(between.value)} (${formatInterval(between, unit)})`;
  return (
    `In this browser a call costs ${said(perCall, 's')} and each byte ${said(perByte, 's')}; ` +
    `${said(smallest, 'bytes')} come within 5% of its best. ${clock}`
  );
}
