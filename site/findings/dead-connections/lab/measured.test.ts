import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types';
import { set } from '../settings';
import { besideWords, knownLines, measuredFrom } from './measured';
import { schema, type LabState } from './state';

const KEEPALIVE = { idle: 1, interval: 1, probes: 3 };
const DROPPED = { program: 'tcp', scenario: 'drop-outbound', pattern: 'idle' };

/** A row of seven trials, which ended after so long, if they did. */
function row(at: Readonly<Record<string, string | number | null>>, after?: number, apart = 0.2): Point {
  const given = Object.entries(at).filter(([, value]) => value !== null);
  return {
    at: Object.fromEntries(given) as Point['at'],
    outcomes: { call: { read: 7 }, errno: { ETIMEDOUT: 7 } },
    values: {
      noticed_share: { n: 7, value: after === undefined ? 0 : 1, low: 0, high: 1 },
      watched_seconds: { n: 7, value: 10, low: 10, high: 10 },
      ...(after !== undefined && {
        noticed_after_seconds: { n: 7, value: after, low: after - 0.01, high: after + apart },
      }),
    },
  };
}

const SERIES: Readonly<Record<string, Point[]>> = {
  fates: [
    row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }) }, 4.09),
    row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }), program: 'grpcio' }, 2),
    row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }), pattern: 'awaiting' }),
    row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }), scenario: 'host-vanishes' }, 7.1, 26),
    row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }), scenario: 'peer-reboots', delay_seconds: 1 }, 2.02),
    row({ ...DROPPED, ...set({ userTimeout: 3 }), pattern: 'writes', write_interval_seconds: 0.1 }, 3.4),
  ],
  // Such rows name no program: nothing else was waited for.
  'predicted-only': [row({ ...DROPPED, ...set({ retries2: 9 }), program: null, pattern: 'awaiting' }, 213.6)],
  'round-trips': [row({ ...DROPPED, ...set({ keepalive: KEEPALIVE }), round_trip_seconds: 0.1 }, 4.2)],
};
const record: MeasurementRecord = {
  ...madeUpRecord('m'),
  series: Object.entries(SERIES).map(([id, points]) => ({
    ...{ id, title: id, dimensions: [], measures: [], method: 1, published_source: null, points },
  })),
};

const measured = measuredFrom(record);
const SHORT = { ...schema.initial, scenario: 'drop-outbound', ...KEEPALIVE } as const;
const known = (values: Partial<LabState>) => {
  const state: LabState = { ...SHORT, ...values };
  return knownLines(state, measured, [state])[0]?.after?.value;
};

describe('what was measured', () => {
  it.each<[string, Partial<LabState>, number, Partial<LabState>]>([
    ['its settings', {}, 4.09, { probes: 4 }],
    ['what the experiment leaves as Linux has it', {}, 4.09, { rtomin: 100 }],
    ['the round trip', { rtt: 100 }, 4.2, { rtt: 50 }],
    ['a peer on the same link, where it vanishes', { scenario: 'host-vanishes', link: 'on' }, 7.1, { link: 'off' }],
    ['the time until the peer is back', { scenario: 'peer-reboots', back: 1 }, 2.02, { back: 2 }],
    [
      'the time between writes',
      { pattern: 'writes', keepalive: 'off', timeout: 3000, every: 100 },
      3.4,
      { every: 200 },
    ],
    ['a run that waited long', { pattern: 'awaiting', keepalive: 'off', retries: 9 }, 213.6, { retries: 8 }],
  ])('is shown with just %s', (_, values, after, otherwise) => {
    expect(known(values)).toBe(after);
    expect(known({ ...values, ...otherwise })).toBeUndefined();
  });

  it('of another machine is said of each time line, as a range where trials ended at two times', () => {
    const patterns = [{ pattern: 'idle' }, { pattern: 'awaiting' }] as const;
    expect(besideWords('your machine', patterns, knownLines(SHORT, measured, patterns))).toMatch(
      /^your machine: Idle: 4\.09\ss \(95% interval 4\.08\ss to 4\.29\ss; 7 of 7 .* ETIMEDOUT\. Request under way: .* 0 of 7 trials within 10\ss/,
    );
    const vanishes: LabState = { ...SHORT, scenario: 'host-vanishes', link: 'on' };
    expect(besideWords('m', [vanishes], knownLines(vanishes, measured, [vanishes]))).toMatch(
      /^m: 7\.09\ss to 33\.1\ss \(at least 4 of 7 by 7\.10\ss; 7 of 7 trials\)/,
    );
    expect(besideWords('m', patterns, [null, null])).toBe('m: not measured with these settings.');
  });
});
