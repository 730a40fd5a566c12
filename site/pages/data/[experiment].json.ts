// All published records of an experiment as one file, with the words of today: a browser that draws a reader's record beside them needs
// both. With those of a finding come those of other experiments that its article shows.
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import type { PublishedRecords } from '@/kit/record/in-browser.ts';
import { allRecords, findingOf } from '@/kit/record/index.ts';

export async function getStaticPaths() {
  const experiments = new Set((await allRecords()).map(({ experiment }) => experiment));
  return [...experiments].map((experiment) => ({ params: { experiment } }));
}

export const GET: APIRoute = async ({ params }) => {
  const asked = params['experiment']!;
  const findings = (await getCollection('docs')).map(({ id }) => id.replace(/^findings\//, ''));
  const isShown = (experiment: string) => experiment === asked || findingOf(experiment, findings) === asked;
  const words = (await getCollection('words')).filter(({ id }) => isShown(id));
  const published: PublishedRecords = {
    records: (await allRecords()).filter(({ experiment }) => isShown(experiment)),
    words: Object.fromEntries(words.map(({ id, data }) => [id, data])),
  };
  return new Response(JSON.stringify(published), { headers: { 'content-type': 'application/json' } });
};
