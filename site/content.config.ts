import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { articleSchema, pageSchema } from './shell/findings.ts';
import { CLAIMS, claimsSchema, RECORDS, recordSchema, WORDS, wordsSchema } from './kit/record/collection.ts';

// A test that needs few pages builds one finding's alone.
const finding = process.env['SITE_FINDING'] ?? '*';

export const collections = {
  articles: defineCollection({
    loader: glob({ base: './content', pattern: `findings/${finding}.mdx` }),
    schema: articleSchema,
  }),
  pages: defineCollection({ loader: glob({ base: './content', pattern: '*.mdx' }), schema: pageSchema }),
  measurements: defineCollection({
    loader: glob({ base: `./${RECORDS}`, pattern: '**/*.json' }),
    schema: recordSchema,
  }),
  words: defineCollection({ loader: glob({ base: `./${WORDS}`, pattern: '*.json' }), schema: wordsSchema }),
  claims: defineCollection({ loader: glob({ base: `./${CLAIMS}`, pattern: '*.json' }), schema: claimsSchema }),
};
