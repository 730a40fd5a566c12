// The site's way to what was measured: the published records, the reader's own, and questions to them.
import { ownRuns, publishedRecords } from './at-build.ts';
import { byExperimentAndFullness, hasSeries, withSeries } from './queries.ts';
import type { MeasurementRecord } from './types.ts';
import type { YourRun } from './yours.ts';

export * from './origin.ts';
export * from './queries.ts';
export type * from './types.ts';

/**
 * Every published record, by experiment; of an experiment the reference first, since pages that show one machine's figures show the
 * first one's, and then the fullest.
 */
export async function allRecords(): Promise<MeasurementRecord[]> {
  return (await publishedRecords()).sort(byExperimentAndFullness);
}

/** Whether any record of an experiment is published: for an article that is written before its experiment was run in full. */
export const isMeasured = async (slug: string): Promise<boolean> =>
  (await allRecords()).some(({ experiment }) => experiment === slug);

/** The published records of one experiment that have the series that are needed of them, one for each machine; at least one. */
export async function recordsOf(experiment: string, ...series: string[]): Promise<readonly MeasurementRecord[]> {
  const records = (await allRecords()).filter((record) => record.experiment === experiment);
  if (records.length > 0) return withSeries(records, series);
  throw new Error(
    `content/measurements/${experiment} has no record; make one with \`npm run experiments -- --profile full ${experiment}\``,
  );
}

/** The runs of an experiment on the reader's own machine, or of all: those that the site is built with, or was given in a browser. */
export const yourRuns = (experiment?: string): YourRun[] =>
  ownRuns().filter(({ record }) => experiment === undefined || record.experiment === experiment);

/** What figures and claims are drawn from: the published records, and behind them the reader's own as far as they have the series. */
export async function recordsWithYours(experiment: string, ...series: string[]): Promise<readonly MeasurementRecord[]> {
  const yours = yourRuns(experiment).map(({ record }) => record);
  return [...(await recordsOf(experiment, ...series)), ...yours.filter((record) => hasSeries(record, series))];
}
