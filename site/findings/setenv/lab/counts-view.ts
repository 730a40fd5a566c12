/** The table of the libraries: how many of the orders go wrong, what a loop makes of that, and what was measured. */
import { formatShare } from '@/kit/chart/format';
import { failedShare, failingShare } from './figures';
import { knownOf, type MeasuredShare } from './measured';
import type { LabState } from './state';
import type { Row } from './tasks';
import { LIBRARIES } from './words';

export const drawRows = (rows: readonly Row[], state: Readonly<LabState>, measured: readonly MeasuredShare[]): string =>
  rows.map((row) => drawRow(row, state, knownOf(measured, state, row.library))).join('');

function drawRow(row: Row, state: Readonly<LabState>, known: MeasuredShare | undefined): string {
  const { library } = row;
  const isChosen = library === state.library;
  const failed = failedShare(row, state.rounds);
  const bar =
    `<svg class="mt-se-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">` +
    `<rect class="mt-se-bar-all" width="100" height="8"/><rect class="mt-se-bar-fails" width="${(failed * 100).toFixed(2)}" height="8"/></svg>`;
  const measuredWords = known
    ? `<span title="${known.version}">${formatShare(known.value)}</span>`
    : '<span class="mt-se-none" title="not measured">–</span>';
  return (
    `<tr data-row="${library}" data-fails="${row.failing > 0n}"${isChosen ? ' data-chosen' : ''}>` +
    `<th scope="row"><label><input type="radio" name="mt-se-row" value="${library}"${isChosen ? ' checked' : ''} />` +
    `<span>${LIBRARIES[library]}</span></label></th>` +
    `<td data-column="share">${formatShare(failingShare(row))}</td>` +
    `<td data-column="failed">${bar}<span>${formatShare(failed)}</span></td>` +
    `<td data-column="measured">${measuredWords}</td></tr>`
  );
}
