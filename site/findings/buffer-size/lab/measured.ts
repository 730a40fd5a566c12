/** What the record says of reads and writes by the size of their buffer. Read from the record when the site is built. */
import { formatBytes } from '@/kit/chart/format';
import type { Beside } from '@/kit/lab/beside';
import { machineOf } from '@/kit/chart/machines';
import { points } from '@/kit/record/queries';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types';
import { HEADLINE_BUFFER } from './sizes';
import { SOURCES, type Costs, type FitName, type SourceName } from './state';

/** One measured size. Short names, because all of them stand in the page. */
export interface MeasuredPoint {
  bytes: number;
  /** Seconds per call: median and 95% interval. */
  s: [median: number, low: number, high: number];
  /** CPU seconds per GiB, where they were measured. */
  cpu?: number;
}

/** A measured share, with its 95% interval. */
export type MeasuredShare = readonly [value: number, low: number, high: number];

/** What somebody else published for a size. */
export interface PublishedPoint {
  bytes: number;
  bytesPerSecond: number;
}

export interface Source {
  name: SourceName;
  points: MeasuredPoint[];
  published: PublishedPoint[];
  /** What the article says is left of the best with {@link HEADLINE_BUFFER}: its rounds compared one by one. */
  left: MeasuredShare | null;
  /** The costs that the models fit to the points; none where there is no such fit. */
  costs: Partial<Record<FitName, Costs>>;
}

export interface Measured {
  /** The machine's name. */
  machine: string;
  sources: Source[];
  /** The published line, in nanoseconds, where the record has it. */
  published: { call: number; byte: number } | null;
}

/** Of sockets, the writes of every size against reads of this many bytes are shown: a row of the grid. */
export const READ_BYTES = 2 ** 16;

export const sourceOf = (measured: Measured, name: SourceName): Source | null =>
  measured.sources.find((source) => source.name === name) ?? null;

/** A source on the machines that are laid beside: on those that measured it. */
export const besideOf = (beside: readonly Beside<Measured>[], name: SourceName): Source[] =>
  beside.flatMap(({ measured }) => sourceOf(measured, name) ?? []);

/** Everything but the costs, which the models fit to it. */
export function measuredFrom(record: MeasurementRecord): Measured {
  const names = Object.keys(SOURCES) as SourceName[];
  return {
    machine: machineOf(record),
    sources: names.flatMap((name) => {
      const source = sourceFrom(record, name);
      return source.points.length === 0 ? [] : [source];
    }),
    published: publishedLine(record),
  };
}

/** The series of a record by its name, if the record has it. */
const seriesOf = (record: MeasurementRecord, id: string): Series[] => record.series.filter((one) => one.id === id);

function sourceFrom(record: MeasurementRecord, name: SourceName): Source {
  const isSocket = name === 'unix' || name === 'tcp';
  const found = isSocket
    ? seriesOf(record, 'sockets').flatMap((all) => points(all, { transport: name, read_bytes: READ_BYTES }))
    : seriesOf(record, 'devices').flatMap((all) => points(all, { source: name }));
  const sizeOf = ({ at }: Point) => Number(at[isSocket ? 'write_bytes' : 'buffer_bytes']);
  const sorted = found.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return {
    name,
    points: sorted.flatMap((point) => measuredPoint(sizeOf(point), point)),
    published: sorted.flatMap((point) => {
      const bytesPerSecond = point.published?.['throughput_bytes_per_second'];
      return bytesPerSecond === undefined ? [] : [{ bytes: sizeOf(point), bytesPerSecond }];
    }),
    left: leftFrom(record, name),
    costs: {},
  };
}

function leftFrom({ claims }: MeasurementRecord, name: SourceName): MeasuredShare | null {
  const size = formatBytes(HEADLINE_BUFFER).replace('\u00a0', ' ');
  const label = `share of the best throughput with ${size}, ${SOURCES[name]}`;
  const found = claims.find(({ id }) => id === 'past-the-peak')?.figures.find((figure) => figure.label === label);
  return found?.measured ? [found.measured.value, found.measured.low, found.measured.high] : null;
}

/** A device's calls are timed; a socket's time per write follows from what went through. */
function measuredPoint(bytes: number, { values }: Point): MeasuredPoint[] {
  const call = values['seconds_per_call'];
  const rate = values['throughput_bytes_per_second'];
  const cpu = values['cpu_seconds_per_gib']?.value;
  const s: MeasuredPoint['s'] | null = call
    ? [call.value, call.low, call.high]
    : rate
      ? [bytes / rate.value, bytes / rate.high, bytes / rate.low]
      : null;
  return s ? [{ bytes, s, ...(cpu !== undefined && { cpu }) }] : [];
}

function publishedLine(record: MeasurementRecord): Measured['published'] {
  const [line] = seriesOf(record, 'fits').flatMap((all) => points(all, { source: 'zero', law: 'linear' }));
  const call = line?.published?.['per_call_seconds'];
  const byte = line?.published?.['per_byte_seconds'];
  if (call === undefined || byte === undefined) return null;
  // Through digits, so that 167e-9 is written as 167 and not as its product's rounding error.
  const nanoseconds = (seconds: number) => Number((seconds * 1e9).toPrecision(6));
  return { call: nanoseconds(call), byte: nanoseconds(byte) };
}
