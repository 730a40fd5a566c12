import type * as models from '@/wasm-pkg/load-balancing/models.js';
import type { Question } from '../../../lib/border/recorded';
import { named, sampled, scaled, seed, whole } from '../../../lib/border/sampling';

const strategies = ['random', 'round-robin', 'two-choices', 'least-loaded'] as const;

export default [
  ...sampled(40, named(...strategies), whole(0, 1), seed()).map(
    ([strategy, failing, from]) =>
      ({ round }: typeof models) =>
        round(strategy, failing === 1, from),
  ),
  ...sampled(100, scaled(1, 10_000).map(Math.round), whole(1, 40), named(...strategies), seed(), whole(0, 300)).map(
    ([items, servers, strategy, from, capacity]) =>
      ({ placements, chanceOfAny }: typeof models) => {
        placements(items, servers, strategy, from);
        chanceOfAny(items, servers, strategy, from, Math.min(capacity, items));
      },
  ),
] satisfies Question<typeof models>[];
