// Every series of every experiment as a CSV file; figures link to the one they are drawn from.
import type { APIRoute } from 'astro';
import { seriesCsv } from '@/kit/chart/download.ts';
import { recordsOf } from '@/kit/record/index.ts';
import { seriesPaths, type SeriesParams } from '../_paths.ts';

export const getStaticPaths = seriesPaths;

export const GET: APIRoute = async ({ params }) => {
  const { experiment, series } = params as SeriesParams;
  return new Response(seriesCsv(await recordsOf(experiment), series), {
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  });
};
