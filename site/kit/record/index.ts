// Entry to the published records, and queries on them.
import { publishedRecords } from './at-build.ts';
import { byExperimentAndFullness } from './queries.ts';
import type { MeasurementRecord } from './types.ts';

export * from './queries.ts';
export type * from './types.ts';

/** Every published record, by experiment; of an experiment first the one that pages are drawn from, then the fullest. */
export async function allRecords(): Promise<MeasurementRecord[]> {
  return (await publishedRecords()).sort(byExperimentAndFullness);
}

/** The published records of one experiment, one for each machine; first the one that pages are drawn from. */
export const recordsOf = async (experiment: string): Promise<readonly MeasurementRecord[]> =>
  (await allRecords()).filter((record) => record.experiment === experiment);

/** The record of one experiment that pages are drawn from. */
export async function recordOf(experiment: string): Promise<MeasurementRecord> {
  const [record] = await recordsOf(experiment);
  if (record) return record;
  throw new Error(
    `content/measurements/${experiment} has no record; make one with \`npm run experiments -- --profile full ${experiment}\``,
  );
}
