/** Records of the same experiment from several machines: which of them say the same. */
import { isYours, publishedOf, yoursOf } from '@/kit/record/origin.ts';
import { isSimulated, series, type Settings } from '@/kit/record/queries.ts';
import type { Machine, MeasurementRecord, YardstickReading } from '@/kit/record/types.ts';
import type { Mark, MarkBase } from './chart-spec.ts';
import type { FigureTable } from './tabled.ts';
import { formatBytes, formatInterval } from './format.ts';
import { FIGURE_WORDS, SIMULATED, type KeyEntry } from './grammar.ts';

/** The name of the machine that made a record. */
export const machineOf = ({ machineName }: MeasurementRecord): string => machineName;

/** The names of machines, as a sentence lists them: `the Zen 5 VM and the Zen 3 VM with 2 cores`. */
export const namesOf = (records: readonly MeasurementRecord[]): string =>
  new Intl.ListFormat('en-GB').format(
    records.map((record) => (isYours(record) ? machineOf(record) : `the ${machineOf(record).replace(', ', ' with ')}`)),
  );

/** Names one after another, parted by what none of them has: `Zen 5 VM, Zen 3 VM`, or `Zen 3 VM, 2 cores; Zen 3 VM, 16 cores`. */
export const listed = (names: readonly string[]): string =>
  names.join([', ', '; '].find((mark) => names.every((name) => !name.includes(mark))) ?? ', then ');

/** The names of machines that have the same figures. */
export const namesListed = (records: readonly MeasurementRecord[]): string => listed(records.map(machineOf));

/** The kinds of figure that a record's measured values can be. */
export type MeasuredKind = 'measured' | 'yours';

/** Which of them they are. */
export const measuredKind = (record: MeasurementRecord): MeasuredKind => (isYours(record) ? 'yours' : 'measured');

/** The word for a record's measured values: what was simulated is not to be taken for measured. */
export const measuredWord = (record: MeasurementRecord): string =>
  isSimulated(record) ? SIMULATED : FIGURE_WORDS.measured;

/** What the key of a figure that draws no marks of its own says of the reader's machine, where it is in it. */
export const yoursInKey = (records: readonly MeasurementRecord[]): KeyEntry[] =>
  records.some(isYours) ? [{ figure: 'yours', text: FIGURE_WORDS.yours, quiet: false }] : [];

/** How far beside each other machines' dots stand at one setting, in pixels: none hides another's interval. */
const BESIDE = 6;

/**
 * Whose marks of a record's values are, and where they stand in a chart of values over settings: published machines around their
 * setting, in their order, and the reader's to the right of them.
 *
 * @param nth the published machine's place among those that are drawn, from 0
 * @param machines how many of those there are
 */
export const placed = (kind: MeasuredKind, nth = 0, machines = 1): Pick<MarkBase, 'figure' | 'beside'> => {
  const beside = BESIDE * ((kind === 'yours' ? machines : nth) - (machines - 1) / 2);
  return { figure: kind, ...(beside !== 0 && { beside }) };
};

/**
 * What a figure's key says of the order of several machines' dots at one setting, where they stand beside each other; `undefined`
 * where they don't.
 *
 * @param machines as the figure's table names them, in their order; those that are drawn as one together
 */
export function orderAside(marks: readonly Mark[], machines: readonly string[]): string | undefined {
  const isAside = marks.some(
    ({ mark, figure, beside = 0 }) => mark === 'dots' && figure === 'measured' && beside !== 0,
  );
  return isAside && machines.length > 1 ? `at each setting, from the left: ${listed(machines)}` : undefined;
}

/** The published machines that a figure's table names, in its order: each once, or those together that are drawn as one. */
export function machinesIn(table: FigureTable, records: readonly MeasurementRecord[]): string[] {
  if (table.head[0] !== 'Machine') return [];
  const yours = yoursOf(records).map(machineOf);
  const machines = new Set(table.rows.map(([machine]) => String(machine)));
  return [...machines].filter((machine) => yours.every((name) => !machine.includes(name)));
}

/** Which processor it is: `AMD, family 26, model 2, stepping 1, caches L1 data 32 KiB, …`; empty where a record does not say. */
export function processorWords({ processor, caches = [] }: Machine): string {
  if (!processor) return '';
  const numbers = (['family', 'model', 'stepping'] as const).flatMap((name) =>
    typeof processor[name] === 'number' ? [`${name} ${processor[name]}`] : [],
  );
  const sizes = caches.map(
    ({ level, holds, size_bytes }) => `L${level} ${holds === 'both' ? '' : `${holds} `}${formatBytes(size_bytes)}`,
  );
  return [processor.vendor, ...numbers, ...(sizes.length > 0 ? [`caches ${sizes.join(', ')}`] : [])].join(', ');
}

/** What fixed work took while figures were measured, from the quickest to the slowest of the readings; empty without any. */
export function yardstickWords(readings: readonly YardstickReading[] = []): string {
  if (readings.length === 0) return '';
  const range = (valueOf: (reading: YardstickReading) => number, unit: string) => {
    const values = readings.map(valueOf);
    return formatInterval({ low: Math.min(...values), high: Math.max(...values) }, unit);
  };
  return [
    `an empty system call ${range(({ system_call_seconds }) => system_call_seconds, 's')}`,
    `a step of arithmetic ${range(({ arithmetic_step_seconds }) => arithmetic_step_seconds, 's')}`,
    `copying memory ${range(({ copy_bytes_per_second }) => copy_bytes_per_second, 'bytes per second')}`,
  ].join(', ');
}

/** Records that have the same figures. */
export interface Alike<Figures> {
  readonly records: readonly [MeasurementRecord, ...MeasurementRecord[]];
  readonly figures: Figures;
}

/**
 * Groups records by what `figuresOf` takes from them, in the order of the first of each group. Simulations from a seed give
 * the same figures on every machine; said once for each, they would only hide what is different.
 */
export function alike<Figures>(
  records: readonly MeasurementRecord[],
  figuresOf: (record: MeasurementRecord) => Figures,
): Alike<Figures>[] {
  const groups = new Map<string, { records: [MeasurementRecord, ...MeasurementRecord[]]; figures: Figures }>();
  for (const record of records) {
    const figures = figuresOf(record);
    const key = JSON.stringify(figures);
    const group = groups.get(key);
    if (group) group.records.push(record);
    else groups.set(key, { records: [record], figures });
  }
  return [...groups.values()];
}

/** The same, but the reader's own stand apart, each for itself: they are there to be compared. */
export const alikeApart = <Figures>(
  records: readonly MeasurementRecord[],
  figuresOf: (record: MeasurementRecord) => Figures,
): Alike<Figures>[] => [
  ...alike(publishedOf(records), figuresOf),
  ...yoursOf(records).map((record): Alike<Figures> => ({ records: [record], figures: figuresOf(record) })),
];

/** The most threads of a series' points that the machine has a processor each for. */
export function allCores(record: MeasurementRecord, id: string): Settings {
  const cores = record.provenance.machine.logical_cores;
  const tried = series(record, id).points.map(({ at }) => Number(at['threads']));
  return { threads: Math.max(...tried.filter((threads) => threads <= cores)) };
}
