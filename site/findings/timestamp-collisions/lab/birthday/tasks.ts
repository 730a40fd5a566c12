/** What the calculator asks of the models: the same code runs in the worker and when the site is built. */
import type * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { toPlain, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { SCHEMES } from './schemes';
import type { BirthdayState } from './state';

export type Models = Pick<
  typeof models,
  'birthdayProbability' | 'drawsForRisk' | 'stampedDuplicateProbability' | 'stampedRateForRisk'
>;

type Bounds = Plain<models.Bounds>;

export interface Risk {
  /** The probability of a duplicate is at least and at most this; both are the same where it is known exactly. */
  low: number;
  high: number;
  /** Identifiers a second on each machine at which the risk is the tolerated one. */
  rateForRisk: number;
  /** Seconds until a duplicate is as likely as not, at this rate. */
  halfTime: number;
  /** Identifiers made in all, and equal pairs among them, on average. */
  identifiers: number;
  pairs: number;
  /** The rates at which the curves have a point, and each curve's risk there: the state's own first, then the schemes'. */
  rates: Float64Array;
  curves: Float64Array[];
}

export interface BirthdayTasks extends Record<string, { request: unknown; result: unknown }> {
  risk: { request: BirthdayState; result: Risk };
}

/** Ends of the chart's axis of rates, per second and machine, and points of a curve in each decade. */
export const RATES = [1e-3, 1e12] as const;
const PER_DECADE = 8;

/** How identifiers are made, and by how many machines for how long. */
type Making = Pick<BirthdayState, 'granularity' | 'bits' | 'machines' | 'span'>;

/**
 * With a timestamp: made at random moments, which is exact. Without one it matters only how many are drawn: exact for few,
 * between bounds for many.
 */
function probability(models: Models, { granularity, bits, machines, span }: Making, rate: number): Bounds {
  if (granularity === Infinity) {
    return toPlain(models.birthdayProbability(machines * rate * span, 2 ** bits));
  }
  const exact = models.stampedDuplicateProbability(granularity, bits, machines, rate, span);
  return { low: exact, high: exact };
}

function rateForRisk(models: Models, { granularity, bits, machines, span }: Making, risk: number): number {
  return granularity === Infinity
    ? models.drawsForRisk(2 ** bits, risk) / (machines * span)
    : models.stampedRateForRisk(granularity, bits, machines, risk, span);
}

function halfTime(models: Models, { granularity, bits, machines }: Making, rate: number): number {
  if (granularity === Infinity) return (models.drawsForRisk(2 ** bits, 0.5) + 1) / (machines * rate);
  // Steps are independent of each other, so the risk of one decides how many it takes.
  const inOneStep = models.stampedDuplicateProbability(granularity, bits, machines, rate, granularity);
  return inOneStep === 1 ? granularity : Math.max(1, Math.LN2 / -Math.log1p(-inOneStep)) * granularity;
}

/** Equal pairs among all: each pair of the same step, or of all without one, is equal with the chance of the random bits. */
function pairs({ granularity, bits, machines, span }: Making, rate: number): number {
  const identifiers = machines * rate * span;
  return granularity === Infinity
    ? (identifiers * Math.max(0, identifiers - 1)) / 2 / 2 ** bits
    : (identifiers * machines * rate * granularity) / 2 / 2 ** bits;
}

export function birthdayTasks(models: Models): { risk: Task<BirthdayState, Risk> } {
  const [first, last] = RATES;
  const count = Math.round(Math.log10(last / first)) * PER_DECADE;
  const rates = Float64Array.from({ length: count + 1 }, (_, index) => first * (last / first) ** (index / count));
  const curve = (making: Making) => rates.map((rate) => probability(models, making, rate).high);
  return {
    *risk(state) {
      const { machines, span, rate } = state;
      const { low, high } = probability(models, state, rate);
      const curves = [curve(state)];
      for (const { granularity, bits } of SCHEMES) {
        yield undefined;
        curves.push(curve({ granularity, bits, machines, span }));
      }
      return {
        low,
        high,
        rateForRisk: rateForRisk(models, state, state.risk),
        halfTime: halfTime(models, state, rate),
        identifiers: machines * rate * span,
        pairs: pairs(state, rate),
        // Each result gives its arrays away.
        rates: rates.slice(),
        curves,
      };
    },
  };
}
