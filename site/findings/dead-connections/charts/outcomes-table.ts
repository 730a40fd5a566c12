/** Outcomes as rows of a plain table: everything the records know, measured beside predicted. */
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { outcomesOf, type Outcome } from './outcomes.ts';
import { formatBare, formatIntervalBare, formatQuantity } from '@/kit/chart/format.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';

/** The table of the outcomes that are wanted. */
export function outcomesTable(
  records: readonly MeasurementRecord[],
  isWanted: (outcome: Outcome) => boolean,
): FigureTable {
  const withMachine = records.length > 1;
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      ...['Program', 'What happens', 'What the program does', 'What is set'],
      ...['Measured', '95% interval', 'n', 'Call and error', 'Predicted', 'At the latest', 'Call and error, predicted'],
    ],
    rows: records.flatMap((record) =>
      outcomesOf(record)
        .filter(isWanted)
        .map((outcome) => [...(withMachine ? [machineOf(record)] : []), ...cells(outcome)]),
    ),
  };
}

function cells(outcome: Outcome): string[] {
  const { words, measured, predicted } = outcome;
  return [
    words.program,
    words.scenario,
    words.does,
    words.set,
    ...measuredCells(outcome),
    measured?.after ? both(measured.call, measured.errno) : '',
    predicted.after === undefined ? predicted.errno : formatBare(predicted.after, 's'),
    predicted.latest === undefined ? '' : formatBare(predicted.latest, 's'),
    predicted.after === undefined ? '' : both(predicted.call, predicted.errno),
  ];
}

const both = (call: string, errno: string): string => [call, errno].filter((word) => word !== '').join(' ');

/** What was measured, its interval, and in how many trials. */
function measuredCells({ measured }: Outcome): [string, string, string] {
  if (measured === undefined) return ['', '', ''];
  const { after, share, watched } = measured;
  const n = formatBare(share.n, 'trials');
  if (after !== undefined) return [formatBare(after.value, 's'), formatIntervalBare(after, 's'), n];
  const noticed = share.value === 0 ? 'not' : `in ${formatBare(share.value, 'share')} of trials`;
  return [`${noticed} within ${formatQuantity(watched, 's')}`, '', n];
}
