// The records of the reader's own machine that the site draws beside the published ones, from the files of its runs.
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { RECORDS } from './collection.ts';
import { formatProblem } from './format.ts';
import { join, misfitOf } from './join.ts';
import { wordsOnDisk } from './on-disk.ts';
import { asYours } from './shown.ts';
import type { MeasurementRecord, RecordFile } from './types.ts';
import { recordProblems } from './validate.ts';

/** A record of the reader's own. */
export interface YourRun {
  /** The file that it comes from, when the site is built. */
  readonly file?: string;
  readonly record: MeasurementRecord;
}

/** The runs that can be drawn, and a sentence for each file that can't. */
export interface YourRuns {
  readonly runs: readonly YourRun[];
  readonly remarks: readonly string[];
}

interface Read {
  readonly file: string;
  readonly record?: MeasurementRecord;
  readonly remark?: string;
}

let known: { readonly key: string; readonly all: YourRuns } | undefined;

/**
 * Reads the files of a folder, from the top of the checkout, one for each experiment and machine; without a folder there are none. None
 * of them ends a build. Every figure of a page asks, and gets the same as before while the files are as they were.
 */
export function readYours(folder = process.env['SITE_YOURS'], published = RECORDS): YourRuns {
  const files = folder === undefined ? [] : globSync(`${folder}/*/*.json`).sort();
  const versions = files
    .map((file) => statSync(file, { bigint: true }))
    .map(({ mtimeNs, size }) => `${mtimeNs} ${size}`);
  const key = [published, ...files, ...versions].join('\0');
  known =
    known?.key === key ? known : { key, all: withNames(files.map((file) => ({ file, ...judge(file, published) }))) };
  return known.all;
}

/** Calls the machines yours: several of one experiment by their names as well. */
function withNames(read: readonly Read[]): YourRuns {
  const found = read.flatMap(({ file, record }) => (record ? [{ file, record }] : []));
  const count = ({ experiment }: MeasurementRecord) =>
    found.filter(({ record }) => record.experiment === experiment).length;
  return {
    runs: found.map(({ file, record }) => ({
      file,
      record: count(record) > 1 ? asYours(record, `your machine ${basename(file, '.json')}`) : asYours(record),
    })),
    // They name what stands in a file, which may be anything, and are read on a terminal.
    remarks: read.flatMap(({ file, remark }) =>
      remark === undefined ? [] : [`${file} ${remark}`.replaceAll(/\p{Cc}/gu, '\u{fffd}')],
    ),
  };
}

function judge(file: string, published: string): Omit<Read, 'file'> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { remark: 'is not drawn: it is damaged (no JSON). Measure again, or remove it.' };
  }
  const format = formatProblem(value);
  if (format !== undefined) return { remark: `is not drawn: ${format}.` };
  const [problem] = recordProblems(value);
  if (problem)
    return {
      remark: `is not drawn: it is no record of this version: ${problem.path.join('/') || 'it'} ${problem.message}.`,
    };
  const record = value as RecordFile;
  const slug = basename(dirname(file));
  if (record.experiment !== slug)
    return { remark: `is not drawn: it is a record of ${record.experiment}, in the folder of ${slug}.` };
  const words = wordsOnDisk(slug);
  if (words === undefined || globSync(`${published}/${slug}/*.json`).length === 0)
    return { remark: `is not drawn: no record of ${slug} is published that it could stand beside.` };
  if (Number.isNaN(Date.parse(record.provenance.time))) return { remark: 'is not drawn: its time is no time.' };
  const misfit = misfitOf(record, words);
  return misfit === undefined ? { record: join(record, words) } : { remark: `is not drawn: ${misfit}.` };
}
