/** What a figure lacks of the reader's machine, whose record may have less than the published ones. */
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { machineOf } from './machines.ts';
import type { FigureTable } from './tabled.ts';

/** What tables call the column that tells machines apart. */
const MACHINE = 'Machine';

/**
 * What to say of a record of the reader's below a figure that is drawn from `drawn`: that it is not there, or how much of it is, by the
 * rows of the figure's table, whose first column is the machine. Nothing where all of it is.
 */
export function shortfallOf(
  yours: MeasurementRecord,
  drawn: readonly MeasurementRecord[],
  table?: FigureTable,
): string | undefined {
  const rows = Map.groupBy(table?.rows ?? [], ([machine]) => machine);
  const own = rows.get(machineOf(yours))?.length;
  const isIn = own !== undefined || table?.head[0] !== MACHINE;
  if (!drawn.includes(yours) || !isIn) return 'Your run has nothing to draw here.';
  const most = Math.max(...[...rows.values()].map(({ length }) => length));
  return own !== undefined && own < most ? `Your run has ${own} of the ${most} points here.` : undefined;
}
