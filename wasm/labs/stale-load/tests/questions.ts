import type * as models from '@/wasm-pkg/stale-load/models.js';
import type { Question } from '../../../lib/border/recorded';
import { between, named, oneOf, sampled, scaled, seed, whole } from '../../../lib/border/sampling';

const policies = [
  'random',
  'round-robin',
  'best-of-2',
  'best-of-2-replaced',
  'best-of-3',
  'least',
  'least-first',
  'idle',
] as const;
const informations = ['fresh', 'renewed', 'aged', 'own'] as const;
const [arrivals, works] = [['poisson', 'regular'], ['exponential', 'fixed', 'tick']] as const; // prettier-ignore

type Asked = ConstructorParameters<typeof models.Setting>;

/** Repetitions in pieces of so many requests, the queues at some times, and what is known exactly. */
const simulated = (asked: Asked, from: number, requests: number, pieces: number) => (all: typeof models) => {
  const setting = new all.Setting(...asked);
  setting.exact();
  const runs = setting.runs(requests, 3, 1, from);
  while (!runs.advance(pieces));
  runs.figures();
  const queues = setting.queues(from);
  for (const time of [0, 1, 12.25, 40.5, 12]) queues.at(time);
};

export default [
  ...policies.flatMap((policy) =>
    informations.flatMap((information) =>
      arrivals.flatMap((arriving) =>
        works.flatMap((work) =>
          ([[10, 0.8, 3, 1], [2, 0.6, 0.37, 4], [7, 1.1, 0, 1]] as const).map(([servers, utilisation, age, balancers]) =>
            simulated([servers, utilisation, policy, information, age, arriving, work, balancers], 2 ** 53 - 1, 300, 200),
          ),
        ),
      ),
    ),
  ), // prettier-ignore
  ...sampled(200, whole(1, 60), between(0.1, 1.5), named(...policies), named(...informations), scaled(0.01, 100),
    named(...arrivals), named(...works), whole(1, 8), seed(), whole(1, 300), oneOf(97, 5000)).map(
    ([servers, utilisation, policy, information, age, arriving, work, balancers, from, requests, pieces]) =>
      simulated([servers, utilisation, policy, information, age, arriving, work, balancers], from, requests, pieces),
  ),
] satisfies Question<typeof models>[]; // prettier-ignore
