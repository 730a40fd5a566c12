/**
 * Survival: the share of programs that still run, by time, as stairs that go down as they fail. The record has a point for each
 * step, one at the beginning, when all run, and one when their time is up.
 */
import type { Chart } from '@/kit/prose/named.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import { points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { Label, Mark } from '@/kit/chart/chart.ts';
import { formatBare, formatIntervalBare } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { DrawnPanel } from '@/kit/chart/panels.ts';
import { tickFormat } from '@/kit/chart/record-chart.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { rowsOfTable } from '@/kit/chart/tabled.ts';

/** The series of steps, … */
const SURVIVAL_SERIES = 'survival';
/** … and what its points have. */
const [SURVIVING, SECONDS] = ['surviving_share', 'seconds'];

/** A time in seconds, the share that still runs from then on, and its interval. */
export interface Step {
  readonly seconds: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** How many children it is a share of. */
  readonly n: number;
}

/** Survival of the children of a cell, over time: at least its beginning and its end, ascending. */
export type Survival = readonly [Step, ...Step[]];

/** Survival of a record's children at some settings, or nothing where it has no such cell. */
export function survivalOf(record: MeasurementRecord, at: Settings): Survival | undefined {
  const steps = points(series(record, SURVIVAL_SERIES), at)
    .flatMap((point): Step[] => {
      const found = point.values[SURVIVING];
      if (found === undefined) return [];
      return [
        {
          seconds: Number(settingAt(point, SECONDS)),
          share: found.value,
          low: found.low,
          high: found.high,
          n: found.n,
        },
      ];
    })
    .toSorted((a, b) => a.seconds - b.seconds);
  const [first, ...others] = steps;
  if (steps.some(({ share }, index) => share > (steps[index - 1]?.share ?? 1))) {
    throw new Error(`several cells are at ${JSON.stringify(at)}, or some child came back to life`);
  }
  return first && [first, ...others];
}

/** How things stand at a time. */
const standing = (steps: Survival, time: number): Step => steps.findLast(({ seconds }) => seconds <= time) ?? steps[0];

/** The corners of a curve from a time on: each share holds until the next step. */
export function stairs(steps: Survival, from: number): Step[] {
  const shown = [{ ...standing(steps, from), seconds: from }, ...steps.filter(({ seconds }) => seconds > from)];
  return shown.flatMap((step, index) => {
    const before = shown[index - 1];
    return before && before.share !== step.share ? [{ ...before, seconds: step.seconds }, step] : [step];
  });
}

const lastOf = (steps: Survival): Step => steps.at(-1) ?? steps[0];

/** When fewer than a share of the children were left, or never. */
const fallsBelow = (steps: Survival, least: number): number | undefined =>
  steps.find(({ share }) => share < least)?.seconds;

/** When half of the children had failed, or never. */
export const halfLife = (steps: Survival): number | undefined => fallsBelow(steps, 0.5);

/** A time before any of the children failed, where an axis may begin: a whole tick, with some air. */
export function beginning(all: readonly Survival[]): number {
  const first = Math.min(...all.map((steps) => (steps.find(({ share }) => share < 1) ?? lastOf(steps)).seconds));
  return 10 ** Math.floor(Math.log10(first / 1.5));
}

/** The time at which the last of the curves ends. */
export const end = (all: readonly Survival[]): number => Math.max(...all.map((steps) => lastOf(steps).seconds));

/** Choice of what is taken from records. */
export interface SurvivalOptions {
  readonly title: string;
  readonly description: string;
  /** The small charts, side by side on the same axes. */
  readonly panels: readonly { readonly name: string; readonly at: Settings }[];
  /** The curves of each; those that a record lacks in a panel are left out. */
  readonly curves: readonly { readonly name: string; readonly at: Settings }[];
}

const AXES = 'Across, logarithmic: time since the threads began. Up: share of programs still running.';

/** The panels: of each machine curves of its own. */
export const survivalPanels = (options: SurvivalOptions): Chart => ({
  series: [SURVIVAL_SERIES],
  draw: (records) => ({ title: options.title, axes: AXES, ...survivalFigure(records, options) }),
});

interface NamedSurvival {
  readonly steps: Survival;
  readonly name: string;
  readonly machine: string;
  /** Kind of mark that it is drawn with. */
  readonly kind: ShownAs;
}

