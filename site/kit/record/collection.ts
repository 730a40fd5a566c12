// Folders of the records, words and claims that the site is drawn from, and their schemas.
import { z } from 'astro/zod';
import { formatProblem } from './format.ts';
import type { Claims } from './join.ts';
import type { RecordFile, Words } from './types.ts';
import { recordProblems, type Kind } from './validate.ts';

/** Folder of records, from the top of the checkout. Can be replaced to try records, or to test what they must not break. */
export const RECORDS = process.env['SITE_MEASUREMENTS'] ?? 'content/measurements';

export const WORDS = 'content/words';
export const CLAIMS = 'content/claims';

/** Schema by the record's own validation. Astro names the file; every problem names the place in it. */
const schemaOf = <File>(kind: Kind) =>
  z.custom<File>().superRefine((value, context) => {
    const format = formatProblem(value);
    const problems = format === undefined ? recordProblems(value, kind) : [{ path: [], message: format }];
    for (const { path, message } of problems) {
      context.addIssue({ code: 'custom', path: path.length > 0 ? path : ['(top)'], message });
    }
  });

export const recordSchema = schemaOf<RecordFile>('record');
export const wordsSchema = schemaOf<Words>('words');
export const claimsSchema = schemaOf<Claims>('claims');
