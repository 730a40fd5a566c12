/** The lab's readings at a state, in figures and in words: the same at build time, on the page, in the file and out loud. */
import { formatBytes, formatInterval, formatSeconds, formatThroughput } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import type { ShownAs } from '@/kit/record/shown';
import { bestOf, pointAt, type Curve, type Machine, type MeasuredPoint } from './measured';
import type { LabState } from './state';

/** The bytes whose time is shown: 10 GiB, which take a few seconds with a buffer of any common size. */
export const TOTAL = 10 * 2 ** 30;
export const TOTAL_WORDS = formatBytes(TOTAL);

/** Seconds that {@link TOTAL} takes at the measured speed. */
export const secondsOf = ([, rate]: MeasuredPoint): number => TOTAL / rate;

/** The reading of one of a machine's curves at a state. */
export interface Reading {
  machine: string;
  /** How its marks are drawn. */
  kind: ShownAs;
  /** The source in words. */
  source: string;
  curve: Curve;
  /** The measured point of the chosen buffer, if it was measured. */
  point: MeasuredPoint | undefined;
  best: MeasuredPoint;
}

const KINDS = ['measured', 'second', 'third'] as const;

/** Readings of each curve of the source, of the machines that measured it; the first is the one that the buffer is dragged along. */
export function readingsOf({ buffer, source: name }: Readonly<LabState>, machines: readonly Machine[]): Reading[] {
  const label = machines[0]!.sources.find((source) => source.name === name)?.label;
  return machines.flatMap((machine, index) => {
    // By its words: TCP of another machine may have another congestion control.
    const curves = machine.sources.find((source) => source.label === label)?.curves ?? [];
    return curves.map((curve) => ({
      machine: machine.name,
      kind: KINDS[index]!,
      source: label!,
      curve,
      point: pointAt(curve, buffer),
      best: bestOf(curve),
    }));
  });
}

/** The readings of the page's own machine, and those of machines that are laid over it. */
export const ownOf = (readings: readonly Reading[]): Reading[] => readings.filter(({ kind }) => kind === 'measured');
export const othersOf = (readings: readonly Reading[]): Reading[] => readings.filter(({ kind }) => kind !== 'measured');

export type Answer = Figure & { words: string };

/** The speed of the calls in the reader's hand. */
export function answerOf({ buffer }: Readonly<LabState>, [first]: readonly Reading[]): Answer {
  const { curve, point, best } = first!;
  const interval = point
    ? `95% interval ${formatInterval({ low: point[2], high: point[3] }, 'bytes per second')}. `
    : '';
  const fastest =
    point === best ? 'No size is faster.' : `Fastest: ${formatBytes(best[0])}, ${formatThroughput(best[1])}.`;
  return {
    name: 'speed',
    label: '',
    hint: '',
    value: point?.[1] ?? null,
    text: point ? formatThroughput(point[1]) : 'Not measured',
    words: `by ${curve.calls} of ${formatBytes(buffer)}`,
    note: `${interval}${fastest}`,
  };
}

/** The time that {@link TOTAL} takes, in words. */
export const timeWords = ({ point }: Reading): string => (point ? formatSeconds(secondsOf(point)) : 'not measured');

/** A reading in a sentence without its full stop. */
export const readingWords = (buffer: number, reading: Reading): string => {
  const { curve, point } = reading;
  const measured = point ? `at ${formatThroughput(point[1])}, ${TOTAL_WORDS} in ${timeWords(reading)}` : 'not measured';
  return `${curve.calls} of ${formatBytes(buffer)} ${measured}`;
};

/** The result in words, for the live region and the picture. */
export const resultSentence = ({ buffer }: Readonly<LabState>, readings: readonly Reading[]): string => {
  const { source, machine } = readings[0]!;
  const words = readings.map((reading) => readingWords(buffer, reading));
  return `${source}, ${machine}: ${words.join('; ')}.`;
};
