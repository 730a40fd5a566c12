// The check that the `measurements` content collection puts every published record through.
import { z } from 'astro/zod';
import type { MeasurementRecord } from './types.ts';
import { recordProblems } from './validate.ts';

/** Astro names the file; every problem names the place in it and what is wrong there. */
export const recordSchema = z.custom<MeasurementRecord>().superRefine((value, context) => {
  for (const { path, message } of recordProblems(value)) {
    context.addIssue({ code: 'custom', path: path.length > 0 ? path : ['(top)'], message });
  }
});
