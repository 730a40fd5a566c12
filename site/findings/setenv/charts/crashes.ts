/** Children that set and read the environment at once: how many failed, and how. */
import { hasSeries, points, series, type Settings } from '@/kit/record/queries.ts';
import type { Estimate, MeasurementRecord, Point, Series } from '@/kit/record/types.ts';
import { formatBare, formatIntervalBare } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { boundBeside } from './bounds.ts';

/** The measures of a cell: the share of its children that failed, and when half of those had. */
export const FAILED = 'failed_share';
export const MEDIAN_SECONDS = 'median_seconds_to_failure';

/** The ways to fail, by the record's measure: what a reader calls each, and how its part of a bar is drawn. */
export const KINDS = [
  { measure: 'sigsegv_share', says: 'SIGSEGV', drawn: 'solid' },
  { measure: 'sigabrt_share', says: 'SIGABRT', drawn: 'pale' },
  { measure: 'other_signal_share', says: 'another signal', drawn: 'pale' },
  { measure: 'wrong_answer_share', says: 'wrong answer', drawn: 'hollow' },
  { measure: 'hung_share', says: 'hung', drawn: 'dashed' },
] as const;

/** A way to fail that occurred. */
export interface CrashKind {
  readonly says: string;
  readonly drawn: (typeof KINDS)[number]['drawn'];
  /** Share of all children. */
  readonly share: number;
}

/** The children of one cell. */
export interface CrashCell {
  readonly series: string;
  readonly point: Point;
  readonly failed: Estimate;
  /** How they failed, as far as any did. */
  readonly kinds: readonly CrashKind[];
  /** Until half of those that failed had. */
  readonly median: Estimate | undefined;
}

/** A row of the matrix: what the threads do. */
export interface CrashRow {
  readonly says: string;
  readonly at: Settings;
}

/** A column of the matrix, such as a C library. */
export interface CrashColumn {
  readonly head: string;
  readonly at: Settings;
}

/** A matrix: what its rows and columns are. */
export interface CrashMatrixOptions {
  readonly title: string;
  /** Head of the rows. */
  readonly rowTitle: string;
  /** Columns that nobody measured are left out; a library is headed by its version, where the record has it. */
  readonly columns: readonly CrashColumn[];
  readonly groups: readonly { readonly title: string; readonly rows: readonly CrashRow[] }[];
}

/** The points of a series at some settings. Settings that the series has no dimension for match nothing. */
function pointsAt(source: Series, at: Settings): Point[] {
  const knows = Object.keys(at).every((name) => source.dimensions.some((dimension) => dimension.name === name));
  return knows ? points(source, at) : [];
}

/** The cell of a record at some settings, or none, where it has no such point, setting or series. */
export function crashCell(record: MeasurementRecord, id: string, at: Settings): CrashCell | undefined {
  if (!hasSeries(record, [id])) return undefined;
  const own = pointsAt(series(record, id), at);
  if (own.length > 1) throw new Error(`series ${id} has ${own.length} points at ${JSON.stringify(at)}`);
  const [point] = own;
  const failed = point?.values[FAILED];
  if (!point || !failed) return undefined;
  return {
    series: id,
    point,
    failed,
    kinds: KINDS.flatMap(({ measure, says, drawn }) => {
      const share = point.values[measure]?.value ?? 0;
      return share > 0 ? [{ says, drawn, share }] : [];
    }),
    median: point.values[MEDIAN_SECONDS],
  };
}

/**
 * How the children of a cell failed, in words: `SIGSEGV`, or how many in each way where there are several, which rounded shares would
 * not add up to. Of a cell in which none did, the bound.
 */
export function kindsInWords({ kinds, failed }: Pick<CrashCell, 'kinds' | 'failed'>): string {
  const { n } = failed;
  const [only, ...others] = kinds;
  if (only === undefined) return boundBeside(failed);
  if (others.length === 0) return only.says;
  const counts = kinds.map(({ says, share }) => `${says} ${Math.round(share * n)}`);
  return `(${counts.join(', ')} of ${n})`;
}

/** All cells of a matrix as a plain table, machine by machine. */
export function crashTable(
  records: readonly MeasurementRecord[],
  id: string,
  rows: readonly CrashRow[],
  columns: readonly CrashColumn[],
): FigureTable {
  const withMachine = records.length > 1;
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      ...['What the threads do', 'Where', 'Failed', '95% interval', 'n'],
      ...KINDS.map(({ says }) => says),
      'Half of the failures by',
    ],
    rows: records.flatMap((record) =>
      rows.flatMap((row) =>
        columns.flatMap(({ head, at }) => {
          const cell = crashCell(record, id, { ...at, ...row.at });
          if (cell === undefined) return [];
          const { failed, point, median } = cell;
          return [
            [
              ...(withMachine ? [machineOf(record)] : []),
              ...[row.says, head, formatBare(failed.value, 'share'), formatIntervalBare(failed, 'share')],
              settingText(failed.n),
              ...KINDS.map(({ measure }) => {
                const share = point.values[measure];
                return share ? formatBare(share.value, 'share') : '';
              }),
              median ? formatBare(median.value, 's') : '',
            ],
          ];
        }),
      ),
    ),
  };
}
