import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { bits, printedBy } from '../../../lib/from-js/natively';

const { Endpoint, stepNames } = modelsAtBuild('dead-connections', models);

/** What `examples/failure-vectors.rs` prints: questions, and the bits of the native answers. */
interface Case {
  keepalive: [number, number, number] | null;
  userTimeout: number;
  path: [number, number];
  kernel: [[number, number, number], [number, number]] | null;
  onLink: boolean;
  sendBuffer: number | null;
  grpc: [number, number, number, number] | null;
  durations: [number, number, number];
  outcomes: {
    scenario: models.ScenarioName;
    pattern: models.PatternName;
    ending: models.EndingName;
    call: models.CallName;
    errno: models.SignName;
    numbers: string[];
    inert: string[];
    checksum: number;
  }[];
  advice: [number, number, string[]][];
}

/** Of the bits of all numbers of the events, in the order of the native program. */
function checksum(events: readonly models.Event[]): number {
  const steps = stepNames();
  const values = Float64Array.from(
    events.flatMap(({ atUs, step, number, onWire, timerUs }) => [
      atUs,
      steps.indexOf(step),
      number,
      Number(onWire),
      timerUs ?? Number.NaN,
    ]),
  );
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  return words.reduce((hash, word) => Math.imul(hash ^ word, 0x01000193), 0x811c9dc5) >>> 0;
}

function endpointOf({ keepalive, userTimeout, path, kernel, onLink, sendBuffer, grpc }: Case): models.Endpoint {
  const endpoint = new Endpoint();
  if (keepalive) endpoint.setKeepalive(...keepalive);
  endpoint.setUserTimeout(userTimeout);
  endpoint.setPath(...path);
  if (kernel) {
    endpoint.setRetries(...kernel[0]);
    endpoint.setRto(...kernel[1]);
  }
  if (onLink) endpoint.setNeighbour();
  if (sendBuffer !== null) endpoint.setSendBuffer(sendBuffer);
  if (grpc) endpoint.setGrpc(grpc[0], grpc[1], grpc[2] !== 0, grpc[3]);
  return endpoint;
}

/** The numbers of an answer, in the order of the native program. */
function numbersOf({ kind, found, needed, neededS }: models.Advice): number[] {
  const all = {
    found: [
      found?.idleS,
      found?.intervalS,
      found?.probes,
      found?.userTimeoutMs,
      found?.idleLatestUs,
      found?.inFlightLatestUs,
      found?.probesPerHour,
      found?.packetsPerHour,
    ],
    'too-few-probes': [needed, neededS],
    'too-soon': [neededS],
  }[kind];
  return all.map((number) => number ?? -1);
}

describe('the model of a lost peer in WebAssembly', () => {
  let cases: Case[];

  beforeAll(() => void (cases = printedBy('failure-vectors') as Case[]), 600_000);

  it('plays every scenario and pattern bit for bit as it does natively', () => {
    expect(cases.length).toBeGreaterThan(100);
    for (const each of cases) {
      const endpoint = endpointOf(each);
      for (const { scenario, pattern, ending, call, errno, numbers, inert, checksum: sum } of each.outcomes) {
        const line = endpoint.simulate(scenario, pattern, ...each.durations);
        const events = line.events();
        const { atUs, latestUs, faultUs, noticedAfterUs, latestAfterUs } = line;
        const counts = [line.vainWrites, line.segmentsSent, line.eventsLeftOut, events.length];
        const seen = bits([atUs, latestUs, faultUs, noticedAfterUs, latestAfterUs, ...counts]);
        const unused = line.inert.map(({ setting, reason }) => `${setting} ${reason}`);
        const setting = JSON.stringify({ ...each, outcomes: undefined, advice: undefined });
        expect(
          {
            ending: line.ending,
            call: line.call,
            errno: line.errno,
            numbers: seen,
            inert: unused,
            checksum: checksum(events),
          },
          `${scenario}, ${pattern}: ${setting}`,
        ).toEqual({ ending, call, errno, numbers, inert, checksum: sum });
        line.free();
      }
      endpoint.free();
    }
  }, 120_000);

  it('was asked for every reason, and tells what the names in its types are', () => {
    const reasons: Record<models.ReasonName, true> = {
      'keepalive-off': true, 'keepalive-once-connected': true, 'keepalive-asleep': true, 'over-before-probe': true,
      'timeout-for-probes': true, 'nothing-to-retransmit': true, 'once-connected': true, 'nothing-retransmitted': true,
      'timeout-for-retries': true, 'only-connecting': true, 'timeout-first': true, 'grpc-off': true,
    }; // prettier-ignore
    const said = cases.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ inert }) => inert.map((each) => each.split(' ')[1])),
    );
    expect([...new Set(said)].sort()).toEqual(Object.keys(reasons).sort());
    const settings: readonly models.SettingName[] = LIMITS.settings;
    expect(settings).toHaveLength(11);
  });

  it('gives the advice that it gives natively', () => {
    for (const each of cases) {
      for (const [withinS, probesPerHour, numbers] of each.advice) {
        const name = `${withinS} s, ${probesPerHour} an hour`;
        expect(bits(numbersOf(endpointOf(each).recommend(withinS, probesPerHour))), name).toEqual(numbers);
      }
    }
  }, 120_000);
});
