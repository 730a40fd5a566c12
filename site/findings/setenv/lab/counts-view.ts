/** The table of all libraries: how many orders there are, and how many of them end in which way. */
import { failingShare, formatCount, formatShare, wayWords } from './figures';
import type { LabState } from './state';
import type { Row } from './tasks';
import { LIBRARIES, LOCKINGS } from './words';

export const rowId = ({ library, locking }: Pick<Row, 'library' | 'locking'>): string => `${library} ${locking}`;

export function drawRows(rows: readonly Row[], state: Readonly<LabState>): string {
  return rows.map((row) => drawRow(row, rowId(row) === rowId(state))).join('');
}

function drawRow(row: Row, isChosen: boolean): string {
  const id = rowId(row);
  const fails = row.failing > 0n;
  const first = row.locking === 'as-it-is';
  const name = first
    ? `<b>${LIBRARIES[row.library]}</b><span class="sr-only"> ${LOCKINGS[row.locking].name}</span>`
    : `<span class="sr-only">${LIBRARIES[row.library]} </span>${LOCKINGS[row.locking].name}`;
  const bar =
    `<span class="mt-se-bar" aria-hidden="true"><svg viewBox="0 0 100 8" preserveAspectRatio="none">` +
    `<rect class="mt-se-bar-all" width="100" height="8"/><rect class="mt-se-bar-fails" width="${(failingShare(row) * 100).toFixed(2)}" height="8"/></svg></span>`;
  return (
    `<tr data-row="${id}" data-fails="${fails}"${first ? ' data-first' : ''}${isChosen ? ' data-chosen' : ''}>` +
    `<th scope="row"><label><input type="radio" name="mt-se-row" value="${id}"${isChosen ? ' checked' : ''} />` +
    `<span>${name}</span></label></th>` +
    `<td data-column="orders">${formatCount(row.orders)}</td>` +
    `<td data-column="failing"><span class="mt-se-sign" aria-hidden="true">${fails ? '✕' : '✓'}</span> ${formatCount(row.failing)}</td>` +
    `<td data-column="share">${bar}${formatShare(row)}</td>` +
    `<td data-column="ways">${fails ? wayWords(row) : '<span class="mt-se-well">all right</span>'}</td></tr>`
  );
}
