/**
 * Names of machines for readers, such as `Zen 5 VM`; ids stand in file names and provenance. The same rule as in experiments/lib/harness.
 */
import processors from '../../../experiments/lib/harness/processors.json' with { type: 'json' };
import type { Machine, Processor } from './file-types.ts';

/** The processor, by the table, and the kind of machine. An unknown processor keeps vendor and numbers. */
export function machineName({ cpu_model, processor, virtualisation }: Machine): string {
  // Apple's processors have names and no numbers.
  const name = typeof processor?.model === 'number' ? processorName(processor) : cpu_model;
  return `${name} ${kindOf(virtualisation)}`;
}

/** The name among other machines: with its cores where another has the same name, and with its id where that is not enough. */
export function nameAmong(machine: Machine, others: readonly Machine[]): string {
  const name = machineName(machine);
  const alike = others.filter((other) => other.id !== machine.id && machineName(other) === name);
  if (alike.length === 0) return name;
  const withCores = `${name}, ${coresOf(machine)}`;
  return alike.some((other) => other.logical_cores === machine.logical_cores)
    ? `${withCores} (${machine.id})`
    : withCores;
}

/** The number of its cores: `2 cores`. */
export const coresOf = ({ logical_cores: cores }: Machine): string => (cores === 1 ? '1 core' : `${cores} cores`);

function processorName(processor: Processor): string {
  const { vendor, family = null, model } = processor;
  const known = processors.find(
    (one) => one.vendor === vendor && one.family === family && one.models.some((number) => number === model),
  );
  return known?.name ?? inWords(processor);
}

const inWords = (processor: Processor): string =>
  (['family', 'model', 'stepping'] as const).reduce(
    (words, number) => (typeof processor[number] === 'number' ? `${words} ${number} ${processor[number]}` : words),
    processor.vendor,
  );

/** Kind of machine. A container in a virtual machine counts as the machine that runs it. */
function kindOf(virtualisation: string | null): string {
  if (virtualisation === null) return 'computer';
  return virtualisation.startsWith('container') && !virtualisation.includes(' in ') ? 'container' : 'VM';
}
