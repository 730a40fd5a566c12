/** What the lab says: its figures, its result and its fit, in words. */
import { formatBytes, formatCount, formatSeconds, formatShare, formatThroughput } from '@/kit/chart/format';
import type { NotedFigure } from '@/kit/lab/figures';
import { READ_BYTES, type Measured, type Source } from './measured';
import { LARGEST } from './sizes';
import { SOURCES, type LabState } from './state';
import type { Curve, Estimate, FitResult, Fitted } from './tasks';

export const GIB = 2 ** 30;

const atTheEnd = ({ best }: Curve): boolean => best.bytes >= LARGEST;

/** Calls that move a gibibyte. */
export const callsPerGib = ({ chosen }: Curve): number => GIB / chosen.bytes;
/** How long those take together. */
export const secondsPerGib = ({ chosen }: Curve): number => GIB / chosen.bytesPerSecond;

export function labFigures(state: Readonly<LabState>, curve: Curve, source: Source | null): NotedFigure[] {
  const { share } = state;
  const { best, smallest, chosen } = curve;
  const own = state.call / 1e9 / chosen.secondsPerCall;
  const measured = source?.points.find(({ bytes }) => bytes === chosen.bytes);
  const figure = (
    name: string,
    label: string,
    hint: string,
    value: number,
    text: string,
    note: string,
  ): NotedFigure => {
    return { name, label, hint, value, text, note, alarming: false };
  };
  return [
    figure(
      'smallest',
      `Enough for ${share}%`,
      'The smallest buffer that reaches this share of the best throughput',
      smallest.bytes,
      formatBytes(smallest.bytes),
      'of the best',
    ),
    figure(
      'best',
      'The best',
      `The highest throughput of any buffer up to ${formatBytes(LARGEST)}`,
      best.bytesPerSecond,
      formatThroughput(best.bytesPerSecond),
      atTheEnd(curve) ? 'still rising at the end' : `with ${formatBytes(best.bytes)}`,
    ),
    figure(
      'throughput',
      `With ${formatBytes(chosen.bytes)}`,
      'The throughput with the buffer that is chosen',
      chosen.bytesPerSecond,
      formatThroughput(chosen.bytesPerSecond),
      `${formatShare(chosen.ofBest)} of the best`,
    ),
    figure(
      'call-time',
      'Time per call',
      'How long one call takes that fills the chosen buffer',
      chosen.secondsPerCall,
      formatSeconds(chosen.secondsPerCall),
      `${formatShare(Math.min(1, own))} for the call itself`,
    ),
    figure(
      'calls',
      'Calls per GiB',
      'System calls that move a gibibyte with the chosen buffer',
      callsPerGib(curve),
      formatCount(Math.round(callsPerGib(curve))),
      'system calls',
    ),
    figure(
      'seconds-per-gib',
      'Time per GiB',
      'How long all those calls take together; of a call that only copies, it is CPU time',
      secondsPerGib(curve),
      formatSeconds(secondsPerGib(curve)),
      measured?.cpu === undefined ? 'of calls' : `measured: ${formatSeconds(measured.cpu)} of CPU`,
    ),
  ];
}

/** The answer in words. */
export function resultSentence(state: Readonly<LabState>, curve: Curve): string {
  const { best, smallest, chosen } = curve;
  const most = `${formatThroughput(best.bytesPerSecond)} with ${formatBytes(best.bytes)}`;
  const peak = atTheEnd(curve) ? `${most}, where it still rises` : `${most}; larger buffers are slower`;
  return (
    `A buffer of ${formatBytes(smallest.bytes)} is enough for ${state.share}% of the best, which is ${peak}. ` +
    `With ${formatBytes(chosen.bytes)} a call takes ${formatSeconds(chosen.secondsPerCall)}: ` +
    `${formatThroughput(chosen.bytesPerSecond)}, ${formatShare(chosen.ofBest)} of the best, ` +
    `by ${formatCount(Math.round(callsPerGib(curve)))} calls that take ${formatSeconds(secondsPerGib(curve))} for each GiB.`
  );
}

/** An interval's ends; one figure where both are written alike. */
export const spanOf = ({ low, high }: Pick<Estimate, 'low' | 'high'>, write: (value: number) => string): string => {
  const [from, to] = [write(low), write(high)];
  return from === to ? to : `${from} to ${to}`;
};

/** A fit's law, each cost with its interval. */
export function costWords({ perCallS, perByteS, cacheBytes, cachePenaltySPerByte }: Fitted): string[] {
  const seconds = (cost: Estimate, each: string) =>
    `${formatSeconds(cost.value)} ${each} (${spanOf(cost, formatSeconds)})`;
  return [
    seconds(perCallS, 'a call'),
    seconds(perByteS, 'a byte'),
    ...(cacheBytes && cachePenaltySPerByte
      ? [
          `${seconds(cachePenaltySPerByte, 'more')} for each byte ` +
            `beyond ${formatBytes(cacheBytes.value)} (${spanOf(cacheBytes, formatBytes)})`,
        ]
      : []),
  ];
}

/** How far off a fit is, as a rule. */
export const offWords = ({ rms, bytes }: Fitted): string => {
  const points = bytes.length === 1 ? '1 point' : `${bytes.length} points`;
  return `off by ${formatShare(rms)} as a rule, at ${points}`;
};

/** What is fitted to a source's points, in a sentence or two. */
export function fitSentence(
  state: Readonly<Pick<LabState, 'share'>>,
  measured: Pick<Measured, 'machine'>,
  source: Source,
  fit: FitResult,
): string {
  const isSocket = source.name === 'unix' || source.name === 'tcp';
  const what = `${SOURCES[source.name]}${isSocket ? ` against reads of ${formatBytes(READ_BYTES)}` : ''}`;
  const whose = `${what}, measured on the ${measured.machine}`;
  if (fit.kind === 'refused') return `${whose}: no such fit. ${fit.why}`;
  const { value, low, high } = fit.smallest;
  return (
    `${whose}: ${costWords(fit).join(' + ')}; ${offWords(fit)}. Enough for ${state.share}%: ` +
    `${formatBytes(value)} (${spanOf({ low, high }, formatBytes)}). In parentheses 95% intervals.`
  );
}
