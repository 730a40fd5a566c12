/** A small table of what a finding's machines measured: a few key figures, and the claims whose verdicts differ between them. */
import { formatQuantity } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { html, type Markup, type Part } from '@/kit/markup.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { findFigure } from './figure.ts';
import { experimentsOf, named, recordFor, type FindingFigures, type Value } from './named.ts';
import { verdictMarkup } from './verdict.ts';

/** A row: what it is about, and what stands there of each machine, nothing where it has not measured it. */
interface Row {
  readonly head: string;
  readonly cells: readonly Part[];
}

/**
 * The table.
 *
 * @param recordsOf all published records of an experiment, the page's own first, and behind them one that is laid beside
 */
export function machinesTable(
  finding: string,
  figures: FindingFigures,
  recordsOf: (experiment: string) => readonly MeasurementRecord[],
): Markup {
  const experiments = experimentsOf(finding, figures);
  const all = experiments.flatMap((experiment) => recordsOf(experiment));
  const machines = [...new Map(all.map((record) => [keyOf(record), machineOf(record)]))];
  const of = (experiment: string, machine: string) => recordsOf(experiment).find((record) => keyOf(record) === machine);
  const cellsOf = (experiment: string, cell: (record: MeasurementRecord) => Part): Part[] =>
    machines.map(([machine]) => {
      const record = of(experiment, machine);
      return record && cell(record);
    });
  const rows: Row[] = [
    ...(figures.machines ?? []).map((name) => {
      const value = named(figures, 'values', name);
      const { experiment = finding } = value;
      return {
        head: findFigure(recordFor(value, recordsOf(experiment)), value).label,
        cells: cellsOf(experiment, (record) => written(value, record)),
      };
    }),
    ...experiments
      .flatMap((experiment) => differing(recordsOf(experiment)))
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

/** What tells machines apart. The reader's own may be of the kind of a published one. */
const keyOf = ({ machineName, provenance }: MeasurementRecord): string => `${provenance.machine.id} ${machineName}`;

/** A machine's own figure, with nothing else of it. */
function written(value: Value, record: MeasurementRecord): string | undefined {
  try {
    const figure = findFigure(record, value);
    const found = figure[value.kind];
    if (found === undefined) return undefined;
    return formatQuantity(typeof found === 'number' ? found : 'value' in found ? found.value : found.low, figure.unit);
  } catch {
    // It lacks the series, the point or the claim.
    return undefined;
  }
}

/** The claims that records decide in different ways; one that could not tell, or did not test it, decides nothing. */
function differing(records: readonly MeasurementRecord[]) {
  const claims = records.flatMap(({ experiment, claims }) => claims.map((claim) => ({ experiment, ...claim })));
  return [...Map.groupBy(claims, ({ id }) => id).values()].flatMap((own) => {
    const verdicts = new Set(
      own.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'not-tested' && verdict !== 'undecided'),
    );
    return verdicts.size > 1 ? own.slice(0, 1) : [];
  });
}
