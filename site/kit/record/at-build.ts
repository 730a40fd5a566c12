/** Where the site's build takes records from: the checkout. */
import { getCollection } from 'astro:content';
import { joinPublished, withNames, type Claims } from './join.ts';
import { recordName } from './queries.ts';
import type { MeasurementRecord, RecordFile, Words } from './types.ts';

let known: { readonly from: readonly unknown[]; readonly records: readonly MeasurementRecord[] } | undefined;

/** Every published record, in no order. Every figure of a page asks, and gets the same as before while the files are as they were. */
export async function publishedRecords(): Promise<MeasurementRecord[]> {
  const [records, words, claims] = await Promise.all([
    getCollection('measurements'),
    getCollection('words'),
    getCollection('claims'),
  ]);
  const from = [records, words, claims].flatMap((entries) => entries.map(({ data }) => data));
  const isSame = known?.from.length === from.length && from.every((data, index) => data === known?.from[index]);
  if (!known || !isSame) known = { from, records: joined(records, words, claims) };
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
  return withNames(joinPublished(files, dataOf(words), dataOf(claims)));
}

/** The data of an experiment's entry. */
const dataOf =
  <Data>(entries: readonly Entry<Data>[]) =>
  (experiment: string): Data | undefined =>
    entries.find(({ id }) => id === experiment)?.data;
