import { describe, expect, it } from 'vitest';
import type { MeasurementRecord, Point } from '@/kit/record/types';
import { besideWords, knownLines, knownOf, measuredFrom } from './measured';
import { schema, type LabState } from './state';
import type { TimeLine } from './tasks';

const row = (at: Point['at'], after?: number): Point =>
  ({
    at: { program: 'tcp', ...at },
    outcomes: { call: { read: 7 }, errno: { ETIMEDOUT: 7 } },
    values: {
      noticed_share: { value: after === undefined ? 0 : 1, n: 7 },
      watched_seconds: { value: 10, n: 7 },
      ...(after !== undefined && {
        noticed_after_seconds: { value: after, low: after - 0.1, high: after + 0.1, n: 7 },
      }),
    },
  }) as unknown as Point;

const keepalive = {
  scenario: 'drop-outbound',
  pattern: 'idle',
  keepalive_idle_seconds: 1,
  keepalive_interval_seconds: 1,
  keepalive_probes: 3,
};
const record = {
  experiment: 'dead-connections',
  machineName: 'm',
  provenance: { machine: { id: 'm', logical_cores: 2, virtualisation: 'kvm' } },
  claims: [],
  series: [
    {
      id: 'fates',
      dimensions: [],
      points: [
        row(keepalive, 4.09),
        row({ ...keepalive, program: 'grpcio' }, 2),
        row(
          {
            ...keepalive,
            scenario: 'host-vanishes',
            keepalive_idle_seconds: 1,
            keepalive_interval_seconds: 1,
            keepalive_probes: 6,
          },
          7.1,
        ),
        row({
          scenario: 'drop-outbound',
          pattern: 'awaiting',
          keepalive_idle_seconds: 1,
          keepalive_interval_seconds: 1,
          keepalive_probes: 3,
        }),
        row(
          {
            scenario: 'peer-reboots',
            pattern: 'idle',
            keepalive_idle_seconds: 2,
            keepalive_interval_seconds: 1,
            keepalive_probes: 3,
            delay_seconds: 1,
          },
          2.02,
        ),
        row(
          { scenario: 'drop-outbound', pattern: 'writes', write_interval_seconds: 0.1, user_timeout_seconds: 3 },
          3.4,
        ),
      ],
    },
    {
      id: 'predicted-only',
      dimensions: [],
      // Such rows name no program: nothing else was waited for.
      points: [
        { ...row({}, 938.7), at: { ...keepalive, pattern: 'awaiting', keepalive_probes: 9 } },
        { at: keepalive, values: {} },
      ],
    },
    { id: 'round-trips', dimensions: [], points: [row({ ...keepalive, path: 'relay', round_trip_seconds: 0.1 }, 4.2)] },
  ],
} as unknown as MeasurementRecord;

const measured = measuredFrom(record);
const known = (values: Partial<LabState>) => knownOf({ ...schema.initial, ...values }, measured, 0);
const SHORT = { scenario: 'drop-outbound', idle: 1, interval: 1, probes: 3 } as const;

describe('what was measured', () => {
  it('is shown with just its own settings, on the time line', () => {
    expect(known(SHORT)).toMatchObject({ noticed: { us: 4.09e6 } });
    expect(known({ ...SHORT, probes: 4 })).toBeNull();
    expect(known({ ...SHORT, timeout: 3000 })).toBeNull();
    expect(known({ ...SHORT, rtomin: 100 })).toBeNull();
  });

  it('is shown with the round trip that it was measured with', () => {
    expect(known({ ...SHORT, rtt: 100 })).toMatchObject({ noticed: { us: 4.2e6 } });
    expect(known({ ...SHORT, rtt: 50 })).toBeNull();
  });

  it('of a peer that vanishes holds for one on the same link', () => {
    const vanishes = { ...SHORT, scenario: 'host-vanishes', probes: 6 } as const;
    expect(known(vanishes)).toBeNull();
    expect(known({ ...vanishes, link: 'on' })).toMatchObject({ noticed: { us: 7.1e6 } });
  });

  it('holds for the time that the peer took to be back', () => {
    const reboots = { scenario: 'peer-reboots', idle: 2, interval: 1, probes: 3 } as const;
    expect(known({ ...reboots, back: 1 })).not.toBeNull();
    expect(known({ ...reboots, back: 2 })).toBeNull();
  });

  it('holds for the time between writes', () => {
    const writes = { scenario: 'drop-outbound', pattern: 'writes', keepalive: 'off', timeout: 3000 } as const;
    expect(known({ ...writes, every: 100 })).not.toBeNull();
    expect(known({ ...writes, every: 200 })).toBeNull();
  });

  it('is shown also where a run waited for what is else only predicted', () => {
    expect(known({ ...SHORT, pattern: 'awaiting', probes: 9 })).toMatchObject({ noticed: { us: 938.7e6 } });
  });

  it('of another machine is said of each time line', () => {
    const state = { ...schema.initial, ...SHORT };
    const lines = (['idle', 'awaiting'] as const).map((pattern) => ({ pattern, faultUs: 0 }) as TimeLine);
    const both = knownLines(state, measured, lines);
    expect(besideWords(lines, [{ machine: 'your machine', known: both }])).toEqual([
      expect.stringMatching(
        /^your machine: Idle: 4\.09\ss \(95% interval 3\.99\ss to 4\.19\ss; 7 of 7 .* ETIMEDOUT\. Request under way: .* 0 of 7 trials within 10\ss/,
      ),
    ]);
    expect(besideWords(lines, [{ machine: 'your machine', known: [null, null] }])).toEqual([
      'your machine: not measured with these settings.',
    ]);
  });

  it('is nothing without a record', () => {
    expect(knownOf({ ...schema.initial, ...SHORT }, null, 0)).toBeNull();
  });
});
