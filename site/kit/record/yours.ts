// The runs on the reader's own machine that the site is built with: pages lay them over what is published, as they do with any file that
// a reader chooses.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { RECORDS } from './collection.ts';
import { formatProblem } from './format.ts';
import { misfitOf } from './join.ts';
import { wordsOnDisk } from './on-disk.ts';
import type { RecordFile } from './types.ts';
import { recordProblems } from './validate.ts';

/** A run of the reader's own. */
export interface YourRun {
  readonly experiment: string;
  readonly file: string;
}

/** The newest run of each experiment that can be laid over its page, and a sentence for each file that can't. */
export interface YourRuns {
  readonly runs: readonly YourRun[];
  readonly remarks: readonly string[];
}

/** Reads the files of a folder, from the top of the checkout; without a folder there are none. None of them ends a build. */
export function readYours(folder = process.env['SITE_YOURS'], published = RECORDS): YourRuns {
  const files = folder === undefined ? [] : globSync(`${folder}/*/*.json`).sort();
  const read = files.map((file) => ({ file, ...judge(file, published) }));
  const fit = read.flatMap(({ file, record }) => (record ? [{ file, record }] : []));
  const runs = [...Map.groupBy(fit, ({ record }) => record.experiment)].map(([experiment, own]) => {
    const [newest] = own.toSorted((one, other) => timeOf(other.record) - timeOf(one.record));
    return { experiment, file: newest!.file };
  });
  // They name what stands in a file, which may be anything, and are read on a terminal.
  const remarks = read.flatMap(({ file, remark }) =>
    remark === undefined ? [] : [`${file} ${remark}`.replaceAll(/\p{Cc}/gu, '\u{fffd}')],
  );
  return { runs, remarks };
}

const timeOf = ({ provenance }: RecordFile): number => Date.parse(provenance.time);

function judge(file: string, published: string): { readonly record?: RecordFile; readonly remark?: string } {
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
  return misfit === undefined ? { record } : { remark: `is not drawn: ${misfit}.` };
}
