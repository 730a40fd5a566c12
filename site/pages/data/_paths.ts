// Paths of the series to download.
import { allSeries } from '@/kit/chart/download.ts';
import { allRecords } from '@/kit/record/index.ts';

export type SeriesParams = { experiment: string; series: string };

/** One path for each series of some published record of an experiment. */
export async function seriesPaths(): Promise<{ params: SeriesParams }[]> {
  const experiments = Map.groupBy(await allRecords(), ({ experiment }) => experiment);
  return [...experiments].flatMap(([experiment, records]) =>
    allSeries(records).map(({ id: series }) => ({ params: { experiment, series } })),
  );
}
