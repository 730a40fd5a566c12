/** The table of machines on a page: the published ones are in the page, and the reader's come beside them. */
import { recordsOf } from '@/kit/record/index.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { farthest, machinesCsv, machinesOf, type TableMachine } from './machine-table.ts';
import { machinesHtml } from './render.ts';

/** Draws the table anew, and has its download hold the same. */
export async function showMachines(
  yours: readonly MeasurementRecord[],
  titleOf: (slug: string) => string,
): Promise<void> {
  const published = JSON.parse(document.querySelector('[data-machines-json]')!.textContent) as TableMachine[];
  const slugs = [...new Set(yours.map(({ experiment }) => experiment))];
  const known = new Map(await Promise.all(slugs.map(async (slug) => [slug, await recordsOf(slug)] as const)));
  const own = machinesOf(yours, titleOf, (records) => farthest(records, (slug) => known.get(slug) ?? [], titleOf));
  const machines = [...published, ...own];
  document.querySelector('[data-machines]')!.innerHTML = await machinesHtml(machines);
  const file = document.querySelector<HTMLAnchorElement>('a[data-machines-file]')!;
  URL.revokeObjectURL(file.href);
  file.href = URL.createObjectURL(new Blob([machinesCsv(machines)], { type: 'text/csv;charset=utf-8' }));
}
