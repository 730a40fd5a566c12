/** How fast /dev/zero is read with larger and larger buffers: a table with a column for each machine. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatBytes, formatIntervalBare } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { settingText } from '@/kit/chart/settings.ts';
import { html, type Markup } from '@/kit/markup.ts';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import { measured } from '@/kit/prose/values.ts';
import { points, series } from '@/kit/record/queries.ts';
import type { Estimate, MeasurementRecord } from '@/kit/record/types.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [32 * KIB, 512 * KIB, 2 * MIB, 16 * MIB, 64 * MIB];
const THROUGHPUT = 'throughput_bytes_per_second';
const SPEED = 'bytes per second';
const TITLE = 'Reading /dev/zero with larger buffers';

const zeroWith = (bytes: number) => ({ source: 'zero', buffer_bytes: bytes });

/** What a machine measured with a buffer; a quick run tries fewer. */
const valueOf = (record: MeasurementRecord, bytes: number): Estimate | undefined =>
  points(series(record, 'devices'), zeroWith(bytes))[0]?.values[THROUGHPUT];

export function largerBuffers(records: readonly MeasurementRecord[]): OwnDrawing {
  const cell = (record: MeasurementRecord, bytes: number): Markup | string => {
    if (!valueOf(record, bytes)) return '–';
    const value = measured({ series: 'devices', at: zeroWith(bytes), measure: THROUGHPUT });
    return inlineFigure({ value, record });
  };
  return {
    title: TITLE,
    markup: html`
      <div class="mt-table-scroll mt-larger" tabindex="0" role="region" aria-label="${TITLE}">
        <table class="mt-table">
          <thead>
            <tr>
              <th scope="col">Buffer</th>
              ${records.map((record) => html`<th scope="col">${machineOf(record)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${SIZES.map(
              (bytes) => html`
                <tr>
                  <th scope="row">${formatBytes(bytes)}</th>
                  ${records.map((record) => html`<td>${cell(record, bytes)}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `,
    table: {
      head: [...(records.length > 1 ? ['Machine'] : []), 'Buffer', 'Throughput', '95% interval', 'n'],
      rows: records.flatMap((record) =>
        SIZES.flatMap((bytes) => {
          const value = valueOf(record, bytes);
          if (!value) return [];
          return [
            [
              ...(records.length > 1 ? [machineOf(record)] : []),
              formatBytes(bytes),
              formatBare(value.value, SPEED),
              formatIntervalBare(value, SPEED),
              settingText(value.n),
            ],
          ];
        }),
      ),
    },
  };
}
