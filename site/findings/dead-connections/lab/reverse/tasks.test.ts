import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { timeLine, type EndpointSettings } from '../tasks';
import { PROBES, WITHIN } from './limits';
import { schema } from './state';
import { reverseTasks, type Asked } from './tasks';
import { waysOut } from './words';

const build = modelsAtBuild('dead-connections', models);
const plan = (asked: Partial<Asked>) => runToEnd(reverseTasks(build).plan({ ...schema.initial, ...asked }));
const advice = (asked: Partial<Asked>) => plan(asked).advice;
const questions = fc.record({
  within: fc.integer({ min: WITHIN[0], max: WITHIN[1] }),
  probes: fc.integer({ min: PROBES[0], max: PROBES[1] }),
  rtt: fc.integer({ min: 0, max: 2000 }),
});

/** When the model itself says that a lost peer is noticed at the latest, in seconds. */
function latest(settings: EndpointSettings, pattern: 'idle' | 'awaiting', rtt: number): number {
  const path = { rttUs: rtt * 1000, rttDeviationUs: rtt * 250 };
  const durations = { everyMs: 1000, backMs: 1000, forgetMs: 1000 };
  const request = { settings: { ...settings, path }, scenario: 'drop-outbound', pattern, durations } as const;
  return timeLine(build, request).latestUs / 1e6;
}

describe('what is advised', () => {
  it('notices in time, as the model shows when it plays it', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const found = advice(asked);
        if (found.kind !== 'found') return;
        const { idleS, intervalS, probes, userTimeoutMs } = found;
        const settings = { keepalive: { idleS, intervalS, probes }, userTimeoutMs };
        expect(latest(settings, 'idle', asked.rtt)).toBeLessThanOrEqual(asked.within);
        expect(latest(settings, 'awaiting', asked.rtt)).toBeLessThanOrEqual(asked.within);
        expect(found.probesPerHour).toBeLessThanOrEqual(asked.probes);
        expect(idleS).toBeGreaterThanOrEqual(3600 / asked.probes - 1e-9);
      }),
    );
  });

  it('does whatever it offers instead', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        for (const { change } of waysOut(advice(asked))) {
          expect(advice({ ...asked, ...change }), JSON.stringify(change)).toMatchObject({ kind: 'found' });
        }
      }),
    );
  });

  it('offers both ways where there are too few probes, and one where there is too little time', () => {
    expect(waysOut(advice({ within: 10, probes: 60 })).map(({ id }) => id)).toEqual(['allow', 'wait']);
    expect(waysOut(advice({ within: 2 })).map(({ id }) => id)).toEqual(['wait']);
    expect(waysOut(advice({}))).toEqual([]);
  });
});

describe('the curve', () => {
  it('is where what can be had ends', () => {
    for (const rtt of [0, 50, 500]) {
      const { probes, soonest } = plan({ rtt });
      probes.forEach((count, index) => {
        const within = soonest[index] as number;
        expect(advice({ within, probes: count, rtt }), `${count} probes`).toMatchObject({ kind: 'found' });
        if (within > WITHIN[0]) {
          expect(advice({ within: within - 1, probes: count, rtt }).kind, `${count} probes`).not.toBe('found');
        }
      });
    }
  });

  it('runs from one probe an hour to one a second, and never up', () => {
    const { probes, soonest } = plan({});
    expect([probes[0], probes.at(-1)]).toEqual([...PROBES]);
    expect([...soonest]).toEqual([...soonest].sort((a, b) => b - a));
  });
});

it('Others’ settings take as long as their own numbers say', () => {
  const [recommended = 0, defaults = 0] = plan({ rtt: 0 }).known;
  // 15 + 5 x 15, and 7200 + 9 x 75, with timers that may be an eighth of their wait late at most.
  expect(recommended / (15 + 5 * 15)).toBeGreaterThanOrEqual(1);
  expect(recommended / (15 + 5 * 15)).toBeLessThan(1.125);
  expect(defaults / (7200 + 9 * 75)).toBeGreaterThanOrEqual(1);
  expect(defaults / (7200 + 9 * 75)).toBeLessThan(1.125);
});
