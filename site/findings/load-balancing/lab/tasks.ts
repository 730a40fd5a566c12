/** The lab's questions to the models: the same code runs in the worker and when the site is built. */
import { toPlain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/load-balancing/limits';
import type * as labs from '@/wasm-pkg/load-balancing/models.js';
import type { Moments, Rounds } from './rounds';
import { strategyNames } from './state';

export type Models = Pick<typeof labs, 'chanceOfAny' | 'placements' | 'round'>;

interface Asked {
  items: number;
  servers: number;
  strategy: labs.StrategyName;
  seed: number;
}

/** A share of placements, exact or of so many draws. */
export interface Chance {
  value: number;
  draws: number;
}

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  rounds: { request: { failing: 'off' | 'on'; seed: number }; result: Rounds };
  placed: { request: Asked; result: Moments };
  chance: { request: Asked & { capacity: number }; result: Chance };
}

export function labTasks({ chanceOfAny, placements, round }: Models): {
  [K in 'rounds' | 'placed' | 'chance']: Task<LabTasks[K]['request'], LabTasks[K]['result']>;
} {
  // Each answers within milliseconds, and lets no other have a turn.
  return {
    *rounds({ failing, seed }) {
      const isFailing = failing === 'on';
      const all = strategyNames.map((strategy) => {
        const { loads, failed } = toPlain(round(strategy, isFailing, seed));
        return [strategy, { servers: LIMITS.round.servers, loads, ...(isFailing && { failed }) }] as const;
      });
      return Object.fromEntries(all) as unknown as Rounds;
    },
    *placed({ items, servers, strategy, seed }) {
      return { servers, loads: placements(items, servers, strategy, seed) };
    },
    *chance({ items, servers, strategy, seed, capacity }) {
      return toPlain(chanceOfAny(items, servers, strategy, seed, capacity));
    },
  };
}
