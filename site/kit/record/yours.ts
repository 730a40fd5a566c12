// The reader's own runs that the site is built with: pages compare with them as with any file that a reader chooses.
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { RECORDS } from './collection.ts';
import { formatProblem } from './format.ts';
import { misfitOf } from './join.ts';
import { wordsOnDisk } from './on-disk.ts';
import { findingOf } from './queries.ts';
import type { RecordFile } from './types.ts';
import { recordProblems } from './validate.ts';

/** A run of the reader's own. */
export interface YourRun {
  readonly experiment: string;
  readonly file: string;
}

/** A run of an experiment that no record is published of: it stands in the place of one, so that an author sees the new page. */
export interface Preview extends YourRun {
  readonly record: RecordFile;
}

/** The newest run of each experiment, which a page can compare with or is drawn from; and a sentence for each file that can't be used. */
export interface YourRuns {
  readonly runs: readonly YourRun[];
  readonly previews: readonly Preview[];
  readonly remarks: readonly string[];
}

/** Reads the files of a folder, from the top of the checkout; empty without a folder. No file ends a build. */
export function readYours(folder = process.env['SITE_YOURS'], published = RECORDS): YourRuns {
  const files = folder === undefined ? [] : globSync(`${folder}/*/*.json`).sort();
  const read = files.map((file) => ({ file, ...judge(file, published) }));
  const fit = read.flatMap(({ file, record }) => (record ? [{ file, record }] : []));
  const newest = [...Map.groupBy(fit, ({ record }) => record.experiment)].map(([experiment, own]) => {
    const { file, record } = own.toSorted((one, other) => timeOf(other.record) - timeOf(one.record))[0]!;
    return { experiment, file, record };
  });
  const { runs = [], previews = [] } = Object.groupBy(newest, ({ experiment }) =>
    isPublished(experiment, published) ? 'runs' : 'previews',
  );
  // Remarks quote the file, which may hold anything, and are read on a terminal.
  const remarks = read.flatMap(({ file, remark }) =>
    remark === undefined ? [] : [`${file} ${remark}`.replaceAll(/\p{Cc}/gu, '\u{fffd}')],
  );
  return { runs: runs.map(({ experiment, file }) => ({ experiment, file })), previews, remarks };
}

let seen: { readonly stamp: string; readonly records: readonly RecordFile[] } | undefined;

/** The records of the previews, read again only where a file has changed: every figure of a page asks for them. */
export function previewRecords(folder = process.env['SITE_YOURS'], published = RECORDS): readonly RecordFile[] {
  const files = folder === undefined ? [] : globSync(`${folder}/*/*.json`).sort();
  const stamp = files.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n');
  if (seen?.stamp !== stamp)
    seen = { stamp, records: readYours(folder, published).previews.map(({ record }) => record) };
  return seen.records;
}

const isPublished = (experiment: string, published: string): boolean =>
  globSync(`${published}/${experiment}/*.json`).length > 0;

/** True for an experiment that an article is about. */
const hasArticle = (experiment: string): boolean =>
  findingOf(
    experiment,
    globSync('content/findings/*.mdx').map((file) => basename(file, '.mdx')),
  ) !== undefined;

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
  const isPreview = !isPublished(slug, published);
  const words = isPreview ? record.words : wordsOnDisk(slug);
  if (words == null || (isPreview && !(record.judged && hasArticle(slug))))
    return { remark: `is not drawn: no record of ${slug} is published that it could stand beside.` };
  if (Number.isNaN(Date.parse(record.provenance.time))) return { remark: 'is not drawn: its time is no time.' };
  const misfit = misfitOf(record, words);
  return misfit === undefined ? { record } : { remark: `is not drawn: ${misfit}.` };
}
