/**
 * The figures of two records that lie farthest apart, by the rule of the table that a run ends with
 * (experiments/lib/harness/src/summary.rs).
 */
import type { Estimate, Measure, MeasurementRecord, Series } from '@/kit/record/types.ts';
import { settingsWords } from './settings.ts';

/** A figure whose intervals do not meet. */
export interface Difference {
  readonly figure: string;
  readonly unit: string;
  readonly ours: Estimate;
  readonly yours: Estimate;
  /** By how many times at least one is larger: the ratio of the ends that face each other; infinite where one of them is zero. */
  readonly factor: number;
}

/** A figure, with what tells it from others. */
interface Compared {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly estimate: Estimate;
  readonly isOfClaim: boolean;
}

/** The figures of a reader's record that differ from a published one's, the farthest apart first. */
export function differences(yours: MeasurementRecord, ours: MeasurementRecord): Difference[] {
  const there = new Map(figuresOf(ours).map(({ key, estimate }) => [key, estimate]));
  const seen = new Set<string>();
  const apart = figuresOf(yours).flatMap(({ key, name, unit, estimate, isOfClaim }): Difference[] => {
    const other = there.get(key);
    if (!other) return [];
    const isCertain = [estimate, other].every(({ low, high }) => low === high);
    // Many a claim stands on a figure of a series, or on another claim's: it counts once.
    const pair = JSON.stringify([estimate, other]);
    const isKnown = seen.has(pair);
    seen.add(pair);
    const factor = factorApart(estimate, other);
    return factor === undefined || (isOfClaim && (isCertain || isKnown))
      ? []
      : [{ figure: name, unit, ours: other, yours: estimate, factor }];
  });
  return apart.sort((a, b) => (a.factor === b.factor ? 0 : b.factor - a.factor));
}

/** The ratio of the ends that face each other where two intervals do not meet. */
function factorApart(a: Estimate, b: Estimate): number | undefined {
  const [lower, upper] = a.high < b.low ? [a.high, b.low] : [b.high, a.low];
  if (lower >= upper) return undefined;
  if (lower > 0) return upper / lower;
  return upper < 0 ? lower / upper : Infinity;
}

/** What a record measured, and has a 95% interval of: figures of series, then of claims. */
function figuresOf({ series, claims }: MeasurementRecord): Compared[] {
  const ofSeries = series
    .filter((own) => !isOfSingleRounds(own))
    .flatMap((own) =>
      own.points.flatMap((point) =>
        own.measures.filter(hasInterval).flatMap(({ name, title, unit }): Compared[] => {
          const estimate = point.values[name];
          if (!estimate) return [];
          return [
            {
              key: JSON.stringify(['series', own.id, Object.entries(point.at).sort(), name, unit]),
              name: [own.title, settingsWords(own, point.at, point), title].filter((part) => part !== '').join(': '),
              unit,
              estimate,
              isOfClaim: false,
            },
          ];
        }),
      ),
    );
  const ofClaims = claims.flatMap(({ id, statement, figures }) =>
    figures.flatMap(({ label, unit, measured }): Compared[] =>
      measured
        ? [
            {
              key: JSON.stringify(['claim', id, label, unit]),
              name: `${statement.replace(/\.$/, '')}: ${label}`,
              unit,
              estimate: measured,
              isOfClaim: true,
            },
          ]
        : [],
    ),
  );
  return [...ofSeries, ...ofClaims].filter(({ estimate }) => typeof estimate.confidence !== 'number');
}

/** The first round of one run has nothing to do with another's. */
const isOfSingleRounds = ({ dimensions }: Series): boolean => dimensions.some(({ name }) => name === 'round');

/** Or needs none. What was set, or counts the tries, is no finding, and differs between a quick run and a full one. */
const hasInterval = ({ certainty }: Measure): boolean => certainty !== 'open';
