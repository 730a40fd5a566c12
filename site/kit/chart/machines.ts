/** Machines: their names, and the marks of each one's values. */
import { isSimulated, series, type Settings } from '@/kit/record/queries.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import type { Machine, MeasurementRecord, YardstickReading } from '@/kit/record/types.ts';
import type { MarkBase } from './chart-spec.ts';
import { formatBytes, formatInterval } from './format.ts';
import { FIGURE_WORDS, SIMULATED, type FigureKind, type KeyEntry } from './grammar.ts';

export const machineOf = ({ machineName }: MeasurementRecord): string => machineName;

/** The word for a record's measured values, which says where they were simulated. */
export const measuredWord = (record: MeasurementRecord): string =>
  isSimulated(record) ? SIMULATED : FIGURE_WORDS.measured;

/** The words for each kind of figure where records are drawn: several machines are called by their names. */
export function wordsOf(records: readonly MeasurementRecord[]): Readonly<Record<FigureKind, string>> {
  const [first, ...others] = records;
  if (!first) return FIGURE_WORDS;
  if (others.length === 0) return { ...FIGURE_WORDS, measured: measuredWord(first) };
  return { ...FIGURE_WORDS, ...Object.fromEntries(records.map((record) => [shownAs(record), machineOf(record)])) };
}

/** Machines in the key of a figure that draws no marks of its own; empty for a single machine. */
export const machinesInKey = (records: readonly MeasurementRecord[]): KeyEntry[] =>
  records.length > 1
    ? records.map((record) => ({ figure: shownAs(record), text: machineOf(record), quiet: false }))
    : [];

/** Horizontal offset of each machine's dots from their setting, in pixels: none hides another's interval. */
const OFFSETS: Readonly<Record<ShownAs, number>> = { measured: 0, second: 6, third: -6 };

/** The marks of a record's values, and their offset in a chart of values over settings. */
export const placementOf = (kind: ShownAs): Pick<MarkBase, 'figure' | 'offset'> => ({
  figure: kind,
  ...(kind !== 'measured' && { offset: OFFSETS[kind] }),
});

/** The processor: `AMD, family 26, model 2, stepping 1, caches L1 data 32 KiB, …`; empty where a record does not say. */
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

/** The yardstick's readings, each from the fastest to the slowest; empty without any. */
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

/** The setting of `threads` for a thread on each core: the largest measured that does not exceed the machine's cores. */
export function allCores(record: MeasurementRecord, id: string): Settings {
  const cores = record.provenance.machine.logical_cores;
  const tried = series(record, id).points.map(({ at }) => Number(at['threads']));
  return { threads: Math.max(...tried.filter((threads) => threads <= cores)) };
}
