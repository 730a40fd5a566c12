/**
 * A finding as the home page, feeds and share images need it: what its article's front matter says, and nothing measured.
 * Figures are looked up in the record when a page is built.
 */
import { z } from 'astro/zod';

const settings = z.record(z.string(), z.union([z.number(), z.string()]));

/** What every miniature says. */
const miniature = z.object({
  /** What the picture shows, in a sentence. */
  description: z.string(),
});

/** What one drawn from points of a single series says. */
const ofOneSeries = miniature.extend({
  /** The record's series. */
  series: z.string(),
  /** The settings its points share. */
  at: settings,
  /** The share at each point. */
  measure: z.string(),
});

/** A distribution in a record, drawn small: what its points are spread over, and the value it is about. */
const distributionSchema = ofOneSeries.extend({
  kind: z.literal('distribution'),
  /** The dimension along the ruler. */
  x: z.string(),
  /** The value beyond which things go wrong, and its name. */
  limit: z.number(),
  limitLabel: z.string(),
});

/** Rounds of the same measurement in a record, drawn small: each a dot on a ruler that starts at nothing. */
const roundsSchema = ofOneSeries.extend({
  kind: z.literal('rounds'),
  /** The ruler's title. */
  title: z.string(),
});

/** What becomes of lost connections, drawn small: each a line as long as it takes until somebody notices. */
const fatesSchema = miniature.extend({
  kind: z.literal('fates'),
  /** The ruler's title. */
  title: z.string(),
  /** Which fates, from the top. */
  rows: z.array(
    z.object({
      /** What the line is called. */
      says: z.string(),
      scenario: z.string(),
      pattern: z.string(),
      settings: z.string(),
    }),
  ),
});

/** A measure over sizes that double, drawn small on logarithmic rulers, with its best marked. */
const curveSchema = ofOneSeries.extend({
  kind: z.literal('curve'),
  /** The dimension along the ruler, in bytes. */
  x: z.string(),
  /** The ruler's title. */
  title: z.string(),
});

/** Ratios of two things, drawn small: each a dot with its interval on a ruler that starts where both are alike. */
const ratiosSchema = miniature.extend({
  kind: z.literal('ratios'),
  /** The ruler's title. */
  title: z.string(),
  /** What the ruler's start is called. */
  alike: z.string(),
  /** Which ratios, from the top. */
  rows: z.array(
    z.object({
      /** What the row is called. */
      says: z.string(),
      series: z.string(),
      at: settings,
      measure: z.string(),
    }),
  ),
});

/** Who calls which character a space, drawn small: a row for each implementation, a column for each character. */
const setsSchema = miniature.extend({
  kind: z.literal('sets'),
  /** The picture's title. */
  title: z.string(),
  /** Which implementations, from the top, by their ids in the record. */
  rows: z.array(
    z.object({
      /** What the row is called. */
      says: z.string(),
      implementation: z.string(),
    }),
  ),
  /** Which characters get their code point below, by number. */
  ticks: z.array(z.number()),
});

/** Messages between two sides, drawn small: each an arrow from one rail to the other, one after the other. */
const sequenceSchema = miniature.extend({
  kind: z.literal('sequence'),
  /** The picture's title. */
  title: z.string(),
  /** Which exchange, by its case in the record. */
  case: z.string(),
  /** What messages are called, by their names and, where they bring something, what that is: `USERAUTH_REQUEST question`. */
  names: z.record(z.string(), z.string()),
});

/** Programs that still run, drawn small: a curve for each way to go on, which falls as they fail, on a ruler of time. */
const survivalSchema = miniature.extend({
  kind: z.literal('survival'),
  /** The ruler's title. */
  title: z.string(),
  /** Which curves. */
  curves: z.array(
    z.object({
      /** What the curve is called. */
      says: z.string(),
      at: settings,
    }),
  ),
});

const miniatureSchema = z.discriminatedUnion('kind', [
  distributionSchema,
  roundsSchema,
  fatesSchema,
  curveSchema,
  ratiosSchema,
  setsSchema,
  sequenceSchema,
  survivalSchema,
]);

export const findingSchema = z.object({
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
  /** Who published it first. */
  first: z.object({ author: z.string(), title: z.string(), url: z.url() }),
  miniature: miniatureSchema,
});

export type Finding = z.infer<typeof findingSchema>;
export type Miniature = z.infer<typeof miniatureSchema>;
export type DistributionMiniature = z.infer<typeof distributionSchema>;
export type RoundsMiniature = z.infer<typeof roundsSchema>;
export type FatesMiniature = z.infer<typeof fatesSchema>;
export type CurveMiniature = z.infer<typeof curveSchema>;
export type RatiosMiniature = z.infer<typeof ratiosSchema>;
export type SetsMiniature = z.infer<typeof setsSchema>;
export type SequenceMiniature = z.infer<typeof sequenceSchema>;
export type SurvivalMiniature = z.infer<typeof survivalSchema>;

/** What the site adds to the front matter of Starlight's pages. */
export const pageSchema = z.object({
  finding: findingSchema.optional(),
  /** The page brings its own `h1`, with the id `_top`. */
  ownTitle: z.boolean().default(false),
});

/** The experiment, and the folder of the records, of the article with this id: `findings/load-balancing`. */
export const experimentOf = (id: string): string => id.replace(/^findings\//, '');
