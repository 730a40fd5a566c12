/**
 * The table of outcomes: what becomes of a connection, by what happens (down) and by what is set (across). A cell has a word and a
 * length for how long it takes, the time as measured or predicted, what the program gets, and what was measured with shorter settings of
 * the same kind.
 */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatQuantity } from '@/kit/chart/format.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import { classes, html, type Markup } from '@/kit/markup.ts';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import type { Settings } from '@/kit/record/queries.ts';
import { shownAs, type ShownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import {
  areSame,
  headline,
  isSamePlace,
  NOTICED,
  outcomeCell,
  outcomesOf,
  signOf,
  type Evidence,
  type Outcome,
  type Situation,
  type Span,
} from './outcomes.ts';
import { outcomesTable } from './outcomes-table.ts';

/** What is set, a column of the table. `alone` leaves out what was measured with others of its kind. */
export interface Column {
  readonly settings: Settings;
  readonly head: string;
  readonly alone?: boolean;
}

/** What happens, with what the program does meanwhile. */
export interface Group {
  readonly title: string;
  readonly rows: readonly (Situation & { readonly says: string })[];
}

export interface FatesOptions {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly groups: readonly Group[];
}

/** What a row says where nothing that is set makes a difference. */
const WHATEVER = 'Whatever is set';
/** As much as fits below a time; the rest is in the data. */
const MOST_EVIDENCE = 2;

/** A cell, or one for all columns. */
interface Cell {
  readonly head: string;
  /** How many columns it is for. */
  readonly span: number;
  readonly situation: Situation;
  readonly settings: Settings;
  readonly outcome: Outcome | undefined;
  readonly evidence: readonly Evidence[];
}

/** A machine that is laid beside, and what it knows. */
interface Beside {
  readonly record: MeasurementRecord;
  readonly outcomes: readonly Outcome[];
}

/** The table, with other machines' times beside those of the first. */
export function fatesTable(
  records: readonly MeasurementRecord[],
  id: string,
  { title, columns, groups }: FatesOptions,
): OwnDrawing {
  const [first, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const outcomes = outcomesOf(first);
  const beside = others.map((record): Beside => ({ record, outcomes: outcomesOf(record) }));
  const figure = ({ series, at }: Outcome) =>
    inlineFigure({ value: { kind: 'measured', series, at, measure: NOTICED }, record: first });

  const result = (cell: Cell): Markup => {
    const { situation, settings, outcome, evidence } = cell;
    if (!outcome) return html`<span class="mt-outcomes-none">not in the record</span>`;
    const { span, seconds, figure: kind } = headline(outcome);
    // A prediction of next to nothing says no more than its word; that of never is the model's alone, whatever was watched.
    const isTold = seconds !== undefined && span !== 'at once';
    const predicted = isTold ? formatQuantity(seconds, 's') : span === 'never' && 'by the model';
    const own =
      kind === 'measured'
        ? figure(outcome)
        : predicted &&
          html`
            <span class="mt-outcomes-predicted">
              ${mark('predicted')} ${predicted}${isTold && html`<span class="sr-only">, predicted</span>`}
            </span>
          `;
    const sign = signOf(outcome);
    return html`
      <div class="mt-outcomes-cell">
        ${outcomeSpan(span)}${own} ${timesBeside(beside, (known) => outcomeCell(known, situation, settings).outcome)}
        ${sign !== '' && html`<code>${sign}</code>`}
        ${evidence.map(
          ({ outcome: other, otherwise }) => html`
            <span class="mt-outcomes-evidence">
              ${other.measured?.after ? figure(other) : notIn(other)}
              ${timesBeside(beside, (known) => known.find((one) => isSamePlace(one, other)))}
              ${otherwise.length > 0 && ` with ${otherwise.join(', ')}`}
            </span>
          `,
        )}
      </div>
    `;
  };

  const markup = html`
    ${keyMarkup([
      {
        figure: 'measured',
        text: `${others.length > 0 ? machineOf(first) : 'measured'}, with the settings in the column’s head or those beside it`,
        quiet: false,
      },
      ...machinesInKey(records).slice(1),
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
            ${group.rows.map(({ says, ...situation }) => {
              const cells = cellsOf(outcomes, situation, columns);
              // An older record has no such row.
              if (cells.every(({ outcome }) => !outcome)) return '';
              return html`
                <tr role="row">
                  <th role="rowheader" scope="row">${says}</th>
                  ${cells.map(
                    (cell) => html`
                      <td${classes(cell.span > 1 && 'mt-outcomes-all')} role="cell" colspan="${cell.span}">
                        <span class="mt-outcomes-head" aria-hidden="true">${cell.head}</span>${result(cell)}
                      </td>
                    `,
                  )}
                </tr>
              `;
            })}
          </tbody>
        `,
      )}
    </table>
  `;
  const isTabled = ({ program, series, measured }: Outcome) =>
    program === 'tcp' && (series === 'fates' || measured !== undefined);
  return { title, markup, table: outcomesTable(records, isTabled) };
}

/** A cell for each kind of settings, or one for all. */
function cellsOf(outcomes: readonly Outcome[], situation: Situation, columns: readonly Column[]): Cell[] {
  const cells = columns.map(({ settings, head, alone = false }) => {
    const { outcome, evidence } = outcomeCell(outcomes, situation, settings);
    return { head, span: 1, situation, settings, outcome, evidence: alone ? [] : evidence };
  });
  const shortened = (evidence: readonly Evidence[]) => evidence.slice(0, MOST_EVIDENCE);
  const [cell] = cells;
  if (cell && areSame(cells)) {
    const evidence = shortened(cells.flatMap((each) => each.evidence));
    return [{ ...cell, head: WHATEVER, span: columns.length, evidence }];
  }
  return cells.map((each) => ({ ...each, evidence: shortened(each.evidence) }));
}

/** What other machines measured of an outcome, in their own marks; nothing of those that did not. */
const timesBeside = (
  beside: readonly Beside[],
  find: (outcomes: readonly Outcome[]) => Outcome | undefined,
): Markup[] =>
  beside.flatMap(({ record, outcomes }) => {
    const after = find(outcomes)?.measured?.after;
    if (!after) return [];
    const time = html`${mark(shownAs(record))} ${formatQuantity(after.value, 's')}`;
    return [html` <span>${time}<span class="sr-only">, ${machineOf(record)}</span></span>`];
  });

/** What is said of an outcome that was measured, and that nobody noticed. */
export const notIn = ({ measured }: Outcome, kind: ShownAs = 'measured'): Markup =>
  html`${mark(kind)} not in ${formatQuantity(measured!.watched, 's')}`;

/** How long it takes, as a word, with a length by its style: a bar that grows from none to one that has no end. */
const outcomeSpan = (span: Span): Markup =>
  html`<span class="mt-outcome mt-outcome--${span.replace(' ', '-')}" data-span="${span}">${span}</span>`;
