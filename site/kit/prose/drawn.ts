/** Draws a chart of a finding's `figures.ts`, from published records and from one that a reader laid beside them. */
import type { Drawing } from '@/kit/chart/figure.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { capital } from '@/kit/chart/record-chart.ts';
import { hasSeries } from '@/kit/record/queries.ts';
import { together } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { Chart } from './named.ts';

/** A chart as it is drawn. */
export interface Drawn {
  readonly drawing: Drawing;
  /** The records that it is drawn from. */
  readonly records: readonly MeasurementRecord[];
  /** The series that it is drawn from. */
  readonly series: readonly string[];
  /** What is to be said of a machine that was laid beside and is not, or not all, in the drawing. */
  readonly notes: readonly string[];
}

/** What a reader laid beside the page's own machine: a record, or the name of a machine that has none of the experiment. */
export type Laid = MeasurementRecord | { readonly lacking: string };

/**
 * Draws it. A machine that is laid beside takes the place of those that the chart contrasts by itself; where it can't be drawn, the chart
 * stays as it was, and says so.
 *
 * @param published all records of its experiment, the page's own first
 */
export function drawChart(chart: Chart, id: string, published: readonly MeasurementRecord[], laid?: Laid): Drawn {
  const { series, files, keep = () => true, machines = [] } = chart;
  const fits = (record: MeasurementRecord) => hasSeries(record, series) && keep(record);
  const shown = [published[0]!, ...machines.map((machine) => withId(published, machine))].filter(fits);
  const [first] = shown;
  if (!first) throw new Error(`no record that the chart “${id}” is about has anything of it`);
  const drawnFrom = files?.(first) ?? series;
  const draw = (own: readonly MeasurementRecord[]) => {
    const records = together(own);
    return { drawing: chart.draw(records, id), records, series: drawnFrom };
  };
  if (laid === undefined) return { ...draw(shown), notes: [] };
  const without = (note: string): Drawn => ({ ...draw([first]), notes: [note] });
  if ('lacking' in laid) return without(`${capital(laid.lacking)} has no record of this.`);
  const name = capital(machineOf(laid));
  try {
    if (!fits(laid)) return without(`${name} has nothing to draw here.`);
    const [alone, beside] = [draw([laid]), draw([first, laid])];
    if (sameFigures(alone.drawing, draw([first]).drawing)) return without(`${name} has the same figures.`);
    return { ...beside, notes: shortfall(laid, first, beside.drawing) };
  } catch (error) {
    return without(`${name} can’t be drawn here: ${(error as Error).message}.`);
  }
}

function withId(published: readonly MeasurementRecord[], id: string): MeasurementRecord {
  const found = published.find(({ provenance }) => provenance.machine.id === id);
  if (!found) throw new Error(`there is no published record of ${id}, which a chart contrasts with others`);
  return found;
}

/** What a drawing shows, to be compared. Simulations from a seed give the same figures on every machine. */
const figuresOf = ({ table, ...drawing }: Drawing): string =>
  JSON.stringify(table ?? ('markup' in drawing && String(drawing.markup)));

const sameFigures = (one: Drawing, other: Drawing): boolean => figuresOf(one) === figuresOf(other);

/** What tables call the column that tells machines apart. */
const MACHINE = 'Machine';

/** What a quick run, or one on a machine that lacks programs, has less, by the rows of the table that both are in. */
function shortfall(laid: MeasurementRecord, first: MeasurementRecord, { table }: Drawing): string[] {
  if (table?.head[0] !== MACHINE) return [];
  const [has, of] = [laid, first].map((record) => table.rows.filter(([name]) => name === machineOf(record)).length);
  return has! < of! ? [`${capital(machineOf(laid))} has ${has} of the ${of} points here.`] : [];
}
