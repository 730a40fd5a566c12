import type * as models from '@/wasm-pkg/setenv/models.js';
import type { Question } from '../../../lib/border/recorded';
import fc from 'fast-check';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import { named, oneOf, sampled, whole } from '../../../lib/border/sampling';

/** The calls of the first and the second thread, and the variables that are set. */
const PROGRAMS = [
  ['get-0', 'set-1-2'], ['get-0', 'set-0-2'], ['get-0', 'unset-2'], ['set-1-1', 'set-3-2'], ['unset-2', 'set-1-2'],
  ['get-0,get-3', 'set-1-2,unset-0'], ['get-0', ''],
] as const; // prettier-ignore
const BEGINNINGS = [[[2, 0], true, 0], [[2, 0], false, 0], [[0], true, 2]] as const; // prettier-ignore

type Asked = ConstructorParameters<typeof models.Explorer>;

const explored = (...asked: Asked) => ({ Explorer }: typeof models) => {
  const explorer = new Explorer(...asked);
  explorer.count();
  explorer.shortestFailure();
  explorer.replay(explorer.mostTelling().steps);
}; // prettier-ignore

const operation = fc.constantFrom('get-0', 'get-2', 'set-0-1', 'set-1-2', 'unset-0', 'unset-2', 'set-2-3', 'get-10');
const program = fc.array(operation, { maxLength: 2 }).map((operations) => operations.join());
const setup = [named(...LIMITS.libraries), named(...LIMITS.lockings), oneOf(true, false), whole(0, 4)] as const;
const steps = fc.array(fc.constantFrom('1', '2'), { maxLength: 60 }).map((all) => all.join(''));

export default [
  ...LIMITS.libraries.flatMap((library) =>
    LIMITS.lockings.flatMap((locking) =>
      PROGRAMS.flatMap(([first, second]) =>
        BEGINNINGS.map(([variables, setBefore, room]) =>
          explored(library, locking, Uint32Array.from(variables), setBefore, room, first, second),
        ),
      ),
    ),
  ),
  ...sampled(200, ...setup, program, program, steps).map(
    ([library, locking, setBefore, room, first, second, order]) =>
      ({ Explorer }: typeof models) =>
        new Explorer(library, locking, Uint32Array.of(2, 0), setBefore, room, first, second).replay(order),
  ),
  ({ Explorer }) => new Explorer('musl', 'as-it-is', Uint32Array.of(0), true, 0, '', '').replay('3'),
] satisfies Question<typeof models>[];
