/** The table of the libraries: how many of the orders go wrong, and what was measured. */
import { formatShare } from '@/kit/chart/format';
import { escapeText, glyph } from '@/kit/chart/grammar';
import type { LabOverlay } from '@/kit/lab/overlay';
import { failingShare, measuredText } from './figures';
import { knownOf, besideOf, type MeasuredShare, type BesideShare } from './measured';
import type { LabState } from './state';
import type { Row } from './tasks';
import { LIBRARIES } from './words';

export const drawRows = (
  rows: readonly Row[],
  state: Readonly<LabState>,
  measured: readonly MeasuredShare[],
  beside: readonly LabOverlay<MeasuredShare[]>[] = [],
): string =>
  rows
    .map((row) => drawRow(row, state, knownOf(measured, state, row.library), besideOf(beside, state, row.library)))
    .join('');

function drawRow(
  row: Row,
  state: Readonly<LabState>,
  known: MeasuredShare | undefined,
  beside: readonly BesideShare[],
): string {
  const { library } = row;
  const isChosen = library === state.library;
  const measuredWords = known
    ? `<span title="${known.version}">${escapeText(measuredText(known))}</span>`
    : '<span class="mt-se-none" title="not measured">–</span>';
  return (
    `<tr data-row="${library}" data-fails="${row.failing > 0n}"${isChosen ? ' data-chosen' : ''}>` +
    `<th scope="row"><label><input type="radio" name="mt-se-row" value="${library}"${isChosen ? ' checked' : ''} />` +
    `<span>${LIBRARIES[library]}</span></label></th>` +
    `<td data-column="share">${formatShare(failingShare(row))}</td>` +
    `<td data-column="measured">${measuredWords}${beside.map(besideCell).join('')}</td></tr>`
  );
}

/** Below what was measured on the page's own machine. */
const besideCell = ({ machine, share }: BesideShare): string =>
  `<span class="mt-se-beside" title="${escapeText(`${machine}, ${share.version}`)}">${glyph('second')}<span class="sr-only">${escapeText(machine)}: </span>${escapeText(measuredText(share))}</span>`;
