/** What a time line is drawn from: which timers run when, where segments get to, and what came of it. */
import type { StepName } from '@/wasm-pkg/dead-connections/models.js';
import type { LabState } from './state';
import type { Event, TimeLine } from './tasks';

/** Keepalive's timer runs on while data is unacknowledged, but when it fires, nothing comes of it. */
export type TimerKind = 'retransmission' | 'keepalive' | 'asleep' | 'ping';

/** A timer, from when it is set until it fires. */
export interface Timer {
  kind: TimerKind;
  fromUs: number;
  toUs: number;
}

const KEEPALIVE: ReadonlySet<StepName> = new Set(['keepalive-probe', 'keepalive-skipped']);

/** Whether gRPC's keepalive has anything to do. */
const pings = ({ grpc, pattern, calls }: Readonly<LabState>) =>
  grpc === 'on' && pattern !== 'connecting' && (pattern !== 'idle' || calls === 'on');

/** Timers of the time line. The events name those that they set; the first ones run from the last contact on. */
export function timersOf(state: Readonly<LabState>, line: TimeLine): Timer[] {
  const { events } = line;
  const endUs = endOf(line);
  const timers: Timer[] = [];
  const add = (kind: TimerKind, fromUs: number, toUs: number) => {
    if (toUs > fromUs) timers.push({ kind, fromUs, toUs: Math.min(toUs, endUs) });
  };
  const firstProbe = events.find(({ step }) => KEEPALIVE.has(step));
  const kindUntil = (us: number) =>
    events.some(({ step, atUs }) => step === 'keepalive-skipped' && atUs === us) ? 'asleep' : 'keepalive';
  if (firstProbe) add(kindUntil(firstProbe.atUs), 0, firstProbe.atUs);
  for (const { atUs, step, timerUs } of events) {
    // A write that waits in the buffer and an answer leave the timer alone that the segment before them set.
    if (timerUs === undefined || step === 'write-buffered' || step === 'zero-window') continue;
    if (step === 'keepalive-skipped') add('asleep', atUs, timerUs);
    else add(step === 'keepalive-probe' ? 'keepalive' : 'retransmission', atUs, timerUs);
  }
  if (pings(state)) {
    const askedUs = state.ping * 1e6;
    add('ping', 0, Math.min(askedUs, endUs));
    if (askedUs < endUs) add('ping', askedUs, askedUs + state.pong * 1e6);
  }
  return timers;
}

/** When there is nothing more to tell: the program knows, or the last event's timer fires. */
export function endOf({ ending, latestUs, atUs, events }: TimeLine): number {
  if (ending === 'learned') return Math.max(latestUs, atUs);
  return events.reduce((end, event) => Math.max(end, event.timerUs ?? event.atUs), 0);
}

/** When the user timeout strikes: what it counts from is the first retransmission, if data is under way. */
export function limitOf({ timeout }: Readonly<LabState>, { events }: TimeLine): number | null {
  if (timeout === 0) return null;
  const counted = events.find(({ step }) => step === 'retransmission' || step === 'window-probe');
  return (counted?.atUs ?? 0) + timeout * 1000;
}

/** How far a segment of ours gets, as a part of the way to the peer. */
export function reachOf({ scenario }: Readonly<LabState>, { faultUs, events }: TimeLine, event: Event): number {
  if (!event.onWire) return 0.12;
  switch (scenario) {
    case 'own-link-down':
    case 'own-link-down-in-flight':
      return 0.12;
    case 'drop-outbound':
      return 0.5;
    case 'firewall-forgets':
    case 'firewall-resets':
    case 'firewall-rejects': {
      // Until it forgets, the firewall lets everything pass, and the peer answers.
      const passes = scenario !== 'firewall-rejects' && (faultUs === 0 || event.atUs < faultUs);
      return passes && isAnswered(events) ? 1 : 0.5;
    }
    default:
      return 1;
  }
}

const isAnswered = (events: readonly Event[]) => events.some(({ step }) => step === 'acknowledgement');

/** From where an answer comes, as a part of the way to the peer. */
export function originOf({ scenario }: Readonly<LabState>, { step }: Event): number {
  if (step === 'host-unreachable') return 0.12;
  if (step === 'rejected') return 0.5;
  return scenario === 'firewall-resets' && step === 'reset' ? 0.5 : 1;
}

/** Whether a segment comes to nothing: nobody answers it. */
export function isLost(state: Readonly<LabState>, line: TimeLine, event: Event): boolean {
  if (event.step === 'reset-sent') return reachOf(state, line, event) < 1 || state.scenario === 'host-vanishes';
  const rttUs = state.rtt * 1000;
  const answer = line.events.find(({ step, atUs }) => ANSWERS.has(step) && Math.abs(atUs - event.atUs - rttUs) < 1);
  return answer === undefined;
}

const ANSWERS: ReadonlySet<StepName> = new Set([
  'acknowledgement',
  'zero-window',
  'reset',
  'pong',
  'go-away',
  'rejected',
]);

/** Where the connection is cut. */
export type Cut = 'nowhere' | 'ours' | 'network' | 'peer';

export function cutOf({ scenario }: Readonly<LabState>, { ending }: TimeLine): Cut {
  if (ending === 'survives') return 'nowhere';
  switch (scenario) {
    case 'alive':
      return 'nowhere';
    case 'own-link-down':
    case 'own-link-down-in-flight':
      return 'ours';
    case 'drop-outbound':
    case 'drop-inbound':
    case 'firewall-forgets':
    case 'firewall-resets':
    case 'firewall-rejects':
      return 'network';
    default:
      return 'peer';
  }
}

/** Whether it goes on like this for ever, or as long as the model looked. */
export const goesOn = ({ ending, eventsLeftOut, events }: TimeLine): boolean =>
  ending !== 'learned' && (eventsLeftOut > 0 || events.length > 1);
