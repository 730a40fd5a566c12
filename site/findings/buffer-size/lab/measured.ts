/** The measured points of a machine by the size of its buffers, read from its record when the site is built. */
import { machineOf } from '@/kit/chart/machines';
import { points, type Settings } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { SOURCE_NAMES, type SourceName } from './state';

/** Bytes per second with calls of so many bytes: the median and its 95% interval. Without names, because all of them stand in the page. */
export type MeasuredPoint = readonly [bytes: number, rate: number, low: number, high: number];

/** The calls whose size is varied. Those that sum go over every byte that they have read. */
export type Calls = 'writes' | 'reads' | 'summing reads';

export interface Curve {
  calls: Calls;
  /** Ascending by size. */
  points: readonly MeasuredPoint[];
}

export interface Source {
  name: SourceName;
  /** The source in words, with TCP's congestion control. */
  label: string;
  /** The curve that the buffer is dragged along comes first. */
  curves: readonly [Curve, ...Curve[]];
}

export interface Machine {
  name: string;
  sources: readonly Source[];
}

/** The size of reads beside writes of every size, and that of writes beside reads, in bytes. */
export const [READ_BYTES, WRITE_BYTES] = [2 ** 16, 2 ** 18];

/** The point of the highest median, the smallest of those that are equal. */
export const bestOf = ({ points: all }: Curve): MeasuredPoint =>
  all.reduce((best, point) => (point[1] > best[1] ? point : best));

export const pointAt = ({ points: all }: Curve, size: number): MeasuredPoint | undefined =>
  all.find(([bytes]) => bytes === size);

export const machineFrom = (record: MeasurementRecord): Machine => ({
  name: machineOf(record),
  sources: SOURCE_NAMES.flatMap((name) => sourceFrom(record, name) ?? []),
});

const DEVICES: Readonly<Partial<Record<SourceName, string>>> = { zero: '/dev/zero', urandom: '/dev/urandom' };

function sourceFrom(record: MeasurementRecord, name: SourceName): Source | undefined {
  const device = DEVICES[name];
  const curve = (calls: Calls, id: string, at: Settings, size: string): Curve => ({
    calls,
    points: pointsOf(record, id, at, size),
  });
  const curves = [
    ...(device
      ? [curve('reads', 'devices', { source: name }, 'buffer_bytes')]
      : [
          curve('writes', 'sockets', { transport: name, read_bytes: READ_BYTES }, 'write_bytes'),
          curve('reads', 'sockets', { transport: name, write_bytes: WRITE_BYTES }, 'read_bytes'),
        ]),
    curve('summing reads', 'work', { source: name, work: 'sum' }, 'read_bytes'),
  ];
  const [first, ...others] = curves.filter(({ points: all }) => all.length > 0);
  return first && { name, label: device ?? connectionLabel(record, name), curves: [first, ...others] };
}

/** TCP's congestion control is half of what it is: the system's own, or another that was set. */
function connectionLabel({ provenance }: MeasurementRecord, name: SourceName): string {
  if (name === 'unix') return 'Unix socket';
  const control = name === 'tcp' ? provenance.machine.congestion_control : name.replace('tcp-', '');
  return control ? `TCP with ${control}` : 'TCP';
}

/** The points of a series, which a record may lack. */
function pointsOf(record: MeasurementRecord, id: string, at: Settings, size: string): MeasuredPoint[] {
  const series = record.series.find((one) => one.id === id);
  if (!series) return [];
  return points(series, at)
    .flatMap((point): MeasuredPoint[] => {
      const rate = point.values['throughput_bytes_per_second'];
      return rate ? [[Number(point.at[size]), rate.value, rate.low, rate.high]] : [];
    })
    .sort(([one], [other]) => one - other);
}
