// All published records of an experiment as one file, with what the sources behind them are now: a browser that draws a reader's
// record beside them needs both. With those of a finding come those of other experiments that its article shows.
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { allRecords, findingOf } from '@/kit/record/index.ts';
import { sourcesNow } from '@/kit/record/source-hash.ts';

export async function getStaticPaths() {
  const experiments = new Set((await allRecords()).map(({ experiment }) => experiment));
  return [...experiments].map((experiment) => ({ params: { experiment } }));
}

export const GET: APIRoute = async ({ params }) => {
  const asked = params['experiment']!;
  const findings = (await getCollection('docs')).map(({ id }) => id.replace(/^findings\//, ''));
  const records = (await allRecords()).filter(
    ({ experiment }) => experiment === asked || findingOf(experiment, findings) === asked,
  );
  return new Response(JSON.stringify({ records, sources: sourcesNow(records) }), {
    headers: { 'content-type': 'application/json' },
  });
};
