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
import { CORES, SERVERS, TRANSPORTS } from './words';

/** A result of the model, as round as it deserves. */
const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(2)) : value);

/**
 * The ratio of the two rates that the lab gives, with its interval and its basis: as measured where this request was, else as its
 * parts predict. Where only rounds stand for it, from the least to the most of them.
 */
export function judged({ ratio, ratioInterval }: Comparison, known: MeasuredRequest | null) {
  const rounds = known?.rounds ?? [];
  if (rounds.length > 0) {
    return { basis: 'measured', ratio: null, low: Math.min(...rounds), high: Math.max(...rounds) } as const;
  }
  if (!known?.ratio) return { basis: 'predicted', ratio, ...ratioInterval } as const;
  const [value, low, high] = known.ratio;
  return { basis: 'measured', ratio: value, low, high } as const;
}

/** Answer to whether the kind of socket matters by more than the reader's threshold: open where the threshold lies within the interval. */
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
const BASES = { measured: 'as measured', predicted: 'as its parts predict' } as const;

/** Ratios below this are none that anybody could tell. */
const EQUAL = 1.0005;

/** The result, in one sentence. */
export function sentence(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): string {
  const { basis, ratio, low, high } = judged(compared, known);
  const [first, second] = [TRANSPORTS[state.transport], TRANSPORTS[state.against]];
  const verdict = `${VERDICTS[matters(state, compared, known)]}, ${BASES[basis]}`;
  if (ratio === null) {
    const times = `${formatRatio(low)} to ${formatRatio(high)} times as many requests`;
    return `${verdict}: ${second.name} handles ${times} as ${first.name}, from round to round.`;
  }
  if (low < 1 && high > 1) {
    const none = basis === 'measured' ? 'no measurable difference' : 'no certain difference';
    return `${verdict}: ${none} between ${second.name} and ${first.name}.`;
  }
  const [fast, slow, by] = ratio >= 1 ? [second, first, ratio] : [first, second, 1 / ratio];
  if (by < EQUAL) return `It hardly matters, ${BASES[basis]}: ${fast.name} and ${slow.name} handle as many requests.`;
  const more = by >= 1.5 ? `${formatRatio(by)} times as many` : `${formatShare(by - 1)} more`;
  return `${verdict}: ${fast.name} handles ${more} requests ${by >= 1.5 ? 'as' : 'than'} ${slow.name}.`;
}

/** Share by which a prediction may be off: as much as in the claim on the parts. */
const OFF = 0.1;

/** The ratio that the parts predict, and how well, where it was measured. */
function prediction({ ratio }: Comparison, known: MeasuredRequest | null): string {
  if (!known?.ratio) return '';
  const [, low, high] = known.ratio;
  const isOff = high < ratio * (1 - OFF) || low > ratio * (1 + OFF);
  return `The parts predict ${formatRatio(ratio)}${isOff ? ', more than 10% off' : ''}.`;
}

/** The prediction of what was measured, and from when on the kind of socket does not matter any more, and how sure that is. */
export function remarks(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): string {
  const { applicationForShareS, applicationForShareInterval, bytesForShare } = compared;
  const limit = `${state.share}%`;
  const said: string[] = [];
  const predicted = prediction(compared, known);
  if (predicted) said.push(predicted);
  if (applicationForShareS > 0) {
    // Behind nginx the parts miss by more than their intervals say.
    const range =
      state.cores === 'busy' ? '' : ` (95% interval ${formatInterval(roundedEnds(applicationForShareInterval), 's')})`;
    said.push(
      `By its parts, the difference falls below ${limit} once your handler takes ${formatSeconds(rounded(applicationForShareS))} of its own${range}.`,
    );
  } else said.push(`By its parts, the difference is below ${limit} whatever your handler takes.`);
  if (Number.isFinite(bytesForShare) && bytesForShare > 0) {
    said.push(`Or from ${formatBytes(rounded(bytesForShare))} ${isEcho(state) ? 'each way' : 'back'} on.`);
  }
  if (state.cores === 'all') {
    said.push('The parts are averages over wherever the scheduler put the ends.');
  }
  return said.join(' ');
}

const roundedEnds = ({ low, high }: { low: number; high: number }) => ({ low: rounded(low), high: rounded(high) });

export function figures(state: Readonly<LabState>, compared: Comparison, known: MeasuredRequest | null): Figure[] {
  const { tcp, unix, applicationForShareS, bytesForShare } = compared;
  const { basis, ratio, low, high } = judged(compared, known);
  const isMeasured = basis === 'measured';
  const [one, other] = [TRANSPORTS[state.transport].short, TRANSPORTS[state.against].short];
  const plain = { alarming: false };
  const { time } = CORES[state.cores];
  const timeHint = `${state.cores === 'busy' ? 'cores over requests a second' : 'of a request'}, everything else included`;
  const range = formatIntervalBare({ low, high }, '1');
  const { low: least, high: most } = compared.ratioInterval;
  return [
    {
      ...plain,
      name: 'ratio',
      label: `${other} over ${one}`,
      hint: 'ratio of the two rates: as measured, and as predicted from the parts',
      value: isMeasured ? ratio : null,
      text: !isMeasured ? NOT_MEASURED : ratio === null ? range : formatRatio(ratio),
      predicted: { value: compared.ratio, text: formatRatio(compared.ratio) },
    },
    {
      ...plain,
      name: 'ratio-interval',
      label: 'its 95% interval',
      hint: 'as measured, and from the intervals of the parts',
      // Its width.
      value: isMeasured && ratio !== null ? high - low : null,
      text: !isMeasured ? NOT_MEASURED : ratio === null ? 'none: rounds differ' : range,
      predicted: { value: most - least, text: formatIntervalBare({ low: least, high: most }, '1') },
    },
    {
      ...plain,
      name: 'time-transport',
      label: `predicted ${time}, ${one}`,
      hint: timeHint,
      value: tcp.totalS,
      text: formatSeconds(tcp.totalS),
    },
    {
      ...plain,
      name: 'time-against',
      label: `predicted ${time}, ${other}`,
      hint: timeHint,
      value: unix.totalS,
      text: formatSeconds(unix.totalS),
    },
    {
      ...plain,
      name: 'matters-until',
      label: 'hardly matters from',
      hint: 'time of your handler’s own from which the difference is below your threshold',
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

const NOT_MEASURED = 'not measured';

/** The request in words. */
export function requestWords(state: Readonly<LabState>): string {
  const { kept, requests, trips, sent, received, application, cores, server } = state;
  const connection =
    kept === 'on'
      ? 'on a kept connection'
      : requests === 1
        ? 'with a connection of its own'
        : `${requests} to a connection`;
  const trip = trips === 1 ? '1 round trip' : `${trips} round trips`;
  const behind = server === 'none' ? [] : [`with ${SERVERS[server]}`];
  const handler = application === 0 ? 'nothing' : formatSeconds(application / 1e6);
  const own = [...behind, `${handler} of the handler’s own`].join(', ');
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
