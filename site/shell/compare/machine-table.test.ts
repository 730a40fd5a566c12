import { expect, test } from 'vitest';
import { csvParseRows } from 'd3';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { measuredElsewhere } from '@/kit/record/fixtures/yours.ts';
import { farthest, machineRows, machinesCsv, machinesOf } from './machine-table.ts';

const titleOf = (slug: string) => `Finding ${slug}`;
const ours = madeUpRecord();
const yours = measuredElsewhere(ours, '=cmd()');
const differs = farthest([yours], () => [ours], titleOf);
const machines = [...machinesOf([ours], titleOf), ...machinesOf([yours], titleOf, () => differs)];
const cellsOf = (row: string) => machineRows(machines).find(({ name }) => name === row)?.cells;

test('each machine is a column, by its name and its id', () => {
  expect(machines.map(({ name }) => name)).toEqual(['Abacus 9000 computer', 'your machine, Abacus 9000 computer']);
  expect(cellsOf('In file names')).toEqual(['made-up', '=cmd()']);
  expect(cellsOf('Kernel')).toEqual(['Linux 6.1.0', 'Linux 6.1.0']);
  expect(cellsOf('Findings')).toEqual([['Finding load-balancing'], ['Finding load-balancing']]);
});

test('what no machine says anything of has no row', () => {
  expect(cellsOf('Hypervisor or container')).toBeUndefined();
  expect(cellsOf('Yardstick')).toBeUndefined();
});

test('the kernel’s parameters stand each by itself', () => {
  const told = madeUpRecord();
  told.provenance.machine.kernel_parameters = ['mitigations=auto,no_guest', 'nested_pvm=1'];
  const rows = machineRows([...machinesOf([told], titleOf), ...machinesOf([yours], titleOf, () => [])]);
  expect(rows.find(({ name }) => name === 'Kernel parameters')?.cells).toEqual([
    ['mitigations=auto,no_guest', 'nested_pvm=1'],
    [],
  ]);
});

test('several records of a machine are one column, as the newest has it', () => {
  const newer = madeUpRecord();
  newer.experiment = 'other';
  newer.provenance.time = '2022-01-01T00:00:00Z';
  newer.provenance.machine.kernel = 'Linux 7.0.0';
  const [only, ...none] = machinesOf([ours, newer], titleOf);
  expect(none).toEqual([]);
  expect(only).toMatchObject({
    machine: { kernel: 'Linux 7.0.0' },
    findings: ['Finding load-balancing', 'Finding other'],
  });
});

test('what differs most from ours is told, a few figures of it', () => {
  expect(differs.length).toBeGreaterThan(1);
  expect(differs.length).toBeLessThanOrEqual(5);
  expect(differs[0]).toMatch(/^Finding load-balancing: Items per server: .* and ours .*, at least [\d.]+ times apart$/);
});

test('the file has the same cells, and none that a spreadsheet would compute', () => {
  const [head, ...rows] = csvParseRows(machinesCsv(machines));
  expect(head).toEqual(['', 'Abacus 9000 computer', 'your machine, Abacus 9000 computer']);
  expect(rows.map(([name]) => name)).toEqual(machineRows(machines).map(({ name }) => name));
  const own = machinesOf(
    [{ ...ours, provenance: { ...ours.provenance, machine: { ...ours.provenance.machine, cpu_model: '=1+1' } } }],
    titleOf,
  );
  expect(machinesCsv(own)).toContain("'=1+1");
});
