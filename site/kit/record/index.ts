// The site's way to what was measured: the published records, and questions to them.
import { publishedRecords } from './at-build.ts';
import { byExperimentAndFullness } from './queries.ts';
import type { MeasurementRecord } from './types.ts';

export * from './queries.ts';
export type * from './types.ts';

/** Every published record, by experiment; of an experiment the one that pages are drawn from first, and then the fullest. */
export async function allRecords(): Promise<MeasurementRecord[]> {
  return (await publishedRecords()).sort(byExperimentAndFullness);
}

/** Whether any record of an experiment is published: for an article that is written before its experiment was run in full. */
export const isMeasured = async (slug: string): Promise<boolean> =>
  (await allRecords()).some(({ experiment }) => experiment === slug);

/** The published records of one experiment, one for each machine, the one that pages are drawn from first; at least one. */
export async function recordsOf(experiment: string): Promise<readonly MeasurementRecord[]> {
  const records = (await allRecords()).filter((record) => record.experiment === experiment);
  if (records.length > 0) return records;
  throw new Error(
    `content/measurements/${experiment} has no record; make one with \`npm run experiments -- --profile full ${experiment}\``,
  );
}

/** The record of one experiment that pages are drawn from. */
export const recordOf = async (experiment: string): Promise<MeasurementRecord> => (await recordsOf(experiment))[0]!;
