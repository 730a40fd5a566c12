/** How the lab's quantities are set, written and said: the same where the page is built and where it lives. */
import type { RulerPlan } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import { formatAge, formatLoad, sayAge, sayBalancers } from './figures';
import { STOPS } from './state';

export const RULERS = {
  age: {
    label: 'Age of the copy, in mean service times',
    stops: STOPS.age,
    ticks: [0, 0.25, 1, 2, 3, 5, 10, 20, 64],
    say: sayAge,
    write: formatAge,
  },
  rho: {
    label: 'Utilisation',
    stops: STOPS.rho,
    ticks: [0.05, 0.25, 0.5, 0.7, 0.8, 0.9, 0.99],
    say: formatLoad,
    write: String,
    writeTick: String,
  },
  servers: {
    label: 'Servers',
    stops: STOPS.servers,
    ticks: [1, 5, 10, 20, 50, 100, 200],
    say: (servers) => `${formatInteger(servers)} ${servers === 1 ? 'server' : 'servers'}`,
  },
  balancers: {
    label: 'Balancers',
    stops: STOPS.balancers,
    ticks: [1, 2, 4, 8, 16, 64],
    say: sayBalancers,
  },
} satisfies Record<string, RulerPlan>;
