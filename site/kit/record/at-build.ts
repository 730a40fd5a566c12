/** Where the site's build takes records from: the checkout. A reader's browser has in-browser.ts in the place of this. */
import { getCollection } from 'astro:content';
import { recordName } from './queries.ts';
import type { MeasurementRecord } from './types.ts';
import { readYours, type YourRun } from './yours.ts';

export { isStale } from './source-hash.ts';

/** Every published record, in no order. */
export async function publishedRecords(): Promise<MeasurementRecord[]> {
  const entries = await getCollection('measurements');
  for (const { id, data } of entries) {
    if (id !== recordName(data)) {
      throw new Error(`content/measurements/${id}.json holds the record ${recordName(data)}: rename the file`);
    }
  }
  return entries.map(({ data }) => data);
}

/** The reader's own, if the site is built with them. */
export const ownRuns = (): readonly YourRun[] => readYours().runs;
