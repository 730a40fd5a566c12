// Every series of every experiment as a JSON file; figures link to the one they are drawn from.
import type { APIRoute } from 'astro';
import { seriesJson } from '@/kit/chart/download.ts';
import { recordsOf } from '@/kit/record/index.ts';
import { seriesPaths, type SeriesParams } from '../_paths.ts';

export const getStaticPaths = seriesPaths;

export const GET: APIRoute = async ({ params }) => {
  const { experiment, series } = params as SeriesParams;
  return new Response(seriesJson(await recordsOf(experiment), series), {
    headers: { 'content-type': 'application/json' },
  });
};
