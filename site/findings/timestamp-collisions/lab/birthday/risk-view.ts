/** The calculator's picture: the risk of a duplicate against the rate, for the reader's identifiers and for well-known ones. */
import { drawChart, NARROW_WIDTH, type ChartSpec, type DrawnChart, type Mark, type Reference } from '@/kit/chart/chart';
import { SCHEMES } from './schemes';
import type { BirthdayState } from './state';
import { RATES, type Risk } from './tasks';
import { formatChance, formatLarge, formatRisk } from './format';
import { resultSentence } from './words';

/** The smallest risk that the chart shows. */
export const LOWEST_RISK = 1e-12;
const RATE_TICKS = [1e-3, 1, 1e3, 1e6, 1e9, 1e12];
const RISK_TICKS = [1e-12, 1e-9, 1e-6, 1e-3, 1];

type Point = readonly [number, number];

/** A curve's points within the chart and one beyond each end, so that the line runs out of the picture. */
function points(rates: Float64Array, risks: Float64Array): Point[] {
  const all = Array.from(rates, (rate, index): Point => [rate, risks[index] as number]).filter(([, risk]) => risk > 0);
  const first = all.findIndex(([, risk]) => risk >= LOWEST_RISK);
  if (first < 0) return [];
  // Beyond certainty there is only more of it.
  const certain = all.findIndex(([, risk]) => risk >= 1);
  return all
    .slice(Math.max(0, first - 1), certain < 0 ? undefined : certain + 1)
    .concat(certain < 0 ? [] : [[RATES[1], 1]]);
}

/** Heights at which the schemes' names stand: neighbours apart, so that the names do not overlap. */
const NAME_HEIGHTS: Readonly<Record<string, number>> = {
  ns: 3e-5,
  'uuid-v7': 3e-5,
  ulid: 1e-8,
  'uuid-v4': 3e-5,
};
const NAME_HEIGHT = 3e-3;
/** Curves at lower rates than this, in the chart's left eighth, have their names to the right. */
const LEFT_EDGE = RATES[0] * (RATES[1] / RATES[0]) ** 0.125;

export function riskSpec(state: BirthdayState, risk: Risk, width: number): ChartSpec {
  const [own = new Float64Array(), ...others] = risk.curves;
  const marks: Mark[] = [];
  // A narrow chart has no room for so many names.
  if (width >= NARROW_WIDTH) {
    SCHEMES.forEach(({ id, label, granularity, bits }, index) => {
      if (granularity === state.granularity && bits === state.bits) return;
      const line = points(risk.rates, others[index] as Float64Array);
      const height = NAME_HEIGHTS[id] ?? NAME_HEIGHT;
      const at = line.find(([, value]) => value >= height);
      if (!at) return;
      const side = at[0] < LEFT_EDGE ? 'right' : 'left';
      marks.push({ mark: 'line', figure: 'exact', points: line, quiet: true, label: { text: label, at, side } });
    });
  }
  marks.push({ mark: 'line', figure: 'exact', points: points(risk.rates, own) });
  if (risk.high >= LOWEST_RISK) {
    marks.push({ mark: 'dots', figure: 'live', points: [{ x: state.rate, y: risk.high }] });
  }
  const references: Reference[] = [
    { axis: 'y', value: state.risk, label: `tolerated ${formatRisk(state.risk)}`, tone: 'limit' },
    { axis: 'x', value: state.rate, label: `${formatLarge(state.rate)} a second`, tone: 'plain' },
  ];
  return {
    title: 'The risk of a duplicate, by rate',
    description: resultSentence(state, risk),
    x: {
      kind: 'log',
      title: state.machines === 1 ? 'Identifiers a second' : 'Identifiers a second on each machine',
      domain: RATES,
      ticks: RATE_TICKS,
      format: formatLarge,
    },
    y: { kind: 'log', title: 'Risk of a duplicate', domain: [LOWEST_RISK, 1], ticks: RISK_TICKS, format: formatChance },
    marks,
    references,
    labels: 'direct',
  };
}

export const drawRisk = (state: BirthdayState, risk: Risk, size: { width: number; height: number }): DrawnChart =>
  drawChart(riskSpec(state, risk, size.width), size);
