/**
 * Finds a figure in the records for a sentence: of a claim, of a point of a series, or derived. Throws where anything is missing, so that
 * no page is built with a hole.
 */
import { settingsWords } from '@/kit/chart/settings.ts';
import { claim, derived, point, recordName, series, type Settings } from '@/kit/record/queries.ts';
import type { ClaimFigure, Estimate, MeasurementRecord, PublishedValue, Source } from '@/kit/record/types.ts';

/** Reference to a figure of a record. */
export interface FigureReference {
  /** Name of a claim, … */
  readonly claim?: string | undefined;
  /** … and its figure, by label or index; the first by default. */
  readonly figure?: string | number | undefined;
  /** Or name of a series, … */
  readonly series?: string | undefined;
  /** … the settings of one of its points, … */
  readonly at?: Settings | undefined;
  /** … and a measure. */
  readonly measure?: string | undefined;
  /** Or name of a derived figure, such as the smallest number of servers at which a chance is small enough. */
  readonly derived?: string | undefined;
  /** The smallest or the largest observation instead of the estimate. */
  readonly part?: 'min' | 'max' | undefined;
}

/**
 * A figure that somebody else published and no experiment here could repeat, such as another system's clock: stated once in figures.ts,
 * with its source.
 */
export interface CitedFigure {
  /** Name, such as `step of the clock`. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly source: Source;
}

/** A figure with its kinds of values. */
export interface FoundFigure {
  /** Name, such as `p99 at 13 servers`. */
  readonly label: string;
  /** Unit to write it in; `share` for a part of a whole. */
  readonly unit: string;
  readonly measured: Estimate | undefined;
  readonly exact: number | undefined;
  readonly predicted: number | undefined;
  readonly published: PublishedValue | undefined;
  readonly source: Source | undefined;
  /** Method of the 95% interval, where the record has it. */
  readonly interval: string | undefined;
}

/** Finds the figure in one record. */
export function findFigure(record: MeasurementRecord, reference: FigureReference): FoundFigure {
  const found =
    reference.claim !== undefined
      ? claimFigure(record, reference.claim, reference.figure ?? 0)
      : reference.derived !== undefined
        ? foundFigure(derived(record, reference.derived))
        : seriesFigure(record, reference);
  return reference.part === undefined ? found : extreme(found, reference.part);
}

/** The smallest or the largest of the observations behind a figure: a single one, which has no interval. */
function extreme(found: FoundFigure, part: 'min' | 'max'): FoundFigure {
  const value = found.measured?.[part] ?? undefined;
  if (value === undefined) throw new Error(`“${found.label}” has no ${part}: its observations were not kept`);
  return {
    ...found,
    label: `${part === 'min' ? 'smallest' : 'largest'}: ${found.label}`,
    measured: { n: found.measured!.n, value, low: value, high: value },
    exact: undefined,
    predicted: undefined,
    published: undefined,
    interval: undefined,
  };
}

/** A cited figure in the form of the others. */
export function citedFigure({ what, value, unit, source }: CitedFigure): FoundFigure {
  return {
    label: what,
    unit,
    source,
    published: { low: value, high: value },
    measured: undefined,
    exact: undefined,
    predicted: undefined,
    interval: undefined,
  };
}

function claimFigure(record: MeasurementRecord, id: string, which: string | number): FoundFigure {
  const { figures, source } = claim(record, id);
  const found = typeof which === 'number' ? figures[which] : figures.find(({ label }) => label === which);
  if (found === undefined) {
    const known = figures.map(({ label }) => `“${label}”`).join(', ') || 'none';
    throw new Error(`claim ${id} of ${recordName(record)} has no figure ${which}; it has ${known}`);
  }
  return foundFigure(found, source);
}

/** A figure of a claim or a derived one, where the record has no method of its interval. */
const foundFigure = (figure: ClaimFigure, source?: Source | null): FoundFigure => ({
  label: figure.label,
  unit: figure.unit,
  measured: figure.measured ?? undefined,
  exact: figure.exact ?? undefined,
  predicted: figure.predicted ?? undefined,
  published: figure.published ?? undefined,
  source: source ?? undefined,
  interval: undefined,
});

function seriesFigure(record: MeasurementRecord, { series: id, at, measure: name }: FigureReference): FoundFigure {
  if (id === undefined || at === undefined || name === undefined) {
    throw new Error('a figure needs claim="…", derived="…", or series="…" with at={…} and measure="…"');
  }
  const source = series(record, id);
  const measure = source.measures.find((candidate) => candidate.name === name);
  if (measure === undefined) throw new Error(`series ${id} of ${recordName(record)} has no measure ${name}`);
  const found = point(source, at);
  const published = found.published?.[name];
  return {
    label: `${measure.title} (${settingsWords(source, at, found)})`,
    unit: measure.unit,
    measured: found.values[name],
    exact: found.exact?.[name],
    predicted: found.predicted?.[name],
    published: published === undefined ? undefined : { low: published, high: published },
    source: source.published_source ?? undefined,
    interval: measure.interval,
  };
}
