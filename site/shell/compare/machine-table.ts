/** Machines side by side: what each is, and where the reader's differs most from the published ones. */
import { differences } from '@/kit/chart/differences.ts';
import { formatCount, formatDate, formatInterval, formatMemory, formatRatio } from '@/kit/chart/format.ts';
import { processorWords, yardstickWords } from '@/kit/chart/machines.ts';
import { toCsv } from '@/kit/record/csv.ts';
import { nameAmong } from '@/kit/record/machine-name.ts';
import type { Machine, MeasurementRecord, YardstickReading } from '@/kit/record/types.ts';

/** A machine, with what was measured on it. Plain data: the page carries the published ones. */
export interface TableMachine {
  readonly name: string;
  readonly isYours: boolean;
  readonly machine: Machine;
  readonly yardstick: readonly YardstickReading[];
  /** When its newest record was made. */
  readonly time: string;
  /** The titles of the findings that were measured on it. */
  readonly findings: readonly string[];
  /** Its figures that lie farthest from the published ones. */
  readonly differs: readonly string[];
}

/** So many figures that differ are told of a machine. */
const MOST_DIFFERENT = 5;

/**
 * One for each machine of these records, as the newest of them has it.
 *
 * @param differsOf where the records are the reader's: what is told of those of a machine
 */
export function machinesOf(
  records: readonly MeasurementRecord[],
  titleOf: (slug: string) => string,
  differsOf?: (own: readonly MeasurementRecord[]) => string[],
): TableMachine[] {
  const machines = records.map(({ provenance }) => provenance.machine);
  return [...Map.groupBy(records, ({ provenance }) => provenance.machine.id).values()].map((own) => {
    const [newest] = own.toSorted((a, b) => Date.parse(b.provenance.time) - Date.parse(a.provenance.time));
    const { machine, yardstick = [], time } = newest!.provenance;
    const name = nameAmong(machine, machines);
    return {
      name: differsOf ? `your machine, ${name}` : name,
      isYours: differsOf !== undefined,
      machine,
      yardstick,
      time,
      findings: [...new Set(own.map(({ experiment }) => titleOf(experiment)))],
      differs: differsOf?.(own) ?? [],
    };
  });
}

/** The figures of a reader's records that lie farthest from those of the published ones, each in a sentence. */
export function farthest(
  yours: readonly MeasurementRecord[],
  publishedOf: (slug: string) => readonly MeasurementRecord[],
  titleOf: (slug: string) => string,
): string[] {
  const all = yours.flatMap((record) => {
    const known = publishedOf(record.experiment);
    const { id } = record.provenance.machine;
    const ours = known.find(({ provenance }) => provenance.machine.id === id) ?? known[0];
    return ours ? differences(record, ours).map((difference) => ({ slug: record.experiment, difference })) : [];
  });
  return all
    .toSorted((a, b) => (a.difference.factor === b.difference.factor ? 0 : b.difference.factor - a.difference.factor))
    .slice(0, MOST_DIFFERENT)
    .map(({ slug, difference: { figure, unit, ours, yours: own, factor } }) => {
      const by = Number.isFinite(factor) ? `, at least ${formatRatio(factor)} times apart` : '';
      return `${titleOf(slug)}: ${figure}: ${formatInterval(own, unit)}, and ours ${formatInterval(ours, unit)}${by}`;
    });
}

/** What stands in a cell: a text, or several. */
type Cell = string | readonly string[];

/** The rows of the table that any of the machines has something in, each with its name. */
export function machineRows(machines: readonly TableMachine[]): { name: string; cells: Cell[] }[] {
  const rows: [string, (machine: TableMachine) => Cell][] = [
    ['In file names', ({ machine }) => machine.id],
    ['Processor', ({ machine }) => machine.cpu_model],
    ['By number', ({ machine }) => processorWords(machine)],
    ['Cores', ({ machine }) => formatCount(machine.logical_cores)],
    ['Memory', ({ machine }) => formatMemory(machine.memory_bytes)],
    ['Architecture', ({ machine }) => machine.architecture],
    ['Kernel', ({ machine }) => machine.kernel],
    ['Kernel parameters', ({ machine }) => machine.kernel_parameters ?? []],
    ['Operating system', ({ machine }) => machine.os],
    ['C library', ({ machine }) => machine.libc],
    ['Clock source', ({ machine }) => machine.clock_source ?? ''],
    ['Congestion control', ({ machine }) => machine.congestion_control ?? ''],
    ['Hypervisor or container', ({ machine }) => machine.virtualisation ?? ''],
    ['Yardstick', ({ yardstick }) => yardstickWords(yardstick)],
    ['Newest record', ({ time }) => formatDate(time)],
    ['Findings', ({ findings }) => findings],
    ['Differs most from ours', ({ differs }) => differs],
  ];
  return rows
    .map(([name, read]) => ({ name, cells: machines.map(read) }))
    .filter(({ cells }) => cells.some((cell) => cell.length > 0));
}

/** The same as a file. What a spreadsheet would take for a formula is text: a record may come from anywhere. */
export function machinesCsv(machines: readonly TableMachine[]): string {
  const plain = (cell: Cell) =>
    [cell]
      .flat()
      .join('; ')
      .replace(/^[=+\-@]/, "'$&");
  return toCsv(
    ['', ...machines.map(({ name }) => plain(name))],
    machineRows(machines).map(({ name, cells }) => [name, ...cells.map(plain)]),
  );
}
