import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import type { StepName } from '@/wasm-pkg/dead-connections/models.js';
import type { MeasuredOutcome } from './measured';
import { momentSentence, stopBeside, stopsOf } from './playhead-words';
import { schema, type LabState } from './state';
import type { Event, TimeLine } from './tasks';
import { cutOf, limitOf, timersOf } from './timeline-parts';
import { drawTimeline, layoutTimeline, limitsOf } from './timeline-view';

const S = 1e6;
const event = (seconds: number, step: StepName, number = 1, timer?: number): Event => ({
  atUs: seconds * S,
  step,
  number,
  onWire: true,
  timerUs: timer === undefined ? undefined : timer * S,
});
const line = (values: Partial<TimeLine>): TimeLine => ({
  scenario: 'host-vanishes',
  pattern: 'idle',
  ending: 'learned',
  call: 'read',
  errno: 'ETIMEDOUT',
  noticedAfterUs: 3 * S,
  latestAfterUs: 3.2 * S,
  vainWrites: 0,
  segmentsSent: 3,
  atUs: 3 * S,
  latestUs: 3.2 * S,
  faultUs: 0,
  events: [],
  eventsLeftOut: 0,
  inert: [],
  ...values,
});
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });

const PROBES = line({
  events: [event(1, 'keepalive-probe', 1, 2), event(2, 'keepalive-probe', 2, 3), event(3, 'reset-sent')],
});
const UNDER_WAY = line({
  events: [
    event(0, 'data', 1, 0.2),
    event(0.2, 'loss-probe', 1, 0.4),
    event(0.4, 'retransmission', 1, 0.8),
    event(0.8, 'retransmission', 2, 1.6),
    event(1, 'keepalive-skipped', 1, 2),
    event(1.6, 'retransmission', 3, 3),
    event(2, 'keepalive-skipped', 2, 3),
  ],
});

const draw = (state: LabState, of: TimeLine, known: MeasuredOutcome | null = null, width = 880) =>
  drawTimeline(state, of, layoutTimeline({ width, height: 316 }, state, of), known);
const count = (svg: string, style: string) => svg.split(`class="${style}"`).length - 1;

describe('the timers', () => {
  it('of keepalive run from the last contact on, from probe to probe', () => {
    expect(timersOf(schema.initial, PROBES)).toEqual([
      { kind: 'keepalive', fromUs: 0, toUs: S },
      { kind: 'keepalive', fromUs: S, toUs: 2 * S },
      { kind: 'keepalive', fromUs: 2 * S, toUs: 3 * S },
    ]);
  });

  it('of keepalive sleep while data is unacknowledged', () => {
    const kinds = timersOf(schema.initial, UNDER_WAY).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'asleep')).toHaveLength(3);
    expect(kinds).not.toContain('keepalive');
  });

  it('of gRPC run where it pings', () => {
    const grpc = { grpc: 'on', ping: 1, pong: 2, keepalive: 'off' } as const;
    const pings = (values: Partial<LabState>) =>
      timersOf(stateWith({ ...grpc, ...values }), line({})).filter(({ kind }) => kind === 'ping');
    expect(pings({ pattern: 'awaiting' })).toEqual([
      { kind: 'ping', fromUs: 0, toUs: S },
      { kind: 'ping', fromUs: S, toUs: 3 * S },
    ]);
    expect(pings({ pattern: 'idle' })).toEqual([]);
    expect(pings({ pattern: 'idle', calls: 'on' })).toHaveLength(2);
  });
});

describe('the user timeout', () => {
  it('counts from the first retransmission, or from the last contact', () => {
    const state = stateWith({ timeout: 2000 });
    expect(limitOf(state, UNDER_WAY)).toBe(2.4 * S);
    expect(limitOf(state, PROBES)).toBe(2 * S);
    expect(limitOf(schema.initial, PROBES)).toBeNull();
  });

  it('and keepalive’s silence are there to drag where they are set', () => {
    expect(limitsOf(stateWith({ timeout: 2000 }), PROBES)).toEqual({ idleUs: 15 * S, timeoutUs: 2 * S });
    expect(limitsOf(stateWith({ keepalive: 'off' }), PROBES)).toEqual({ idleUs: null, timeoutUs: null });
    expect(limitsOf(stateWith({ pattern: 'connecting' }), PROBES).idleUs).toBeNull();
  });
});

