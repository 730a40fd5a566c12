/**
 * A finding for the home page, feeds and share images: its article's front matter, without measured figures. Figures are looked up in the
 * record when a page is built.
 */
import { z } from 'astro/zod';

export const findingSchema = z.object({
  /** Place among all findings, the smallest first: the most surprising. Findings without one come last, by address. */
  order: z.number().default(Number.MAX_SAFE_INTEGER),
  /** The sentence that surprises, up to its figure. */
  hook: z.string(),
  figure: z.object({
    /** The claim whose measured figure completes the sentence, … */
    claim: z.string(),
    /** … and its figure by label; the first by default. */
    label: z.string().optional(),
    /** The words after the figure, in the sentence. */
    then: z.string(),
    /** The words after the figure where it stands alone, on a share image. */
    alone: z.string(),
  }),
  /** The first publication, with an address on the web, which pages link to; none of a finding of this project's own. */
  first: z.object({ author: z.string(), title: z.string(), url: z.url({ protocol: /^https?$/ }) }).optional(),
});

export type Finding = z.infer<typeof findingSchema>;

/** The front matter of a page that presents no finding. */
export const pageSchema = z.strictObject({ title: z.string(), description: z.string() });

/** The front matter of a finding's article. */
export const articleSchema = pageSchema.extend({
  finding: findingSchema,
  /** The day of its publication, by which feeds sort: measuring again does not change it. */
  published: z.date(),
  /** Shown by `npm run dev` alone. */
  draft: z.boolean().default(false),
});

/** Experiment and folder of the records of the article with this id: `load-balancing` for `findings/load-balancing`. */
export const experimentOf = (id: string): string => id.replace(/^findings\//, '');
