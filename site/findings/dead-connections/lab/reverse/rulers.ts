/** How the tool's quantities are set, written and said: the same where the page is built and where it lives. */
import type { RulerPlan } from '@/kit/lab/controls';
import { writeTick, type WriteValue } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import { formatSpan, tickSpan } from './spans';
import { STOPS, type RulerName } from './state';

interface ReverseRuler extends RulerPlan {
  label: string;
  write: WriteValue;
  writeTick: WriteValue;
  /** Values that get a tick and a label. */
  ticks: readonly number[];
}

const milliseconds: WriteValue = (value) => (value >= 1000 ? `${value / 1000}\u00a0s` : `${value}\u00a0ms`);

export const RULERS: Readonly<Record<RulerName, ReverseRuler>> = {
  within: {
    label: 'I want to know within',
    stops: STOPS.within,
    ticks: [2, 10, 60, 600, 3600, 86_400],
    write: formatSpan,
    writeTick: tickSpan,
    say: formatSpan,
  },
  probes: {
    label: 'at no more probes an hour than',
    stops: STOPS.probes,
    ticks: [1, 4, 12, 60, 240, 720, 3600],
    write: formatInteger,
    writeTick: formatInteger,
    say: (probes) => (probes === 1 ? '1 probe an hour' : `${formatInteger(probes)} probes an hour`),
  },
  rtt: {
    label: 'Round trip time (ms)',
    stops: STOPS.rtt,
    ticks: [0, 1, 10, 100, 1000, 10_000],
    write: String,
    writeTick: milliseconds,
    say: milliseconds,
  },
  connections: {
    label: 'Connections like this one',
    stops: STOPS.connections,
    ticks: [1, 100, 10_000, 1_000_000],
    write: formatInteger,
    writeTick,
    say: (connections) => (connections === 1 ? '1 connection' : `${formatInteger(connections)} connections`),
  },
};
