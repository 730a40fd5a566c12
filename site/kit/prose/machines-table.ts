/** Table of a finding's machines: a few key figures, and the claims whose verdicts differ between them. */
import { formatQuantity } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { html, type Markup, type Part } from '@/kit/markup.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { findFigure } from './figure.ts';
import { experimentsOf, lookUp, recordFor, type FindingFigures, type Value } from './named.ts';
import { verdictMarkup } from './verdict.ts';

/** A row: its name, and a cell for each machine, empty where the machine has not measured it. */
interface Row {
  readonly head: string;
  readonly cells: readonly Part[];
}

/**
 * Markup of the table.
 *
 * @param recordsOf all published records of an experiment, the page's own first, and behind them a compared one
 */
export function machinesTable(
  finding: string,
  figures: FindingFigures,
  recordsOf: (experiment: string) => readonly MeasurementRecord[],
): Markup {
  const experiments = experimentsOf(finding, figures);
  const all = experiments.flatMap((experiment) => recordsOf(experiment));
  const machines = [...new Map(all.map((record) => [keyOf(record), machineOf(record)]))];
  const recordOn = (experiment: string, machine: string) =>
    recordsOf(experiment).find((record) => keyOf(record) === machine);
  const cellsOf = (experiment: string, cell: (record: MeasurementRecord) => Part): Part[] =>
    machines.map(([machine]) => {
      const record = recordOn(experiment, machine);
      return record && cell(record);
    });
  const rows: Row[] = [
    ...(figures.machines ?? []).map((name) => {
      const value = lookUp(figures, 'values', name);
      const { experiment = finding } = value;
      return {
        head: findFigure(recordFor(value, recordsOf(experiment)), value).label,
        cells: cellsOf(experiment, (record) => valueText(value, record)),
      };
    }),
    ...experiments
      .flatMap((experiment) => contestedClaims(recordsOf(experiment)))
      .map(({ experiment, id, statement }) => ({
        head: statement.replace(/\.$/, ''),
        cells: cellsOf(experiment, ({ claims }) => {
          const verdict = claims.find((claim) => claim.id === id)?.verdict;
          return verdict && verdictMarkup(verdict);
        }),
      })),
  ];
  return html`
    <table class="mt-machines mt-machines--${machines.length}">
      <thead>
        <tr>
          <td></td>
          ${machines.map(([, name]) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ head, cells }) => html`
            <tr>
              <th scope="row">${head}</th>
              ${cells.map((cell, index) => html`<td data-machine-name="${machines[index]![1]}">${cell || NOTHING}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

const NOTHING = html`<span aria-hidden="true">–</span><span class="sr-only">not measured</span>`;

/** Key of a machine. By name too, since the reader's own may have the id of a published one. */
const keyOf = ({ machineName, provenance }: MeasurementRecord): string => `${provenance.machine.id} ${machineName}`;

/** The value in a machine's own record; undefined where the record lacks it. */
function valueText(value: Value, record: MeasurementRecord): string | undefined {
  try {
    const figure = findFigure(record, value);
    const found = figure[value.kind];
    if (found === undefined) return undefined;
    return formatQuantity(typeof found === 'number' ? found : 'value' in found ? found.value : found.low, figure.unit);
  } catch {
    // The record lacks the series, the point or the claim.
    return undefined;
  }
}

/** The claims whose verdicts differ between records, apart from undecided and untested ones. */
function contestedClaims(records: readonly MeasurementRecord[]) {
  const claims = records.flatMap(({ experiment, claims }) => claims.map((claim) => ({ experiment, ...claim })));
  return [...Map.groupBy(claims, ({ id }) => id).values()].flatMap((own) => {
    const verdicts = new Set(
      own.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'not-tested' && verdict !== 'undecided'),
    );
    return verdicts.size > 1 ? own.slice(0, 1) : [];
  });
}
