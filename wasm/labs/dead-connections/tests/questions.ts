import type * as models from '@/wasm-pkg/dead-connections/models.js';
import type { Question } from '../../../lib/border/recorded';
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import { named, sampled, scaled, seed, whole } from '../../../lib/border/sampling';

const scenarios = Object.keys(LIMITS.concerns) as models.ScenarioName[];
const patterns: models.PatternName[] = ['idle', 'awaiting', 'acknowledged', 'writes', 'connecting'];
const rounded = (min: number, max: number) => scaled(min, max).map(Math.round);

/** Some settings of an endpoint, each as often as not. */
function configured(models_: typeof models, [bits, ...given]: Settings) {
  const [idle, interval, probes, timeout, writes, retries, syn, linear, least, most, rtt, deviation, ping, pong] =
    given;
  const endpoint = new models_.Endpoint();
  const set = (bit: number, change: () => void) => ((bits >> bit) & 1) === 1 && change();
  set(0, () => endpoint.setKeepalive(idle, interval, probes));
  set(1, () => endpoint.setUserTimeout(timeout));
  set(2, () => endpoint.setSendBuffer(writes));
  set(3, () => endpoint.setRetries(retries, syn, linear));
  set(4, () => endpoint.setRto(least, most));
  set(5, () => endpoint.setPath(rtt, deviation));
  set(6, () => endpoint.setNeighbour());
  set(7, () => endpoint.setGrpc(ping, pong, (bits & 256) !== 0, (bits & 512) !== 0, ping));
  return endpoint;
}

type Settings = ReturnType<typeof settings>[number];
const settings = (count: number) =>
  sampled(
    count,
    ...([seed().map((bits) => (bits % 1024) | 0), rounded(1, 32_767), rounded(1, 32_767), whole(1, 127)] as const),
    ...([rounded(1, 600_000), whole(1, 50), whole(0, 255), whole(0, 127), whole(0, 16)] as const),
    ...([rounded(1, 200), rounded(1000, 120_000), rounded(1, 1e6), rounded(1, 1e5)] as const),
    ...([rounded(10_000, 1e6), rounded(1000, 60_000)] as const),
  );

const asked = sampled(
  400,
  named(...scenarios),
  named(...patterns),
  ...([rounded(1, 60_000), rounded(1, 600_000), rounded(1, 3_600_000)] as const),
);

export default [
  // Each scenario with each pattern, as nothing is set.
  ...scenarios.flatMap((scenario) =>
    patterns.map(
      (pattern) =>
        ({ Endpoint }: typeof models) =>
          new Endpoint().simulate(scenario, pattern, 500, 1000, 2000).events(),
    ),
  ),
  ...settings(400).map((each, index) => (all: typeof models) => {
    const [scenario, pattern, every, back, forget] = asked[index]!;
    return configured(all, each).simulate(scenario, pattern, every, back, forget).events();
  }),
] satisfies Question<typeof models>[];
