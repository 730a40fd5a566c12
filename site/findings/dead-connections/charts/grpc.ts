/** Outcomes of gRPC one below the other: who, what happened, what was set, what was measured and predicted, and what the program got. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatQuantity } from '@/kit/chart/format.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf, machinesInKey } from '@/kit/chart/machines.ts';
import { html, type Markup, type Part } from '@/kit/markup.ts';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { notIn } from './fates.ts';
import { isSamePlace, NOTICED, outcomesOf, type Outcome } from './outcomes.ts';
import { outcomesTable } from './outcomes-table.ts';

const PROGRAMS = ['tonic', 'grpcio'];
/** What these programs are doing, in other words than the record's. */
const PATTERNS: Readonly<Record<string, string>> = {
  idle: 'no call is open',
  awaiting: 'a call waits for its reply',
};

const isOfGrpc = ({ program, series }: Outcome): boolean => series === 'fates' && PROGRAMS.includes(program);

const grpcOutcomes = (record: MeasurementRecord): Outcome[] => outcomesOf(record).filter(isOfGrpc);

/** Whether a record has any of it: the libraries are not everywhere. */
export const hasGrpc = (record: MeasurementRecord): boolean => grpcOutcomes(record).length > 0;

/** What was done with which options, whatever to: each such kind has one row, the first; the others are in the data. */
const kindOf = ({ program, scenario, pattern, at }: Outcome): string =>
  [program, scenario, pattern, ...Object.keys(at).filter((name) => at[name] !== null)].join();

/** A row for each kind of outcome of the first record. */
export function grpcList(records: readonly MeasurementRecord[], title: string): OwnDrawing {
  const [first, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const outcomes = [...Map.groupBy(grpcOutcomes(first), kindOf).values()].map(([outcome]) => outcome!);
  const beside = others.map((record) => ({ record, outcomes: grpcOutcomes(record) }));
  const head = [
    ...['Program', 'What happens', 'What is set'],
    ...(others.length > 0 ? records.map((record) => machineOf(record)) : ['Measured']),
    ...['Predicted', 'It gets'],
  ];
  const measured = (outcome: Outcome): Part =>
    outcome.measured?.after
      ? inlineFigure({
          value: { kind: 'measured', series: outcome.series, at: outcome.at, measure: NOTICED },
          record: first,
        })
      : outcome.measured && notIn(outcome);
  const markup = html`
    ${keyMarkup([
      ...(others.length > 0
        ? machinesInKey(records)
        : [{ figure: 'measured', text: 'measured', quiet: false } as const]),
      { figure: 'predicted', text: 'predicted by the model', quiet: false },
    ])}
    <div class="mt-table-scroll mt-outcome-list" tabindex="0" role="group" aria-label="${title}">
      <table class="mt-data">
        <thead>
          <tr>
            ${head.map((text) => html`<th scope="col">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${outcomes.map((outcome) => {
            const { words, pattern } = outcome;
            return html`
              <tr>
                <th scope="row">${words.program}</th>
                <td>${words.scenario} <span class="mt-outcome-pattern">${PATTERNS[pattern] ?? words.does}</span></td>
                <td>${words.set}</td>
                <td>${measured(outcome)}</td>
                ${beside.map(
                  ({ record, outcomes: known }) => html`
                    <td>
                      ${measuredBeside(
                        record,
                        known.find((other) => isSamePlace(other, outcome)),
                      )}
                    </td>
                  `,
                )}
                <td>${mark('predicted')} ${predicted(outcome)}</td>
                <td>${sign(outcome)}</td>
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
  `;
  return { title, markup, table: outcomesTable(records, isOfGrpc) };
}

function measuredBeside(record: MeasurementRecord, outcome: Outcome | undefined): Markup {
  if (!outcome?.measured) return html`<span aria-hidden="true">–</span><span class="sr-only">not measured</span>`;
  const { after } = outcome.measured;
  const kind = shownAs(record);
  return after ? html`${mark(kind)} ${formatQuantity(after.value, 's')}` : notIn(outcome, kind);
}

function predicted({ predicted: { after, survives } }: Outcome): string {
  if (after !== undefined) return formatQuantity(after, 's');
  return survives ? 'stays up' : 'never';
}

const sign = ({ measured }: Outcome): Part =>
  measured?.after !== undefined && measured.errno !== '' && html`<code>${measured.errno}</code>`;
