/** What the lab says: its figures, its result and its fit, in words. */
import { formatBytes, formatCount, formatSeconds, formatShare, formatThroughput } from '@/kit/chart/format';
import type { Beside } from '@/kit/lab/beside';
import type { Figure, NotedFigure } from '@/kit/lab/figures';
import { measuredShare } from './marks';
import { READ_BYTES, sourceOf, type Measured, type MeasuredShare, type Source } from './measured';
import { LARGEST } from './sizes';
import { SOURCES, type LabState } from './state';
import type { Curve, Estimate, FitResult, Fitted, CallParts } from './tasks';

const GIB = 2 ** 30;

const atTheEnd = ({ best }: Curve): boolean => best.bytes >= LARGEST;

/** Calls that move a gibibyte. */
const callsPerGib = ({ chosen }: Curve): number => GIB / chosen.bytes;
/** How long those take together. */
const secondsPerGib = ({ chosen }: Curve): number => GIB / chosen.bytesPerSecond;

/** The headline: the share of the best with the chosen buffer, as it was measured, if it was, and by the law. */
export function headline({ chosen }: Curve, source: Source | null): [measured: Figure, byLaw: Figure] {
  const measured = source && measuredShare(source, chosen.bytes);
  const [value] = measured ?? [null];
  const common = {
    label: '',
    hint: 'The share of the best throughput with the buffer that is chosen',
    alarming: false,
  };
  return [
    {
      ...common,
      name: 'measured-share',
      value,
      text: measured ? shareWords(measured) : '',
    },
    { ...common, name: 'share-by-law', value: chosen.ofBest, text: formatShare(chosen.ofBest) },
  ];
}

const shareWords = ([value, low, high]: MeasuredShare): string =>
  `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;

/** What machines that are laid beside measured with the chosen buffer, a sentence each. */
export function besideWords(
  { source: name, buffer }: Pick<LabState, 'source' | 'buffer'>,
  beside: readonly Beside<Measured>[],
): string[] {
  if (name === 'none') return [];
  const size = formatBytes(buffer);
  return beside.map(({ name: machine, measured }) => {
    const source = sourceOf(measured, name);
    const share = source && measuredShare(source, buffer);
    const said = share ? `${shareWords(share)} of its best with ${size}` : `not measured with ${size}`;
    return `${machine}, ${SOURCES[name]}: ${said}.`;
  });
}

/** What the time of a call is made of, in the order of the strip. */
export const PARTS = ['call', 'bytes', 'beyond'] as const;
export type PartName = (typeof PARTS)[number];

/** Each part's share of the time of a call. */
export function shareOfParts({ callS, bytesS, beyondS }: CallParts): Record<PartName, number> {
  const all = callS + bytesS + beyondS;
  return { call: callS / all, bytes: bytesS / all, beyond: beyondS / all };
}

/** What each part is, in words. */
export function partWords(parts: CallParts): Record<PartName, string> {
  const { call, bytes, beyond } = shareOfParts(parts);
  const said = (seconds: number, share: number) => `${formatSeconds(seconds)} (${formatShare(share)})`;
  return {
    call: `the call ${said(parts.callS, call)}`,
    bytes: `its bytes ${said(parts.bytesS, bytes)}`,
    beyond: parts.beyondS === 0 ? 'nothing beyond the cache' : `beyond the cache ${said(parts.beyondS, beyond)} more`,
  };
}

/** The best of what was measured, of which the law may know nothing; empty without a source. */
function bestMeasured(source: Source | null): string {
  const rates = source?.points.map(({ bytes, s: [seconds] }) => ({ bytes, rate: bytes / seconds })) ?? [];
  if (rates.length === 0) return '';
  const best = rates.reduce((most, one) => (one.rate > most.rate ? one : most));
  return `; measured: ${formatThroughput(best.rate)} with ${formatBytes(best.bytes)}`;
}

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
      'The best, by this law',
      `The highest throughput of any buffer up to ${formatBytes(LARGEST)}`,
      best.bytesPerSecond,
      formatThroughput(best.bytesPerSecond),
      `${atTheEnd(curve) ? 'still rising at the end' : `with ${formatBytes(best.bytes)}`}${bestMeasured(source)}`,
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
export function resultSentence(state: Readonly<LabState>, curve: Curve, source: Source | null): string {
  const { best, smallest, chosen } = curve;
  const most = `${formatThroughput(best.bytesPerSecond)} with ${formatBytes(best.bytes)}`;
  const peak = atTheEnd(curve) ? `${most}, where it still rises` : `${most}; larger buffers are slower`;
  const [measured, byLaw] = headline(curve, source);
  const measuredWords = measured.value === null ? '' : `${measured.text} of the best, measured; `;
  return (
    `With ${formatBytes(chosen.bytes)} a call: ${measuredWords}${byLaw.text} of the best by the law. ` +
    `${formatBytes(smallest.bytes)} are enough for ${state.share}% of the best, which is ${peak}.`
  );
}

/** An interval's ends; one figure where both are written alike. */
const spanOf = ({ low, high }: Pick<Estimate, 'low' | 'high'>, write: (value: number) => string): string => {
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

/** How far off a fit typically is. */
const offWords = ({ rms, bytes }: Fitted): string => {
  const points = bytes.length === 1 ? '1 point' : `${bytes.length} points`;
  return `typically off by ${formatShare(rms)}, at ${points}`;
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
  const whose = `${what}, measured on ${measured.machine}`;
  if (fit.kind === 'refused') return `${whose}: no such fit. ${fit.why}`;
  const { value, low, high } = fit.smallest;
  return (
    `${whose}: ${costWords(fit).join(' + ')}; ${offWords(fit)}. Enough for ${state.share}%: ` +
    `${formatBytes(value)} (${spanOf({ low, high }, formatBytes)}). 95% intervals in parentheses.`
  );
}
