/** Draws a chart of a finding's `figures.ts`, from published records and a compared one. */
import type { Drawing } from '@/kit/chart/figure.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { capital } from '@/kit/chart/record-chart.ts';
import { hasSeries } from '@/kit/record/queries.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import type { Chart } from './named.ts';

/** A drawn chart. */
export interface Drawn {
  readonly drawing: Drawing;
  readonly records: readonly MeasurementRecord[];
  readonly series: readonly string[];
  /** Notes on a compared machine that is missing from the drawing, or lacks data. */
  readonly notes: readonly string[];
}

/** The overlay: the record to compare with, or the name of a machine that has none of the experiment. */
export type Overlay = MeasurementRecord | { readonly lacking: string };

/**
 * Draws a chart. An overlay replaces the machines that the chart contrasts by itself; where it can't be drawn, the chart is drawn without
 * it and a note says so.
 *
 * @param published all records of its experiment, the page's own first
 */
export function drawChart(chart: Chart, id: string, published: readonly MeasurementRecord[], overlay?: Overlay): Drawn {
  const { series, files, keep = () => true, machines = [] } = chart;
  const fits = (record: MeasurementRecord) => hasSeries(record, series) && keep(record);
  const shown = [published[0]!, ...machines.map((machine) => withId(published, machine))].filter(fits);
  const [first] = shown;
  if (!first) throw new Error(`no record that the chart “${id}” is about has anything of it`);
  const drawnFrom = files?.(first) ?? series;
  const draw = (own: readonly MeasurementRecord[]) => {
    const records = assignMarks(own);
    return { drawing: chart.draw(records, id), records, series: drawnFrom };
  };
  if (overlay === undefined) return { ...draw(shown), notes: [] };
  const without = (note: string): Drawn => ({ ...draw([first]), notes: [note] });
  if ('lacking' in overlay) return without(`${capital(overlay.lacking)} has no record of this.`);
  const name = capital(machineOf(overlay));
  try {
    if (!fits(overlay)) return without(`${name} has nothing to draw here.`);
    const [alone, compared] = [draw([overlay]), draw([first, overlay])];
    if (sameFigures(alone.drawing, draw([first]).drawing)) return without(`${name} has the same figures.`);
    return { ...compared, notes: shortfall(overlay, first, compared.drawing) };
  } catch (error) {
    return without(`${name} can’t be drawn here: ${(error as Error).message}.`);
  }
}

function withId(published: readonly MeasurementRecord[], id: string): MeasurementRecord {
  const found = published.find(({ provenance }) => provenance.machine.id === id);
  if (!found) throw new Error(`there is no published record of ${id}, which a chart contrasts with others`);
  return found;
}

/** The figures of a drawing, to be compared. Simulations from a seed give the same figures on every machine. */
const figuresOf = ({ table, ...drawing }: Drawing): string =>
  JSON.stringify(table ?? ('markup' in drawing && String(drawing.markup)));

const sameFigures = (one: Drawing, other: Drawing): boolean => figuresOf(one) === figuresOf(other);

/** Title of the column of machines in tables. */
const MACHINE = 'Machine';

/** A note where the overlay has fewer rows in the table, as after a quick run or for want of a program. */
function shortfall(overlay: MeasurementRecord, first: MeasurementRecord, { table }: Drawing): string[] {
  if (table?.head[0] !== MACHINE) return [];
  const [own, expected] = [overlay, first].map(
    (record) => table.rows.filter(([name]) => name === machineOf(record)).length,
  );
  return own! < expected! ? [`${capital(machineOf(overlay))} has ${own} of the ${expected} points here.`] : [];
}
