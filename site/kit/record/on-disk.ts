/** Published records from the checkout, for programs other than the site's build, which has its own access. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { CLAIMS, RECORDS, WORDS } from './collection.ts';
import { joinPublished, withNames, type Claims } from './join.ts';
import { byExperimentAndFullness } from './queries.ts';
import type { MeasurementRecord, RecordFile, Words } from './types.ts';

const read = <File>(path: string): File => JSON.parse(readFileSync(path, 'utf8')) as File;
const ofExperiment = <File>(folder: string, experiment: string): File | undefined => {
  const path = `${folder}/${experiment}.json`;
  return existsSync(path) ? read<File>(path) : undefined;
};

export const wordsOnDisk = (experiment: string): Words | undefined => ofExperiment(WORDS, experiment);
export const claimsOnDisk = (experiment: string): Claims | undefined => ofExperiment(CLAIMS, experiment);

/** Records of an experiment, or of all, by their files. Machines are named without regard to others of the same name. */
export const recordsOnDisk = (experiment = '*', folder = RECORDS): MeasurementRecord[] =>
  joinPublished(
    globSync(`${folder}/${experiment}/*.json`)
      .sort()
      .map((path) => read<RecordFile>(path)),
    wordsOnDisk,
    claimsOnDisk,
  );

let all: readonly MeasurementRecord[] | undefined;

/** Records of an experiment in the order and with the names that pages use. Cached. */
export function publishedOnDisk(experiment: string): MeasurementRecord[] {
  all ??= withNames(recordsOnDisk()).sort(byExperimentAndFullness);
  return all.filter((record) => record.experiment === experiment);
}