describe('the picture', () => {
  it('says of each event what its table says, and of what was measured when', () => {
    const known = {
      ...{ machine: '', row: {} as never },
      noticed: { us: 3 * S, lowUs: 2.9 * S, highUs: 3.1 * S },
      sentUs: [S],
      heardUs: [],
    };
    const { cells, at } = rowsRead(draw(schema.initial, UNDER_WAY, known));
    expect(cells.map((mark) => mark.length)).toEqual([8, 1, 1]);
    expect(cells[0]!.slice(0, 2)).toEqual([
      ['0\u00a0s', 'data', '1', '200\u00a0ms'],
      ['200\u00a0ms', 'tail loss probe', '1', '400\u00a0ms'],
    ]);
    expect(cells[1]).toEqual([['3\u00a0s', 'the program learns of it', '', '', '2.90\u00a0s\u20133.10\u00a0s']]);
    expect(cells[2]).toEqual([['1\u00a0s', 'packet sent']]);
    const layout = layoutTimeline({ width: 880, height: 316 }, schema.initial, UNDER_WAY);
    expect(at[0]![0]).toEqual([Math.round(layout.scale.x(0)), layout.kernel]);
  });

  it('has a mark for each segment, and a cross for each that is lost', () => {
    const svg = draw(schema.initial, PROBES);
    expect(count(svg, 'mt-dc-mark mt-dc-mark--asks')).toBe(3);
    // One more where the peer is gone.
    expect(count(svg, 'mt-dc-cross')).toBe(4);
    expect(svg).toContain('3\u00a0s: read() ETIMEDOUT');
  });

  it('cuts the connection where the scenario does', () => {
    const cuts = (scenario: LabState['scenario'], ending: TimeLine['ending'] = 'learned') =>
      cutOf(stateWith({ scenario }), line({ ending }));
    expect(cuts('host-vanishes')).toBe('peer');
    expect(cuts('drop-inbound')).toBe('network');
    expect(cuts('own-link-down')).toBe('ours');
    expect(cuts('alive', 'survives')).toBe('nowhere');
    expect(cuts('firewall-forgets', 'survives')).toBe('nowhere');
    expect(cuts('firewall-forgets')).toBe('network');
  });

  it('counts from the moment that a firewall forgot', () => {
    const forgot = line({ faultUs: 350 * S, atUs: 353 * S, latestUs: 353 * S, events: [event(350, 'data', 1, 350.2)] });
    const state = stateWith({ scenario: 'firewall-forgets', pattern: 'awaiting', keepalive: 'off' });
    const { scale } = layoutTimeline({ width: 880, height: 316 }, state, forgot);
    expect(scale.x(350 * S)).toBe(scale.left);
    expect(draw(state, forgot)).toContain('time since the firewall forgot');
  });

  it('says in words what it shows, and never that it ends where it does not', () => {
    const never = line({ ending: 'never', call: '', errno: '', atUs: Infinity, latestUs: Infinity });
    expect(draw(schema.initial, never)).toMatch(/aria-label="Time line\. Your program never learns of it\./);
    expect(draw(schema.initial, never)).not.toContain('mt-dc-flag');
    expect(draw(schema.initial, never)).not.toMatch(/NaN|Infinity/);
  });

  it('has what was measured as dots, with their interval', () => {
    const known: MeasuredOutcome = {
      machine: 'machine',
      row: { key: '', n: 7, noticed: 7, call: 'read', errno: 'ETIMEDOUT' },
      noticed: { us: 3.05 * S, lowUs: 3 * S, highUs: 3.1 * S },
      sentUs: [1.01 * S, 2.02 * S],
      heardUs: [],
    };
    expect(count(draw(schema.initial, PROBES), 'mt-mark mt-mark--measured')).toBe(0);
    const svg = draw(schema.initial, PROBES, known);
    expect(count(svg, 'mt-mark mt-mark--measured')).toBe(3);
    expect(count(svg, 'mt-interval mt-interval--measured')).toBe(1);
    const both = drawTimeline(
      schema.initial,
      PROBES,
      layoutTimeline({ width: 880, height: 316 }, schema.initial, PROBES),
      known,
      [known],
    );
    expect(count(both, 'mt-mark mt-mark--measured')).toBe(3);
    expect(count(both, 'mt-mark mt-mark--second')).toBe(3);
    expect(count(both, 'mt-interval mt-interval--second')).toBe(1);
    const learnt = rowsRead(both).cells.filter((rows) => rows.some((row) => row[1] === 'the program learns of it'));
    expect(learnt).toHaveLength(2);
    expect(learnt[0]).toEqual(learnt[1]);
  });

  it.each([328, 880])('keeps its marks within %d pixels', (width) => {
    const svg = draw(stateWith({ timeout: 7_200_000 }), UNDER_WAY, null, width);
    const xs = [...svg.matchAll(/d="M([\d.-]+),/g)].map(([, x]) => Number(x));
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs)).toBeLessThanOrEqual(width);
  });
});

describe('the playhead', () => {
  it('stops at the start, at each event and at the end, once each', () => {
    expect(stopsOf(PROBES)).toEqual([0, S, 2 * S, 3 * S]);
    expect(stopBeside(PROBES, S, 1)).toBe(2 * S);
    expect(stopBeside(PROBES, S, -1)).toBe(0);
    expect(stopBeside(PROBES, 0, -1)).toBeUndefined();
    expect(stopBeside(PROBES, 3 * S, 1)).toBeUndefined();
  });

  it('says what happens where it stands', () => {
    const say = (seconds: number, of = UNDER_WAY) => momentSentence(schema.initial, of, seconds * S);
    expect(say(0.8)).toMatch(/^800\sms: 2nd retransmission; nothing comes back; the timer fires in 800\sms\.$/);
    expect(say(1)).toMatch(/^1\ss: the keepalive timer fires and does nothing, because data is under way/);
    expect(say(0.5, PROBES)).toMatch(/^500\sms: nothing is sent, and nothing is missed, until 1\ss\.$/);
    expect(say(3)).toMatch(/^3\ss: read\(\) tells the program, ETIMEDOUT\.$/);
    expect(say(Infinity)).toBe(say(3));
  });

  it('says what is answered, and what does not leave the machine', () => {
    const answered = line({ events: [event(1, 'keepalive-probe', 1, 2), event(1, 'acknowledgement')] });
    expect(momentSentence(stateWith({ rtt: 0 }), answered, S)).toContain('and it is answered');
    const down = line({ events: [{ ...event(1, 'keepalive-probe', 1, 2), onWire: false }] });
    expect(momentSentence(schema.initial, down, S)).toContain('it does not leave the machine');
  });
});
