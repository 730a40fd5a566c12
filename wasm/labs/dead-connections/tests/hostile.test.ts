import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Endpoint, stepNames } = modelsAtBuild('dead-connections', models);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */

/** What becomes of a setting that nobody checked. */
function using(set: keyof models.Endpoint, values: any[], pattern: models.PatternName = 'awaiting') {
  const endpoint = new Endpoint();
  (endpoint as any)[set](...values);
  return endpoint.simulate('drop-outbound', pattern, 1000, 1000, 1000).events();
}

const calls: Call[] = [
  { name: 'setKeepalive', call: (...v) => using('setKeepalive', v, 'idle'), good: [15, 15, 5] },
  { name: 'setUserTimeout', call: (...v) => using('setUserTimeout', v), good: [30_000] },
  { name: 'setSendBuffer', call: (...v) => using('setSendBuffer', v, 'writes'), good: [50] },
  { name: 'setRetries', call: (...v) => using('setRetries', v), good: [8, 6, 4] },
  { name: 'setRto', call: (...v) => using('setRto', v), good: [200, 120_000] },
  { name: 'setPath', call: (...v) => using('setPath', v), good: [20_000, 5000] },
  { name: 'setGrpc', call: (...v) => using('setGrpc', v), good: [10_000, 20_000, true, 300_000] },
  {
    name: 'simulate',
    call: (...v) => (new Endpoint() as any).simulate(...v).events(),
    good: ['firewall-forgets', 'writes', 1000, 60_000, 350_000],
  },
  { name: 'recommend', call: (...v) => (new Endpoint() as any).recommend(...v).kind, good: [90, 240] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('says what is wrong in words', () => {
  expect(() => using('setKeepalive', [0, 1, 3])).toThrow('keepalive idle time (µs) is 0; it must be from 1,000,000 to');
  expect(() => using('setUserTimeout', [1.5])).toThrow('user timeout (ms) is 1.5; it must be a whole number');
  expect(() => using('setRetries', [256, 6, 4])).toThrow('tcp_retries2 is 256; it must be from 0 to 255');
  expect(() => using('setRto', [200, 120_001])).toThrow('largest retransmission timeout (µs) is 120,001,000');
  expect(() => new Endpoint().simulate('gone' as 'alive', 'idle', 1000, 0, 1000)).toThrow(
    'scenario is "gone"; it must be one of peer-exits, ',
  );
  expect(() => new Endpoint().simulate('alive', 'busy' as 'idle', 1000, 0, 1000)).toThrow(
    'pattern is "busy"; it must be one of idle, awaiting, writes, connecting',
  );
  expect(() => new Endpoint().simulate('alive', 'writes', 0, 1000, 1000)).toThrow(
    'time between writes (µs) is 0; it must be from 1,000 to',
  );
  expect(() => new Endpoint().recommend(1, 240)).toThrow('within (s) is 1; it must be from 2 to 604,800');
  expect(() => new Endpoint().recommend(90, 0)).toThrow('probes an hour is 0; it must be from 1 to 3,600');
});

it('tells what the names in its types are', () => {
  const scenarios: Record<models.ScenarioName, true> = {
    'peer-exits': true, 'peer-exits-unread': true, 'host-vanishes': true, 'drop-outbound': true, 'drop-inbound': true,
    'firewall-rejects': true, 'own-link-down': true, 'own-link-down-in-flight': true, 'peer-reboots': true,
    'firewall-forgets': true, 'firewall-resets': true, 'peer-hangs': true, 'peer-hangs-then-vanishes': true, alive: true,
  }; // prettier-ignore
  const steps: Record<models.StepName, true> = {
    syn: true, data: true, ping: true, 'loss-probe': true, retransmission: true, 'keepalive-probe': true,
    'window-probe': true, 'still-waiting': true, 'reset-sent': true, acknowledgement: true, 'zero-window': true,
    fin: true, reset: true, pong: true, 'go-away': true, 'host-unreachable': true, rejected: true,
    'write-buffered': true, 'write-blocked': true, 'keepalive-skipped': true, 'given-up': true,
  }; // prettier-ignore
  expect(new Set(Object.keys(LIMITS.concerns))).toEqual(new Set(Object.keys(scenarios)));
  expect(stepNames()).toEqual(Object.keys(steps));
});
