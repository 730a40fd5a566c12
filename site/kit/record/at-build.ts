/** Published records for the site's build, from the checkout; and previews, of experiments that no record is published of. */
import { getCollection } from 'astro:content';
import { join, joinPublished, withNames, type Claims } from './join.ts';
import { recordName } from './queries.ts';
import type { MeasurementRecord, RecordFile, Words } from './types.ts';
import { previewRecords } from './yours.ts';

let known: { readonly from: readonly unknown[]; readonly records: readonly MeasurementRecord[] } | undefined;

/** Every published record, and every preview, unsorted. Cached while the files do not change, since every figure of a page asks. */
export async function publishedRecords(): Promise<MeasurementRecord[]> {
  const [records, words, claims] = await Promise.all([
    getCollection('measurements'),
    getCollection('words'),
    getCollection('claims'),
  ]);
  // A record may have been published since they were read.
  const isNew = ({ experiment }: RecordFile) => records.every(({ data }) => data.experiment !== experiment);
  const previews = previewRecords().filter(isNew);
  const from = [...[records, words, claims].flatMap((entries) => entries.map(({ data }) => data)), ...previews];
  const isSame = known?.from.length === from.length && from.every((data, index) => data === known?.from[index]);
  if (!known || !isSame) {
    const own = previews.map((file) => join(file, file.words!));
    known = { from, records: withNames([...joined(records, words, claims), ...own]) };
  }
  return [...known.records];
}

interface Entry<Data> {
  readonly id: string;
  readonly data: Data;
}

function joined(
  records: readonly Entry<RecordFile>[],
  words: readonly Entry<Words>[],
  claims: readonly Entry<Claims>[],
): MeasurementRecord[] {
  for (const { id, data } of records) {
    if (id !== recordName(data)) {
      throw new Error(`content/measurements/${id}.json holds the record ${recordName(data)}: rename the file`);
    }
  }
  const files = records.map(({ data }) => data);
  return joinPublished(files, dataOf(words), dataOf(claims));
}

const dataOf =
  <Data>(entries: readonly Entry<Data>[]) =>
  (experiment: string): Data | undefined =>
    entries.find(({ id }) => id === experiment)?.data;
