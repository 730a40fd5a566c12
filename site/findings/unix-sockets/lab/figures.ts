/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import {
  formatBytes,
  formatInterval,
  formatIntervalBare,
  formatRatio,
  formatSeconds,
  formatShare,
} from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { knownSentence, type MeasuredRequest } from './known';
import { MOST_BYTES, isEcho, type LabState } from './state';
import type { Comparison } from './tasks';
import { CORES, TRANSPORTS } from './words';

/** A result of the model, as round as it deserves. */
const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(2)) : value);

/**
 * The ratio of the two rates that the lab gives, with its interval: as measured where this request was, else as its parts
 * predict. Where only rounds stand for it, from the least to the most of them.
 */
export function judged({ ratio, ratioInterval }: Comparison, known: MeasuredRequest | null) {
  const rounds = known?.rounds ?? [];
  if (rounds.length > 0) return { ratio: null, low: Math.min(...rounds), high: Math.max(...rounds) };
  if (!known?.ratio) return { ratio, ...ratioInterval };
  const [value, low, high] = known.ratio;
  return { ratio: value, low, high };
}

/** Whether the kind of socket matters by more than the reader's threshold: open where the threshold lies within the interval. */
export function matters(
  { share }: Readonly<LabState>,
  compared: Comparison,
  known: MeasuredRequest | null,
): 'yes' | 'no' | 'open' {
  const { low, high } = judged(compared, known);
  const limit = 1 + share / 100;
  if (low > limit || high < 1 / limit) return 'yes';
  return high <= limit && low >= 1 / limit ? 'no' : 'open';
}

const VERDICTS = { yes: 'It matters', no: 'It hardly matters', open: 'It may matter' } as const;

/** Ratios below this are none that anybody could tell. */
const EQUAL = 1.0005;

/** The result, in one sentence. */
export function sentence(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): string {
  const { ratio, low, high } = judged(compared, known);
  const [first, second] = [TRANSPORTS[state.transport], TRANSPORTS[state.against]];
  const verdict = VERDICTS[matters(state, compared, known)];
  if (ratio === null) {
    const times = `${formatRatio(low)} to ${formatRatio(high)} times as many requests`;
    return `${verdict}: ${second.name} handles ${times} as ${first.name}, from round to round.`;
  }
  if (low < 1 && high > 1) {
    const times = `${formatRatio(low)} to ${formatRatio(high)} times as many requests`;
    return `${verdict}: ${second.name} handles ${times} as ${first.name}, which may be no difference.`;
  }
  const [fast, slow, by] = ratio >= 1 ? [second, first, ratio] : [first, second, 1 / ratio];
  if (by < EQUAL) return `It hardly matters: ${fast.name} and ${slow.name} handle as many requests.`;
  const more = by >= 1.5 ? `${formatRatio(by)} times as many` : `${formatShare(by - 1)} more`;
  return `${verdict}: ${fast.name} handles ${more} requests ${by >= 1.5 ? 'as' : 'than'} ${slow.name}.`;
}

/** Whether the parts predict a ratio that the measured interval doesn't hold. */
const misses = ({ ratio }: Comparison, known: MeasuredRequest | null): boolean =>
  !!known?.ratio && (ratio < known.ratio[1] || ratio > known.ratio[2]);

/** Whether the parts miss what was measured, from when on it does not matter any more, and how sure that is. */
export function remarks(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): string {
  const { applicationForShareS, applicationForShareInterval, bytesForShare } = compared;
  const limit = `${state.share}%`;
  const said: string[] = [];
  if (misses(compared, known)) said.push(`The parts predict ${formatRatio(compared.ratio)} here, and miss.`);
  if (applicationForShareS > 0) {
    // Behind nginx the parts miss by more than their intervals say.
    const range =
      state.cores === 'busy' ? '' : ` (95% interval ${formatInterval(roundedEnds(applicationForShareInterval), 's')})`;
    said.push(
      `By its parts, the difference falls below ${limit} once the application takes ${formatSeconds(rounded(applicationForShareS))} of its own${range}.`,
    );
  } else said.push(`By its parts, the difference is below ${limit} whatever the application takes.`);
  if (Number.isFinite(bytesForShare) && bytesForShare > 0) {
    said.push(`Or from ${formatBytes(rounded(bytesForShare))} ${isEcho(state) ? 'each way' : 'back'} on.`);
  }
  if (state.cores === 'all') {
    said.push('The parts are averages over rounds with both ends on one core and rounds with a core for each.');
  }
  return said.join(' ');
}

