/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatSeconds } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { LabState } from './state';
import type { TimeLine } from './tasks';
import { isAsleep } from './relevance';
import { PATTERNS, SCENARIOS, callWords, outcomeTime, formatUs } from './words';

const seconds = (us: number) => (Number.isFinite(us) ? us / 1e6 : null);

/** What is learnt, in one sentence. */
export function sentence(state: Readonly<LabState>, line: TimeLine): string {
  const { ending, call, errno } = line;
  if (ending === 'never') return 'Your program never learns of it.';
  if (ending === 'survives') {
    return state.scenario === 'alive'
      ? 'There is nothing to learn: the connection is well.'
      : 'There is nothing to learn: keepalive’s probes keep the connection alive.';
  }
  const when = outcomeTime(line) === 'at once' ? 'at once' : `after ${outcomeTime(line)}`;
  return `Your program learns of it ${when}, from ${callWords(call)}: ${errno}.`;
}

/** What else there is to know: how late it may be, and what went wrong meanwhile. */
export function remarks(state: Readonly<LabState>, line: TimeLine): string {
  const { ending, noticedAfterUs, latestAfterUs, vainWrites } = line;
  const said: string[] = [];
  if (ending === 'learned' && latestAfterUs > noticedAfterUs * 1.001 && latestAfterUs - noticedAfterUs > 1000) {
    said.push(`At the latest after ${formatUs(latestAfterUs)}: the kernel’s timers may be late.`);
  }
  if (ending === 'learned' && vainWrites > 0) {
    const writes = vainWrites === 1 ? '1 write succeeds' : `${formatInteger(vainWrites)} writes succeed`;
    said.push(`Until then ${writes} in vain.`);
  }
  if (isAsleep(line)) said.push('Keepalive is on, but asleep: it does not run while data is unacknowledged.');
  if (ending === 'never') said.push(whyNever(state));
  return said.join(' ');
}

function whyNever({ scenario, pattern, keepalive, timeout, grpc }: Readonly<LabState>): string {
  if (scenario.startsWith('peer-hangs')) return 'The peer’s kernel goes on answering for its process.';
  if (pattern !== 'idle') return '';
  if (timeout > 0 && keepalive === 'off') return 'A user timeout alone does nothing while nothing is under way.';
  if (grpc === 'on') return 'No call is open, so gRPC does not ping.';
  return keepalive === 'off' ? 'Nothing is sent, so nothing is missed.' : '';
}

export function figures(line: TimeLine): Figure[] {
  const { ending, noticedAfterUs, latestAfterUs, vainWrites, segmentsSent } = line;
  const learned = ending === 'learned';
  const none = ending === 'never' ? 'never' : 'nothing to learn';
  return [
    {
      name: 'noticed',
      label: 'noticed after',
      hint: 'from the moment the peer is lost, if no timer is late',
      value: seconds(noticedAfterUs),
      text: learned ? outcomeTime(line) : none,
      alarming: ending === 'never',
    },
    {
      name: 'latest',
      label: 'at the latest',
      hint: 'if the kernel’s timers are as late as they may be',
      value: seconds(latestAfterUs),
      text: learned ? formatUs(latestAfterUs) : none,
      alarming: false,
    },
    {
      name: 'vain',
      label: 'writes in vain',
      hint: 'writes that succeeded after the last contact although nothing came of them',
      value: vainWrites,
      text: formatInteger(vainWrites),
      alarming: vainWrites > 1,
    },
    {
      name: 'segments',
      label: ending === 'learned' ? 'segments sent' : 'segments, so far',
      hint: 'by your kernel, after the last contact',
      value: segmentsSent,
      text: formatInteger(segmentsSent),
      alarming: false,
    },
  ];
}

/** Everything that is set, in words. */
export function settingWords(state: Readonly<LabState>): string {
  const { keepalive, idle, interval, probes, timeout, grpc, ping, pong } = state;
  const set = [
    ...(keepalive === 'on' ? [`keepalive ${idle}/${interval}/${probes}`] : []),
    ...(timeout > 0 ? [`a user timeout of ${formatSeconds(timeout / 1000)}`] : []),
    ...(grpc === 'on' ? [`gRPC keepalive ${ping}/${pong} s`] : []),
  ];
  return set.length === 0 ? 'nothing set' : set.join(', ');
}

/** The result in words, for the live region. */
export function resultSentence(state: Readonly<LabState>, line: TimeLine): string {
  const when = `When ${SCENARIOS[state.scenario].when} while your program ${PATTERNS[state.pattern].does}`;
  return `${when}, with ${settingWords(state)}: ${sentence(state, line)} ${remarks(state, line)}`.trim();
}
