/** The lab's readings at a state, in figures and in words: the same at build time, on the page, in the file and out loud. */
import { formatBytes, formatInterval, formatSeconds, formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import type { ShownAs } from '@/kit/record/shown';
import {
  bestOf,
  measuredShare,
  pointAt,
  rateOf,
  sourceOf,
  type Estimate,
  type Machine,
  type MeasuredPoint,
  type Source,
} from './measured';
import type { LabState } from './state';

/** The bytes whose time is shown: 100 GiB, which take a few seconds with a buffer of any common size. */
export const TOTAL = 100 * 2 ** 30;
export const TOTAL_WORDS = formatBytes(TOTAL);

/** Seconds that {@link TOTAL} takes at the measured speed. */
export const secondsOf = (point: MeasuredPoint): number => TOTAL / rateOf(point);

/** The reading of a machine at a state. */
export interface Reading {
  machine: string;
  /** How its marks are drawn. */
  kind: ShownAs;
  source: Source;
  /** What was measured with the chosen buffer, if it was, and its share of the best. */
  point: MeasuredPoint | undefined;
  share: Estimate | null;
  best: MeasuredPoint;
}

const KINDS = ['measured', 'second', 'third'] as const;

/** Readings of the machines that measured the source; the first is the page's own. */
export const readingsOf = ({ buffer, source: name }: Readonly<LabState>, machines: readonly Machine[]): Reading[] =>
  machines.flatMap((machine, index) => {
    const source = sourceOf(machine, name);
    if (!source) return [];
    const [point, share, best] = [pointAt(source, buffer), measuredShare(source, buffer), bestOf(source)];
    return [{ machine: machine.name, kind: KINDS[index]!, source, point, share, best }];
  });

export type Answer = Figure & { words: string };

/** The share of the page's own machine. */
export function answerOf({ buffer }: Readonly<LabState>, [own]: readonly Reading[]): Answer {
  const { machine, source, share, best } = own!;
  const calls = `with ${source.calls} of ${formatBytes(buffer)}`;
  const isBest = best[0] === buffer;
  const interval = share && !isBest ? ` 95% interval ${formatInterval(share, 'share')}.` : '';
  return {
    name: 'share',
    label: '',
    hint: '',
    value: share?.value ?? null,
    text: share ? formatShare(share.value) : 'Not measured',
    words: share ? `of the ${machine}’s best speed, ${calls}` : `on the ${machine}, ${calls}`,
    note: isBest ? 'The highest median of all sizes.' : `Its best is ${formatBytes(best[0])}.${interval}`,
  };
}

/** The time that {@link TOTAL} takes on a machine, in words. */
export const timeWords = ({ point }: Reading): string => (point ? formatSeconds(secondsOf(point)) : 'not measured');

/** A machine's reading in a sentence without its full stop. */
export const readingWords = (reading: Reading): string =>
  reading.share
    ? `${reading.machine}: ${formatShare(reading.share.value)} of its best, ${TOTAL_WORDS} in ${timeWords(reading)}`
    : `${reading.machine}: not measured`;

/** The result in words, for the live region and the picture. */
export const resultSentence = ({ buffer }: Readonly<LabState>, readings: readonly Reading[]): string => {
  const { label, calls } = readings[0]!.source;
  return `${label}, ${calls} of ${formatBytes(buffer)}. ${readings.map(readingWords).join('; ')}.`;
};
