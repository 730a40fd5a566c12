/** Where a page takes records from that is drawn anew in a reader's browser: what it was given. In the place of at-build.ts. */
import { asYours } from './origin.ts';
import type { MeasurementRecord } from './types.ts';
import type { YourRun } from './yours.ts';

/** The published records of an experiment, and what the sources behind them were when the site was built. */
export interface PublishedRecords {
  readonly records: readonly MeasurementRecord[];
  /** The fingerprint of each list of sources that a record names. */
  readonly sources: readonly { readonly sources: readonly string[]; readonly source_hash: string }[];
}

let published: readonly PublishedRecords[] = [];
let own: readonly YourRun[] = [];

/** Says which records there are from now on: published ones by experiment, and the reader's own. */
export function provide(all: readonly PublishedRecords[], yours: readonly MeasurementRecord[]): void {
  published = all;
  const count = (experiment: string) => yours.filter((record) => record.experiment === experiment).length;
  own = yours.map((record) => ({
    record:
      count(record.experiment) > 1 ? asYours(record, `your machine ${record.provenance.machine.id}`) : asYours(record),
  }));
}

export const publishedRecords = (): Promise<MeasurementRecord[]> =>
  Promise.resolve(published.flatMap(({ records }) => records));

export const ownRuns = (): readonly YourRun[] => own;

/** Whether the sources were others when the record was made, as far as the site knows them. */
export function isStale({ provenance }: MeasurementRecord): boolean {
  const same = published
    .flatMap(({ sources }) => sources)
    .find(({ sources }) => sources.join('\0') === provenance.sources.join('\0'));
  return same?.source_hash !== provenance.source_hash;
}
