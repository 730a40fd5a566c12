/** The measured points of each machine by the size of its buffer, read from records when the site is built. */
import { formatBytes } from '@/kit/chart/format';
import { machineOf } from '@/kit/chart/machines';
import { points } from '@/kit/record/queries';
import type { Estimate as RecordEstimate, MeasurementRecord, Point, Series } from '@/kit/record/types';
import { CONTRASTED } from '../machines';
import { SOURCE_NAMES, type SourceName } from './state';

/** A value with its 95% interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** Seconds of a call of so many bytes: the median and its 95% interval. Without names, because all of them stand in the page. */
export type MeasuredPoint = readonly [bytes: number, seconds: number, low: number, high: number];

export interface Source {
  name: SourceName;
  /** The source in words, with TCP's congestion control and the sizes that are meant where there are two. */
  label: string;
  /** What the program does: reads from a device, writes to a connection. */
  calls: 'reads' | 'writes';
  /** Ascending by size. */
  points: readonly MeasuredPoint[];
  /** Shares of the best that claims are about: their rounds were compared one by one. */
  compared: readonly (readonly [bytes: number, share: number, low: number, high: number])[];
}

export interface Machine {
  name: string;
  sources: readonly Source[];
}

/** The reads that sockets' writes of every size are shown against, in bytes: a row of the grid. */
export const READ_BYTES = 2 ** 16;

export const sourceOf = ({ sources }: Machine, name: SourceName): Source | undefined =>
  sources.find((source) => source.name === name);

export const rateOf = ([bytes, seconds]: MeasuredPoint): number => bytes / seconds;

/** The point of the highest median throughput, the smallest of those that are equal. */
export const bestOf = ({ points: all }: Source): MeasuredPoint =>
  all.reduce((best, point) => (rateOf(point) > rateOf(best) ? point : best));

export const pointAt = ({ points: all }: Source, size: number): MeasuredPoint | undefined =>
  all.find(([bytes]) => bytes === size);

/** The share of the best that was measured with a size, if it was. */
export function measuredShare(source: Source, size: number): Estimate | null {
  const point = pointAt(source, size);
  if (!point) return null;
  const best = bestOf(source);
  // The best is all of itself, whatever its interval.
  if (point === best) return { value: 1, low: 1, high: 1 };
  const compared = source.compared.find(([bytes]) => bytes === size);
  if (compared) {
    const [, value, low, high] = compared;
    return { value, low, high };
  }
  const [bytes, ...seconds] = point;
  const [value, high, low] = seconds.map((each) => bytes / each / rateOf(best)) as [number, number, number];
  return { value, low, high };
}

/** The page's own machine, and those that the article contrasts with it. */
export function machinesFrom(records: readonly MeasurementRecord[]): Machine[] {
  const [own, ...others] = records;
  const contrasted = CONTRASTED.flatMap((id) => others.find(({ provenance }) => provenance.machine.id === id) ?? []);
  return [own!, ...contrasted].map(machineFrom);
}

export const machineFrom = (record: MeasurementRecord): Machine => ({
  name: machineOf(record),
  sources: SOURCE_NAMES.map((name) => sourceFrom(record, name)).filter(({ points: all }) => all.length > 0),
});

const DEVICES: ReadonlyMap<SourceName, string> = new Map([
  ['zero', '/dev/zero'],
  ['urandom', '/dev/urandom'],
]);

function sourceFrom(record: MeasurementRecord, name: SourceName): Source {
  const device = DEVICES.get(name);
  const found = device
    ? seriesOf(record, 'devices').flatMap((all) => points(all, { source: name }))
    : seriesOf(record, 'sockets').flatMap((all) => points(all, { transport: name, read_bytes: READ_BYTES }));
  const sizeOf = ({ at }: Point) => Number(at[device ? 'buffer_bytes' : 'write_bytes']);
  const measured = found.flatMap((point) => measuredPoint(sizeOf(point), point)).sort(([one], [other]) => one - other);
  const sizes = measured.map(([bytes]) => bytes);
  return {
    name,
    label: device ?? `${connectionLabel(record, name)}, by size of writes`,
    calls: device ? 'reads' : 'writes',
    points: measured,
    compared: device ? comparedFrom(record, device, sizes) : [],
  };
}

/** The series of a record by its name, if the record has it. */
const seriesOf = (record: MeasurementRecord, id: string): Series[] => record.series.filter((one) => one.id === id);

/** TCP's congestion control is half of what it is: the system's own, or another that was set. */
function connectionLabel({ provenance }: MeasurementRecord, name: SourceName): string {
  if (name === 'unix') return 'Unix socket';
  const control = name === 'tcp' ? provenance.machine.congestion_control : name.replace('tcp-', '');
  return control ? `TCP with ${control}` : 'TCP';
}

function comparedFrom(record: MeasurementRecord, device: string, sizes: readonly number[]): Source['compared'] {
  const known = seriesOf(record, 'figures').flatMap((all) => all.points);
  return sizes.flatMap((bytes): Source['compared'] => {
    const figure = `share of the best throughput with ${formatBytes(bytes).replace('\u00a0', ' ')}, ${device}`;
    const share = known.find(({ at }) => at['figure'] === figure)?.values['value'];
    // Over the fastest other size it may be more than all of the best.
    return share && share.value < 1 ? [[bytes, share.value, share.low, share.high]] : [];
  });
}

/** A device's calls are timed; a socket's time per write follows from what went through. */
function measuredPoint(bytes: number, { values }: Point): MeasuredPoint[] {
  const call = values['seconds_per_call'];
  if (call) return [[bytes, call.value, call.low, call.high]];
  const rate: RecordEstimate | undefined = values['throughput_bytes_per_second'];
  const seconds = (throughput: number) => Number((bytes / throughput).toPrecision(4));
  return rate ? [[bytes, seconds(rate.value), seconds(rate.high), seconds(rate.low)]] : [];
}
