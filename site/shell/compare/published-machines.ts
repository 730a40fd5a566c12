/** The machines of the published records. */
import { getCollection } from 'astro:content';
import { allRecords } from '@/kit/record/index.ts';
import { machinesOf, type TableMachine } from './machine-table.ts';

/** What findings are called, by their slugs; what is no finding is the speed of the site's own models. */
export async function findingTitles(): Promise<(slug: string) => string> {
  const titles = new Map((await getCollection('docs')).map((entry) => [entry.id, entry.data.title]));
  return (slug) => titles.get(`findings/${slug}`) ?? 'How fast our models are';
}

export const publishedMachines = async (): Promise<TableMachine[]> =>
  machinesOf(await allRecords(), await findingTitles());
