/**
 * A finding as the home page, feeds and share images need it: what its article's front matter says, and nothing measured.
 * Figures are looked up in the record when a page is built.
 */
import { z } from 'astro/zod';

/** A distribution in a record, drawn small: which points, what they are spread over, and the value it is about. */
const miniatureSchema = z.object({
  /** The record's series. */
  series: z.string(),
  /** The settings its points share. */
  at: z.record(z.string(), z.union([z.number(), z.string()])),
  /** The dimension along the ruler. */
  x: z.string(),
  /** The share at each point. */
  measure: z.string(),
  /** The value beyond which things go wrong, and its name. */
  limit: z.number(),
  limitLabel: z.string(),
  /** What the picture shows, in a sentence. */
  description: z.string(),
});

export const findingSchema = z.object({
  /** The sentence that surprises, up to its figure. */
  hook: z.string(),
  figure: z.object({
    /** The claim whose first measured figure completes the sentence. */
    claim: z.string(),
    /** The words after the figure, in the sentence. */
    then: z.string(),
    /** The words after the figure where it stands alone, on a share image. */
    alone: z.string(),
  }),
  /** Who published it first. */
  first: z.object({ author: z.string(), title: z.string(), url: z.url() }),
  miniature: miniatureSchema,
});

export type Finding = z.infer<typeof findingSchema>;
export type Miniature = z.infer<typeof miniatureSchema>;

/** What the site adds to the front matter of Starlight's pages. */
export const pageSchema = z.object({
  finding: findingSchema.optional(),
  /** The page brings its own `h1`, with the id `_top`. */
  ownTitle: z.boolean().default(false),
});

/** The experiment, and the folder of the records, of the article with this id: `findings/load-balancing`. */
export const experimentOf = (id: string): string => id.replace(/^findings\//, '');
