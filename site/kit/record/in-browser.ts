/** Where a page takes records from that is drawn anew in a reader's browser: what it was given. In the place of at-build.ts. */
import { nameAmong } from './machine-name.ts';
import { asYours } from './origin.ts';
import type { MeasurementRecord, Words } from './types.ts';
import type { YourRun } from './yours.ts';

/** The published records of a finding, and the words of each experiment, with the methods of today. */
export interface PublishedRecords {
  readonly records: readonly MeasurementRecord[];
  readonly words: Readonly<Record<string, Words>>;
}

let published: readonly PublishedRecords[] = [];
let own: readonly YourRun[] = [];

/** Says which records there are from now on: published ones by finding, and the reader's own. */
export function provide(all: readonly PublishedRecords[], yours: readonly MeasurementRecord[]): void {
  published = all;
  own = yours.map((record) => {
    const same = yours.filter(({ experiment }) => experiment === record.experiment);
    const machines = same.map(({ provenance }) => provenance.machine);
    const name = nameAmong(record.provenance.machine, machines);
    return { record: same.length > 1 ? asYours(record, `your machine ${name}`) : asYours(record) };
  });
}

export const publishedRecords = (): Promise<MeasurementRecord[]> =>
  Promise.resolve(published.flatMap(({ records }) => records));

export const ownRuns = (): readonly YourRun[] => own;
