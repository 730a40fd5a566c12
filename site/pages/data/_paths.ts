// Which series there are to download.
import { allRecords } from '@/kit/record/index.ts';

export type SeriesParams = { experiment: string; series: string };

/** One path for each series that some published record of an experiment has. */
export async function seriesPaths(): Promise<{ params: SeriesParams }[]> {
  const paths = (await allRecords()).flatMap((record) =>
    record.series.map((series): [string, SeriesParams] => [
      `${record.experiment}/${series.id}`,
      { experiment: record.experiment, series: series.id },
    ]),
  );
  return [...new Map(paths).values()].map((params) => ({ params }));
}
