/**
 * The table of outcomes: what becomes of a connection, by what happens (down) and by what is set (across). A cell has a word and a
 * length for how long it takes, the time as measured or predicted, and what the program gets.
 */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatIntervalBare, formatQuantity } from '@/kit/chart/format.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';
import { classes, html, type Markup } from '@/kit/markup.ts';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import type { Settings } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { endsOf } from '../two-ends.ts';
import {
  areSame,
  isSamePlace,
  NOTICED,
  outcomeCell,
  outcomesOf,
  signOf,
  spanOf,
  type Outcome,
  type OutcomeCell,
  type Situation,
} from './outcomes.ts';

export interface FatesOptions {
  readonly title: string;
  /** The columns: what is set. */
  readonly columns: readonly { readonly settings: Settings; readonly head: string }[];
  /** The rows: what happens, with what the program does meanwhile. */
  readonly groups: readonly {
    readonly title: string;
    readonly rows: readonly (Situation & { readonly says: string })[];
  }[];
}

/** Head of the cell of a row in which nothing that is set makes a difference. */
const WHATEVER = 'Whatever is set';

/** The table, with other machines' times beside those of the first. */
export function fatesTable(
  records: readonly MeasurementRecord[],
  id: string,
  { title, columns, groups }: FatesOptions,
): OwnDrawing {
  const [first, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const outcomes = outcomesOf(first);
  const beside = others.map((record) => ({ record, outcomes: outcomesOf(record) }));

  const time = (outcome: Outcome): Markup | false => {
    const { measured, predicted, series, at } = outcome;
    if (measured?.after) {
      const ends = endsOf(measured.after);
      return ends
        ? html`<span>${mark('measured')} ${ends.range}<span class="sr-only">, measured</span></span>`
        : inlineFigure({ value: { kind: 'measured', series, at, measure: NOTICED }, record: first });
    }
    const span = spanOf(outcome);
    // A prediction of next to nothing says no more than its word; that of never is the model's alone, whatever was watched.
    if (span === 'at once' || span === 'stays up') return false;
    const says = predicted.after === undefined ? 'by the model' : formatQuantity(predicted.after, 's');
    return html`<span class="mt-outcomes-predicted">${mark('predicted')} ${says}<span class="sr-only">, predicted</span></span>`;
  };
  const timesBeside = (outcome: Outcome): Markup[] =>
    beside.flatMap(({ record, outcomes: known }) => {
      const after = known.find((one) => isSamePlace(one, outcome))?.measured?.after;
      if (!after) return [];
      const says = endsOf(after)?.range ?? formatQuantity(after.value, 's');
      return [html`<span>${mark(shownAs(record))} ${says}<span class="sr-only">, ${machineOf(record)}</span></span>`];
    });
  const result = ({ outcome, inVain }: OutcomeCell): Markup => {
    if (!outcome) return html`<span class="mt-outcomes-none">not in the record</span>`;
    const { measured } = outcome;
    const most = measured?.after && endsOf(measured.after)?.most;
    const [span, sign] = [spanOf(outcome), signOf(outcome)];
    return html`
      <div class="mt-outcomes-cell">
        <span class="mt-outcome mt-outcome--${span.replace(' ', '-')}" data-span="${span}">${span}</span>
        ${time(outcome)} ${timesBeside(outcome)}
        ${most && html`<span class="mt-outcomes-evidence">${most}</span>`}
        ${sign !== '' && html`<code>${sign}</code>`}
        ${inVain.map((words) => html`<span class="mt-outcomes-evidence">${mark('measured')} ${words}</span>`)}
      </div>
    `;
  };
  const row = ({ says, ...situation }: Situation & { readonly says: string }): Markup | '' => {
    const cells = columns.map(({ settings, head }) => ({ head, ...outcomeCell(outcomes, situation, settings) }));
    // An older record has no such row.
    if (cells.every(({ outcome }) => !outcome)) return '';
    const inVain = [...new Set(cells.flatMap((cell) => cell.inVain))];
    const shown = areSame(cells) ? [{ ...cells[0]!, head: WHATEVER, inVain }] : cells;
    const span = columns.length / shown.length;
    return html`
      <tr role="row">
        <th role="rowheader" scope="row">${says}</th>
        ${shown.map(
          (cell) => html`
            <td${classes(span > 1 && 'mt-outcomes-all')} role="cell" colspan="${span}">
              <span class="mt-outcomes-head" aria-hidden="true">${cell.head}</span>${result(cell)}
            </td>
          `,
        )}
      </tr>
    `;
  };

  const markup = html`
    ${keyMarkup([
      ...(others.length > 0
        ? machinesInKey(records)
        : [{ figure: 'measured', text: 'measured', quiet: false } as const]),
      { figure: 'predicted', text: 'predicted by the model', quiet: false },
    ])}
    <table class="mt-outcomes-table" role="table" aria-labelledby="${id}-title">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Meanwhile the program</th>
          ${columns.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}
        </tr>
      </thead>
      ${groups.map(
        (group) => html`
          <tbody role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="rowgroup" class="mt-outcomes-group" colspan="${columns.length + 1}">
                ${group.title}
              </th>
            </tr>
            ${group.rows.map(row)}
          </tbody>
        `,
      )}
    </table>
  `;
  return { title, markup, table: dataOf(records) };
}

/** The data: all outcomes that were measured or watched, with the model's beside. */
function dataOf(records: readonly MeasurementRecord[]): FigureTable {
  const withMachine = records.length > 1;
  const isTabled = ({ series, measured }: Outcome) => series === 'fates' || measured !== undefined;
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      ...['Program', 'What happens', 'What the program does', 'What is set'],
      ...['Measured', '95% interval', 'n', 'Predicted', 'At the latest', 'Call and error'],
    ],
    rows: records.flatMap((record) =>
      outcomesOf(record)
        .filter(isTabled)
        .map((outcome) => [...(withMachine ? [machineOf(record)] : []), ...dataRow(outcome)]),
    ),
  };
}

function dataRow(outcome: Outcome): string[] {
  const { words, measured, predicted } = outcome;
  const { after, share } = measured ?? {};
  const seconds = (value: number | undefined) => (value === undefined ? '' : formatBare(value, 's'));
  const watched = share && `in ${formatBare(share.value, 'share')} within ${formatQuantity(measured!.watched, 's')}`;
  return [
    ...[words.program, words.scenario, words.does, words.set],
    ...[after ? seconds(after.value) : (watched ?? ''), after ? formatIntervalBare(after, 's') : ''],
    share ? formatBare(share.n, 'trials') : '',
    ...[predicted.after === undefined ? predicted.errno : seconds(predicted.after), seconds(predicted.latest)],
    signOf(outcome),
  ];
}
