import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/dead-connections/models.js';
import { labTasks, timeLine, type EndpointSettings } from './tasks';

const models = modelsAtBuild('dead-connections', wasm);
const tasks = labTasks(models);
const durations = { everyMs: 1000, backMs: 60_000, forgetMs: 350_000 };
const SECOND_US = 1_000_000;

/** Everything that can be set, and none of it the default. */
const everything: EndpointSettings = {
  keepalive: { idleS: 2, intervalS: 3, probes: 4 },
  userTimeoutMs: 60_000,
  sendBufferWrites: 7,
  retries: { retries2: 5, synRetries: 3, synLinearTimeouts: 1 },
  rto: { minMs: 100, maxMs: 30_000 },
  path: { rttUs: 30_000, rttDeviationUs: 40_000 },
  onLink: true,
  grpc: {
    pingAfterMs: 20_000,
    timeoutMs: 4000,
    withoutCalls: true,
    permitsWithoutCalls: true,
    minPingIntervalMs: 1000,
  },
};

describe('the time line', () => {
  it('has the events of the model, by name', () => {
    const settings: EndpointSettings = { userTimeoutMs: 3000, path: { rttUs: 50, rttDeviationUs: 0 } };
    const request = { settings, scenario: 'drop-outbound', pattern: 'awaiting', durations } as const;
    const line = timeLine(models, request);
    expect(line).toMatchObject({ ending: 'learned', call: 'read', errno: 'ETIMEDOUT', faultUs: 0, eventsLeftOut: 0 });
    expect(line.noticedAfterUs).toBe(3.408 * SECOND_US);
    expect(line.latestAfterUs).toBeGreaterThan(line.noticedAfterUs);
    expect(line.events.slice(0, 3)).toEqual([
      { atUs: 0, step: 'data', number: 1, onWire: true, timerUs: 204_000 },
      { atUs: 204_000, step: 'loss-probe', number: 1, onWire: true, timerUs: 408_000 },
      { atUs: 408_000, step: 'retransmission', number: 1, onWire: true, timerUs: 816_000 },
    ]);
    expect(line.events.filter(({ onWire }) => onWire)).toHaveLength(line.segmentsSent);
  });

  it('tells never from nothing to notice', () => {
    const of = (scenario: wasm.ScenarioName) =>
      timeLine(models, { settings: {}, scenario, pattern: 'idle', durations });
    expect(of('host-vanishes')).toMatchObject({ ending: 'never', call: '', errno: '', noticedAfterUs: Infinity });
    expect(of('alive')).toMatchObject({ ending: 'survives', call: '', errno: '', noticedAfterUs: NaN });
  });

  it('is asked for of several patterns at once', () => {
    const asked = { settings: {}, scenario: 'drop-outbound', durations } as const;
    const patterns = ['idle', 'awaiting'] as const;
    expect(runToEnd(tasks.lines({ ...asked, patterns }))).toEqual(
      patterns.map((pattern) => timeLine(models, { ...asked, pattern })),
    );
  });

  it('depends on every setting', () => {
    const seen = (settings: EndpointSettings) => {
      const patterns = ['idle', 'awaiting', 'writes', 'connecting'] as const;
      const line = (pattern: wasm.PatternName) =>
        timeLine(models, { settings, scenario: 'host-vanishes', pattern, durations });
      return JSON.stringify(patterns.map(line));
    };
    // One at a time: where all are set, the first to tell hides the others.
    const plain: EndpointSettings = { path: { rttUs: 50, rttDeviationUs: 0 } };
    for (const name of Object.keys(everything) as (keyof EndpointSettings)[]) {
      expect(seen({ ...plain, [name]: everything[name] }), name).not.toBe(seen(plain));
    }
  });
});
