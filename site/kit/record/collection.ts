// Where the records lie that the site draws, and the check that each of them goes through.
import { z } from 'astro/zod';
import type { MeasurementRecord } from './types.ts';
import { recordProblems } from './validate.ts';

/** From the top of the checkout; others than the published ones for who tries records, or tests what they must not break. */
export const RECORDS = process.env['SITE_MEASUREMENTS'] ?? 'content/measurements';

/** Astro names the file; every problem names the place in it and what is wrong there. */
export const recordSchema = z.custom<MeasurementRecord>().superRefine((value, context) => {
  for (const { path, message } of recordProblems(value)) {
    context.addIssue({ code: 'custom', path: path.length > 0 ? path : ['(top)'], message });
  }
});
