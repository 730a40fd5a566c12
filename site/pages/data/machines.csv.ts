// The machines of the published records, side by side, as a file.
import type { APIRoute } from 'astro';
import { machinesCsv } from '@/shell/compare/machine-table.ts';
import { publishedMachines } from '@/shell/compare/published-machines.ts';

export const GET: APIRoute = async () =>
  new Response(machinesCsv(await publishedMachines()), { headers: { 'content-type': 'text/csv; charset=utf-8' } });
