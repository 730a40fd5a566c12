/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatBytes, formatCount, formatInterval, formatRatio, formatSeconds, formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { MOST_BYTES, isEcho, type LabState } from './state';
import type { Comparison } from './tasks';
import { CORES, TRANSPORTS } from './words';

/** A result of the model, as round as it deserves. */
const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(2)) : value);

const rate = (seconds: number) => formatCount(Number((1 / seconds).toPrecision(3)));

/** Which kind is faster here, and by which ratio of their rates (at least 1). */
function faster({ transport, against }: Readonly<LabState>, { ratio }: Comparison) {
  return ratio >= 1
    ? { fast: TRANSPORTS[against], slow: TRANSPORTS[transport], by: ratio }
    : { fast: TRANSPORTS[transport], slow: TRANSPORTS[against], by: 1 / ratio };
}

export const matters = ({ share }: Readonly<LabState>, { ratio }: Comparison): boolean =>
  Math.max(ratio, 1 / ratio) > 1 + share / 100;

/** Ratios below this are none that anybody could tell. */
const EQUAL = 1.0005;

/** The result, in one sentence. */
export function sentence(state: Readonly<LabState>, compared: Comparison): string {
  const { fast, slow, by } = faster(state, compared);
  if (by < EQUAL) return `It hardly matters: ${fast.name} and ${slow.name} handle as many requests.`;
  const more = by >= 1.5 ? `${formatRatio(by)} times as many` : `${formatShare(by - 1)} more`;
  const verdict = matters(state, compared) ? 'It matters' : 'It hardly matters';
  return `${verdict}: ${fast.name} handles ${more} requests ${by >= 1.5 ? 'as' : 'than'} ${slow.name}.`;
}

/** From when on it does not matter any more, and how sure that is. */
export function remarks(state: Readonly<LabState>, compared: Comparison): string {
  const { applicationForShareS, applicationForShareInterval, bytesForShare, ratioInterval } = compared;
  const limit = `${state.share}%`;
  const said: string[] = [];
  if (applicationForShareS > 0) {
    const range = formatInterval(roundedEnds(applicationForShareInterval), 's');
    said.push(
      `The difference falls below ${limit} once the application takes ${formatSeconds(rounded(applicationForShareS))} of its own (95% interval ${range}).`,
    );
  } else said.push(`The difference is below ${limit} whatever the application takes.`);
  if (Number.isFinite(bytesForShare) && bytesForShare > 0) {
    said.push(`Or from ${formatBytes(rounded(bytesForShare))} ${isEcho(state) ? 'each way' : 'back'} on.`);
  }
  if (isUndecided(state, ratioInterval))
    said.push('The parts’ intervals leave open on which side of it this request is.');
  return said.join(' ');
}

const roundedEnds = ({ low, high }: { low: number; high: number }) => ({ low: rounded(low), high: rounded(high) });

/** Whether the threshold lies within the ratio's interval. */
function isUndecided({ share }: Readonly<LabState>, { low, high }: { low: number; high: number }): boolean {
  const limit = 1 + share / 100;
  return [limit, 1 / limit].some((each) => low < each && each < high);
}

export function figures(state: Readonly<LabState>, compared: Comparison): Figure[] {
  const { tcp, unix, ratio, ratioInterval, applicationForShareS, bytesForShare } = compared;
  const [one, other] = [TRANSPORTS[state.transport].short, TRANSPORTS[state.against].short];
  const plain = { alarming: false };
  const who = state.cores === 'one' ? 'one core, kept busy' : 'one client, on all cores';
  return [
    {
      ...plain,
      name: 'time-transport',
      label: `time, ${one}`,
      hint: 'of a request, the application’s own included',
      value: tcp.totalS,
      text: formatSeconds(tcp.totalS),
    },
    {
      ...plain,
      name: 'time-against',
      label: `time, ${other}`,
      hint: 'of a request, the application’s own included',
      value: unix.totalS,
      text: formatSeconds(unix.totalS),
    },
    {
      ...plain,
      name: 'rate-transport',
      label: `requests/s, ${one}`,
      hint: `what ${who}, can do`,
      value: 1 / tcp.totalS,
      text: rate(tcp.totalS),
    },
    {
      ...plain,
      name: 'rate-against',
      label: `requests/s, ${other}`,
      hint: `what ${who}, can do`,
      value: 1 / unix.totalS,
      text: rate(unix.totalS),
    },
    {
      ...plain,
      name: 'ratio',
      label: `${other} over ${one}`,
      hint: 'ratio of the two rates',
      value: ratio,
      text: formatRatio(ratio),
    },
    {
      ...plain,
      name: 'ratio-interval',
      label: 'its 95% interval',
      hint: 'from the intervals of the parts',
      // How wide it is.
      value: ratioInterval.high - ratioInterval.low,
      text: formatInterval(ratioInterval, '1').replace(' to ', '\u2013'),
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
      label: 'or from, by size',
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
  return `A request ${connection}, ${trip} of ${formatBytes(sent)} there and ${formatBytes(received)} back, ${own}, on ${CORES[cores]}`;
}

/** The result in words, for the live region. */
export const resultSentence = (state: Readonly<LabState>, compared: Comparison): string =>
  `${requestWords(state)}. ${sentence(state, compared)} ${remarks(state, compared)}`;
