import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { pageSchema } from './shell/findings.ts';
import { CLAIMS, claimsSchema, RECORDS, recordSchema, WORDS, wordsSchema } from './kit/record/collection.ts';

// A test that needs few pages builds one finding's alone.
const finding = process.env['SITE_FINDING'] ?? '*';

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './content', pattern: ['*.mdx', `findings/${finding}.mdx`] }),
    schema: docsSchema({ extend: pageSchema }),
  }),
  measurements: defineCollection({
    loader: glob({ base: `./${RECORDS}`, pattern: '**/*.json' }),
    schema: recordSchema,
  }),
  words: defineCollection({ loader: glob({ base: `./${WORDS}`, pattern: '*.json' }), schema: wordsSchema }),
  claims: defineCollection({ loader: glob({ base: `./${CLAIMS}`, pattern: '*.json' }), schema: claimsSchema }),
};
