/** The machines of the published records. */
import { getCollection } from 'astro:content';
import { allRecords, findingOf } from '@/kit/record/index.ts';
import { machinesOf, type TableMachine } from './machine-table.ts';

/** What findings are called, by their slugs or those of experiments that belong to them; what belongs to none keeps its own. */
export async function findingTitles(): Promise<(slug: string) => string> {
  const entries = await getCollection('docs');
  const titles = new Map(entries.map((entry) => [entry.id.replace(/^findings\//, ''), entry.data.title]));
  return (slug) => titles.get(findingOf(slug, titles.keys()) ?? '') ?? slug;
}

export const publishedMachines = async (): Promise<TableMachine[]> =>
  machinesOf(await allRecords(), await findingTitles());
