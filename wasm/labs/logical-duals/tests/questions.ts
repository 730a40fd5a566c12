import type * as models from '@/wasm-pkg/logical-duals/models.js';
import type { Question } from '../../../lib/border/recorded';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import { named, sampled, seed, whole } from '../../../lib/border/sampling';

export default [
  ...sampled(150, named(...LIMITS.puzzles), whole(0, 20), whole(1, 40)).map(
    ([puzzle, goal, depth]) =>
      ({ explore }: typeof models) =>
        explore(puzzle, goal, depth),
  ),
  ...sampled(150, named(...LIMITS.puzzles), whole(0, 6), whole(1, 30), seed(), whole(0, 999), whole(1, 500)).map(
    ([puzzle, goal, moves, from, tester, budget]) =>
      ({ Testers }: typeof models) => {
        const testers = new Testers(puzzle, goal, moves);
        testers.miss(budget);
        testers.firstHit(from, tester, budget);
      },
  ),
  ...LIMITS.levels.flatMap((level) =>
    LIMITS.guards.map((guard) => ({ Race }: typeof models) => {
      const race = new Race(level, guard);
      race.broken();
      for (const order of LIMITS.orders) race.play(order);
      race.play('112233' as (typeof LIMITS.orders)[0]);
    }),
  ),
] satisfies Question<typeof models>[];
