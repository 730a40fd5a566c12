// All published records of an experiment as one file, with what the sources behind them are now: a browser that draws a reader's
// record beside them needs both.
import type { APIRoute } from 'astro';
import { allRecords, recordsOf } from '@/kit/record/index.ts';
import { sourcesNow } from '@/kit/record/source-hash.ts';

export async function getStaticPaths() {
  const experiments = new Set((await allRecords()).map(({ experiment }) => experiment));
  return [...experiments].map((experiment) => ({ params: { experiment } }));
}

export const GET: APIRoute = async ({ params }) => {
  const records = await recordsOf(params['experiment']!);
  return new Response(JSON.stringify({ records, sources: sourcesNow(records) }), {
    headers: { 'content-type': 'application/json' },
  });
};
