/** What a fitted law says beside what was measured: throughput over the size of a buffer, and the band that the fit leaves. */
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import { points, series, settingAt } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point, Series } from '@/kit/record/types.ts';
import type { ChartSpec, DotMark, Mark } from '@/kit/chart/chart.ts';
import { joining } from '@/kit/chart/joining.ts';
import { formatBare, formatBytes, formatIntervalBare } from '@/kit/chart/format.ts';
import { machineOf, placed } from '@/kit/chart/machines.ts';
import { rulerOf, tickFormat, type RecordFigure } from '@/kit/chart/record-chart.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { rowsOfTable, tabledDots } from '@/kit/chart/tabled.ts';

/** What to take from the records and how to call it. */
export interface ModelChartOptions {
  readonly title: string;
  readonly description: string;
  /** The device whose reads are shown: a setting of `source`. */
  readonly source: string;
  /** The laws, by setting of `law`, under these names; the last is drawn in front. */
  readonly laws: Readonly<Record<string, string>>;
}

/** The series: what was measured, what the fitted laws say of the same sizes, and their coefficients. */
export const MODEL_SERIES = ['devices', 'model', 'fits'] as const;

const SIZE = 'buffer_bytes';
const THROUGHPUT = 'throughput_bytes_per_second';
const SPEED = 'bytes per second';

const sizeOf = (point: Point): number => Number(settingAt(point, SIZE));
const bySize = (found: readonly Point[]): Point[] => found.toSorted((a, b) => sizeOf(a) - sizeOf(b));

/** One machine's points, and its laws' curves. */
interface Modelled {
  readonly machine: string;
  /** What its measured values are drawn as. */
  readonly kind: ShownAs;
  readonly measured: readonly Point[];
  readonly laws: readonly { readonly law: string; readonly name: string; readonly points: readonly Point[] }[];
}

function modelled(records: readonly MeasurementRecord[], { title, source, laws }: ModelChartOptions): Modelled[] {
  if (records.length === 0) throw new Error(`no record to draw “${title}” from`);
  return records.map((record) => {
    const measured = bySize(points(series(record, 'devices'), { source }));
    if (measured.length === 0) throw new Error(`series devices of ${machineOf(record)} has no points of ${source}`);
    return {
      machine: machineOf(record),
      kind: shownAs(record),
      measured,
      laws: Object.entries(laws).map(([law, name]) => ({
        law,
        name,
        points: bySize(points(series(record, 'model'), { source, law })),
      })),
    };
  });
}

const sizeAxis = (all: readonly Modelled[]): ChartSpec['x'] => {
  const sizes = all.flatMap(({ measured }) => measured.map(sizeOf));
  return {
    kind: 'log',
    title: 'Size of the buffer (logarithmic)',
    domain: [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3],
    format: formatBytes,
    ...rulerOf('bytes'),
  };
};

/** Throughput over size: measured, by the laws with their bands, by the published law, and as published. */
export function modelFigure(records: readonly MeasurementRecord[], options: ModelChartOptions): RecordFigure {
  const all = modelled(records, options);
  const sizes = all[0]!.measured.map(sizeOf);
  const published = publishedLaw(series(records[0]!, 'fits'), options.source);
  // Curves have no mark of their machine: those of the first are drawn, whose figures stand in sentences, and all are in the table.
  const [first] = all.filter(({ kind }) => kind === 'measured');
  const curves = [...(first?.laws ?? [])].flatMap(({ name, points: found }, index, laws): Mark[] => {
    const quiet = index < laws.length - 1;
    const known = found.flatMap((at) => {
      const value = at.values[THROUGHPUT];
      return value === undefined ? [] : [{ x: sizeOf(at), value }];
    });
    if (known.length === 0) return [];
    return [
      {
        mark: 'band',
        figure: 'predicted',
        quiet,
        points: known.map(({ x, value }) => [x, value.low, value.high]),
      },
      {
        mark: 'line',
        figure: 'predicted',
        quiet,
        points: known.map(({ x, value }) => [x, value.value]),
        label: name,
      },
    ];
  });
  const rowOf = rowsOfTable(all.flatMap(({ measured }) => measured));
  const measured = all.map(({ kind, measured }): DotMark => ({
    mark: 'dots',
    ...placed(kind),
    ...tabledDots(measured, rowOf, (at) => {
      const value = at.values[THROUGHPUT];
      return value && { x: sizeOf(at), y: value.value, low: value.low, high: value.high };
    }),
  }));
  const diamonds = tabledDots(all[0]!.measured, rowOf, (at) => {
    const value = at.published?.[THROUGHPUT];
    return value === undefined ? undefined : { x: sizeOf(at), y: value };
  });
  const line: Mark[] =
    published === undefined
      ? []
      : [
          {
            mark: 'line',
            figure: 'published',
            points: sizes.map((size) => [size, size / published(size)] as const),
            label: 'published',
          },
        ];
  // Areas behind, so that they tint no line.
  const [bands, lines] = [true, false].map((isBand) => curves.filter(({ mark }) => (mark === 'band') === isBand));
  const dots: Mark[] = diamonds.points.length === 0 ? [] : [{ mark: 'dots', figure: 'published', ...diamonds }];
  const marks: Mark[] = [...bands!, ...line, ...lines!, ...measured.flatMap(joining), ...measured, ...dots];
  return {
    spec: {
      title: options.title,
      description: options.description,
      x: sizeAxis(all),
      y: { kind: 'log', title: 'Throughput (MiB/s, logarithmic)', format: tickFormat(SPEED), ...rulerOf(SPEED) },
      marks,
      labels: 'direct',
    },
    table: {
      head: [
        ...machineHead(all),
        'Buffer',
        'Measured (95% interval)',
        'n',
        ...Object.values(options.laws),
        'Published',
      ],
      rows: all.flatMap(({ machine, measured, laws }) =>
        measured.map((at) => [
          ...(all.length > 1 ? [machine] : []),
          formatBytes(sizeOf(at)),
          cell(at, THROUGHPUT, SPEED),
          settingText(at.values[THROUGHPUT]?.n),
          ...laws.map(({ points: found }) =>
            cell(
              found.find((other) => sizeOf(other) === sizeOf(at)),
              THROUGHPUT,
              SPEED,
            ),
          ),
          at.published?.[THROUGHPUT] === undefined ? '' : formatBare(at.published[THROUGHPUT]!, SPEED),
        ]),
      ),
    },
  };
}

const machineHead = (all: readonly Modelled[]): string[] => (all.length > 1 ? ['Machine'] : []);

/** A point's value with its interval, or nothing. */
function cell(at: Point | undefined, measure: string, unit: string): string {
  const value = at?.values[measure];
  return value === undefined ? '' : `${formatBare(value.value, unit)} (${formatIntervalBare(value, unit)})`;
}

/** Seconds per call by the published coefficients of the linear law, where there are some for the device. */
function publishedLaw(fits: Series, source: string): ((bytes: number) => number) | undefined {
  const [found] = points(fits, { source, law: 'linear' });
  const { per_call_seconds: perCall, per_byte_seconds: perByte } = found?.published ?? {};
  return perCall === undefined || perByte === undefined ? undefined : (bytes) => perCall + perByte * bytes;
}