const roundedEnds = ({ low, high }: { low: number; high: number }) => ({ low: rounded(low), high: rounded(high) });

export function figures(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): Figure[] {
  const { tcp, unix, applicationForShareS, bytesForShare } = compared;
  const { ratio, low, high } = judged(compared, known);
  const [one, other] = [TRANSPORTS[state.transport].short, TRANSPORTS[state.against].short];
  const plain = { alarming: false };
  const range = formatIntervalBare({ low, high }, '1');
  return [
    {
      ...plain,
      name: 'ratio',
      label: `${other} over ${one}`,
      hint: 'ratio of the two rates: measured where this request was, else predicted from its parts',
      value: ratio,
      text: ratio === null ? range : formatRatio(ratio),
      predicted: known?.ratio || ratio === null ? { value: compared.ratio, text: formatRatio(compared.ratio) } : null,
    },
    {
      ...plain,
      name: 'ratio-interval',
      label: 'its 95% interval',
      hint: 'as measured, or from the intervals of the parts',
      // How wide it is.
      value: ratio === null ? null : high - low,
      text: ratio === null ? 'none: rounds differ' : range,
    },
    {
      ...plain,
      name: 'time-transport',
      label: `predicted time, ${one}`,
      hint: 'of a request, the application’s own included',
      value: tcp.totalS,
      text: formatSeconds(tcp.totalS),
    },
    {
      ...plain,
      name: 'time-against',
      label: `predicted time, ${other}`,
      hint: 'of a request, the application’s own included',
      value: unix.totalS,
      text: formatSeconds(unix.totalS),
    },
    {
      ...plain,
      name: 'matters-until',
      label: 'hardly matters from',
      hint: 'time of the application’s own from which the difference is below your threshold',
      value: applicationForShareS,
      text: applicationForShareS > 0 ? formatSeconds(rounded(applicationForShareS)) : 'always',
    },
    {
      ...plain,
      name: 'matters-until-bytes',
      label: 'or from this message size',
      hint: 'size of the messages from which the difference is below your threshold',
      value: Math.min(bytesForShare, MOST_BYTES),
      text:
        bytesForShare > MOST_BYTES
          ? `above ${formatBytes(MOST_BYTES)}`
          : bytesForShare > 0
            ? formatBytes(rounded(bytesForShare))
            : 'any size',
    },
  ];
}

/** The request in words. */
export function requestWords(state: Readonly<LabState>): string {
  const { kept, requests, trips, sent, received, application, cores } = state;
  const connection =
    kept === 'on'
      ? 'on a kept connection'
      : requests === 1
        ? 'with a connection of its own'
        : `${requests} to a connection`;
  const trip = trips === 1 ? '1 round trip' : `${trips} round trips`;
  const own =
    application === 0 ? 'nothing to do besides' : `${formatSeconds(application / 1e6)} of the application’s own`;
  return `A request ${connection}, ${trip} of ${formatBytes(sent)} there and ${formatBytes(received)} back, ${own}, on ${CORES[cores].name}`;
}

/** The result in words, for the live region. */
export const resultSentence = (
  state: Readonly<LabState>,
  compared: Comparison,
  known: MeasuredRequest | null,
): string =>
  [
    `${requestWords(state)}.`,
    sentence(state, compared, known),
    knownSentence(known),
    remarks(state, compared, known),
  ].join(' ');
