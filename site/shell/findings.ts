/**
 * A finding as the home page, feeds and share images need it: what its article's front matter says, and nothing measured.
 * Figures are looked up in the record when a page is built.
 */
import { z } from 'astro/zod';

export const findingSchema = z.object({
  /** Its place among all findings, the smallest first: what surprises most. Those without come last, by their addresses. */
  order: z.number().default(Number.MAX_SAFE_INTEGER),
  /** The sentence that surprises, up to its figure. */
  hook: z.string(),
  figure: z.object({
    /** The claim whose measured figure completes the sentence, … */
    claim: z.string(),
    /** … and which of its figures, by label; the first by default. */
    label: z.string().optional(),
    /** The words after the figure, in the sentence. */
    then: z.string(),
    /** The words after the figure where it stands alone, on a share image. */
    alone: z.string(),
  }),
  /** Who published it first, and where on the web: pages link there. */
  first: z.object({ author: z.string(), title: z.string(), url: z.url({ protocol: /^https?$/ }) }),
});

export type Finding = z.infer<typeof findingSchema>;

/** The front matter of a page that presents no finding. */
export const pageSchema = z.strictObject({ title: z.string(), description: z.string() });

/** The front matter of a finding's article. */
export const articleSchema = pageSchema.extend({
  finding: findingSchema,
  /** Only `npm run dev` shows it. */
  draft: z.boolean().default(false),
});

/** The experiment, and the folder of the records, of the article with this id: `findings/load-balancing`. */
export const experimentOf = (id: string): string => id.replace(/^findings\//, '');
