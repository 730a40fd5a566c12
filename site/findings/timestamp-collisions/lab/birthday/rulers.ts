/** How the calculator's quantities are set, written and said: the same where the page is built and where it lives. */
import { writeTick, type RulerPlan } from '@/kit/lab/ruler';
import { formatInteger } from '@/kit/lab/state';
import { formatGranularity, formatLarge, formatRisk, formatSpan, tickPower, tickSpan } from './format';
import { DAY, STOPS, YEAR, type RulerName } from './state';

export const RULERS: Readonly<Record<RulerName, RulerPlan>> = {
  granularity: {
    label: 'Step of the timestamp',
    stops: STOPS.granularity,
    ticks: [1e-9, 1e-6, 1e-3, Infinity],
    write: formatGranularity,
    writeTick: tickSpan,
    say: (granularity) => (granularity === Infinity ? 'no timestamp' : formatSpan(granularity)),
  },
  bits: {
    label: 'Random bits',
    stops: STOPS.bits,
    ticks: [0, 32, 64, 80, 96, 122, 160],
    write: formatInteger,
    writeTick,
    say: (bits) => (bits === 1 ? '1 random bit' : `${bits} random bits`),
  },
  machines: {
    label: 'Machines',
    stops: STOPS.machines,
    ticks: [1, 10, 100, 1000, 10_000, 100_000, 1_000_000],
    write: formatInteger,
    writeTick,
    say: (machines) => (machines === 1 ? '1 machine' : `${formatInteger(machines)} machines`),
  },
  rate: {
    label: 'Identifiers a second on each',
    stops: STOPS.rate,
    ticks: [1e-3, 1, 1e3, 1e6, 1e9, 1e12],
    write: formatLarge,
    writeTick: tickPower,
    say: (rate) => `${formatLarge(rate)} a second`,
  },
  span: {
    label: 'For how long',
    stops: STOPS.span,
    ticks: [1, 60, 3600, DAY, 30 * DAY, YEAR, 100 * YEAR],
    write: formatSpan,
    writeTick: tickSpan,
    say: formatSpan,
  },
  risk: {
    label: 'Tolerated risk',
    stops: STOPS.risk,
    ticks: [1e-12, 1e-9, 1e-6, 1e-3, 0.5],
    write: formatRisk,
    writeTick: tickPower,
    say: formatRisk,
  },
};