/** Builds the panels, on the same axes, and one table. */
export function survivalFigure(
  records: readonly MeasurementRecord[],
  { title, description, panels, curves }: SurvivalOptions,
): { readonly panels: readonly DrawnPanel[]; readonly table: FigureTable } {
  const found = panels.map(({ name, at }) => ({
    name,
    curves: records.flatMap((record) =>
      curves.flatMap((curve): NamedSurvival[] => {
        const steps = survivalOf(record, { ...at, ...curve.at });
        return steps ? [{ steps, name: curve.name, machine: machineOf(record), kind: shownAs(record) }] : [];
      }),
    ),
  }));
  const all = found.flatMap((panel) => panel.curves.map(({ steps }) => steps));
  if (all.length === 0) throw new Error(`no record has a cell of “${title}”`);
  const domain = [beginning(all), end(all)] as const;
  const rowOf = rowsOfTable(all.flat());
  const withMachine = records.length > 1;
  return {
    panels: found.map((panel) => ({
      name: panel.name,
      spec: {
        title: `${title}: ${panel.name}`,
        description,
        x: { kind: 'log', title: '', domain, ticks: decades(domain), format: tickFormat('s') },
        y: { kind: 'linear', title: '', domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: tickFormat('share') },
        marks: marksOf(panel.curves, domain[0], rowOf),
        labels: 'direct',
      },
    })),
    table: {
      head: [...(withMachine ? ['Machine'] : []), 'Panel', 'Curve', 'Time', 'Still running', '95% interval', 'n'],
      rows: found.flatMap((panel) =>
        panel.curves.flatMap(({ machine, name, steps }) =>
          steps.map((step) => [
            ...(withMachine ? [machine] : []),
            panel.name,
            name,
            formatBare(step.seconds, 's'),
            formatBare(step.share, 'share'),
            formatIntervalBare(step, 'share'),
            settingText(step.n),
          ]),
        ),
      ),
    },
  };
}

const decades = ([low, high]: readonly [number, number]): number[] => {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  return Array.from({ length: Math.floor(Math.log10(high) + 1e-9) - first + 1 }, (_, i) => Number(`1e${first + i}`));
};

/** How far apart names stand, as a share of the axis: a line of text on the lowest of the drawings. */
const LINE = 0.1;

/** At which share each machine's curves are named as they fall, so that names of two that lie close don't meet. */
const NAMED_AT: Readonly<Record<ShownAs, number>> = { measured: 0.55, second: 0.75, third: 0.35 };

/**
 * The names of a machine's curves. One that falls is named where it is alone: the first to fall on its left, any other on its right, so
 * that two that follow each other keep their names apart. The others are named at their ends, one below the other where they end alike;
 * but not again where `others`, another machine's curves, say it there.
 */
function labelsOf(
  curves: readonly NamedSurvival[],
  others: readonly NamedSurvival[],
): readonly (readonly [NamedSurvival, Label])[] {
  const first = Math.min(...curves.map(({ steps }) => halfLife(steps) ?? Infinity));
  const isSaid = ({ name, steps }: NamedSurvival): boolean =>
    others.some(
      (other) =>
        other.name === name &&
        halfLife(other.steps) === undefined &&
        Math.abs(lastOf(other.steps).share - lastOf(steps).share) < LINE,
    );
  let free = Infinity;
  return curves
    .toSorted((a, b) => lastOf(b.steps).share - lastOf(a.steps).share)
    .flatMap((curve): (readonly [NamedSurvival, Label])[] => {
      const { name: text, steps, kind } = curve;
      const half = halfLife(steps);
      if (half !== undefined) {
        const share = NAMED_AT[kind];
        const falls = fallsBelow(steps, share) ?? half;
        return [[curve, { text, at: [falls, share], side: half === first ? 'left' : 'right' }]];
      }
      if (isSaid(curve)) return [];
      const { seconds, share } = lastOf(steps);
      const at = Math.min(share, free);
      free = at - LINE;
      return [[curve, { text, at: [seconds, at], side: 'end' }]];
    });
}

/** Stairs with what their intervals leave open, bands behind. */
function marksOf(curves: readonly NamedSurvival[], from: number, rowOf: ReadonlyMap<Step, number>): Mark[] {
  const kinds = Map.groupBy(curves, ({ kind }) => kind);
  const [own = []] = kinds.values();
  const labels = new Map([...kinds.values()].flatMap((all) => labelsOf(all, all === own ? [] : own)));
  const drawn = curves.map((curve) => ({
    figure: curve.kind,
    corners: stairs(curve.steps, from),
    steps: curve.steps,
    label: labels.get(curve),
    last: lastOf(curve.steps),
  }));
  return [
    ...drawn.map(({ figure, corners }): Mark => ({
      mark: 'band',
      figure,
      points: corners.map(({ seconds, low, high }) => [seconds, low, high] as const),
    })),
    ...drawn.map(({ figure, corners, steps, label }): Mark => ({
      mark: 'line',
      figure,
      points: corners.map(({ seconds, share }) => [seconds, share] as const),
      // Where a step ends is none of the record's points; the first corner is how things stand where the axis begins.
      rows: corners.map((corner, index) => rowOf.get(index === 0 ? standing(steps, from) : corner)),
      ...(label && { label }),
    })),
    // A line does not say whose it is: the mark of a machine that is laid beside stands at the ends of its own.
    ...drawn.flatMap(({ figure, last }): Mark[] =>
      figure !== 'measured' ? [{ mark: 'dots', figure, points: [{ x: last.seconds, y: last.share }] }] : [],
    ),
  ];
}
