// Cases shared with experiments/lib/harness/src/machine/name.rs: both name every machine alike.
import { expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import { machineName, nameAmong } from './machine-name.ts';
import type { Machine } from './types.ts';

type Numbers = readonly [family: number | null, model: number | null];

const machine = (vendor: string, [family, model]: Numbers, cores: number, virtualisation: string | null): Machine => ({
  ...madeUpRecord().provenance.machine,
  id: `${vendor}-${cores}`,
  cpu_model: 'Abacus',
  processor: { vendor, family, model },
  logical_cores: cores,
  virtualisation,
});

test.each<[string, Numbers, string | null, string]>([
  ['AMD', [26, 2], 'kvm', 'Zen 5 VM'],
  ['AMD', [25, 1], 'container in kvm', 'Zen 3 VM'],
  ['AMD', [25, 17], 'container', 'Zen 4 container'],
  ['Intel', [6, 207], null, 'Emerald Rapids computer'],
  ['Arm', [null, 0xd0c], 'kvm', 'Neoverse N1 VM'],
  ['AMD', [99, 1], 'kvm', 'AMD family 99 model 1 VM'],
  ['Apple', [null, null], null, 'Abacus computer'],
])('a machine is called by its microarchitecture and kind: %s %j, %s', (vendor, numbers, virtualisation, name) => {
  expect(machineName(machine(vendor, numbers, 2, virtualisation))).toBe(name);
});

test('a machine whose numbers were not kept is called by what its processor calls itself', () => {
  expect(machineName({ ...machine('AMD', [26, 2], 2, 'kvm'), processor: null })).toBe('Abacus VM');
  const unnumbered = machine('AMD', [26, 2], 2, 'kvm');
  delete unnumbered.processor;
  expect(machineName(unnumbered)).toBe('Abacus VM');
});

test('two of one name get their cores', () => {
  const [one, two, sixteen] = [1, 2, 16].map((cores) => machine('Intel', [6, 207], cores, 'kvm')) as [
    Machine,
    Machine,
    Machine,
  ];
  const other = machine('AMD', [26, 2], 2, 'kvm');
  expect(nameAmong(one, [one, two])).toBe('Emerald Rapids VM, 1 core');
  expect(nameAmong(two, [two, sixteen, other])).toBe('Emerald Rapids VM, 2 cores');
  expect(nameAmong(other, [two, sixteen, other])).toBe('Zen 5 VM');
  // The same machine, in the record of another experiment.
  expect(nameAmong(two, [two, structuredClone(two), other])).toBe('Emerald Rapids VM');
});

test('two of one name and as many cores get their ids as well', () => {
  const [one, other] = [0, 1].map((model) => ({ ...machine('AMD', [25, model], 2, 'kvm'), id: `amd-19-0${model}` }));
  expect([one!, other!].map((each) => nameAmong(each, [one!, other!]))).toEqual([
    'Zen 3 VM, 2 cores (amd-19-00)',
    'Zen 3 VM, 2 cores (amd-19-01)',
  ]);
});
