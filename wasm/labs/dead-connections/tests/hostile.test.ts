import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { Endpoint } = modelsAtBuild('dead-connections', models);

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
  { name: 'setGrpc', call: (...v) => using('setGrpc', v), good: [10_000, 20_000, true, false, 300_000] },
  {
    name: 'simulate',
    call: (...v) => (new Endpoint() as any).simulate(...v).events(),
    good: ['firewall-forgets', 'writes', 1000, 60_000, 350_000],
  },
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
    'pattern is "busy"; it must be one of idle, awaiting, acknowledged, writes, connecting',
  );
  expect(() => new Endpoint().simulate('alive', 'writes', 0, 1000, 1000)).toThrow(
    'time between writes (µs) is 0; it must be from 1,000 to',
  );
});
