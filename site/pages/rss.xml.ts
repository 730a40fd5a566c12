import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { findingPages } from '@/shell/finding-pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const base = import.meta.env.BASE_URL;
  const pages = await findingPages();
  return rss({
    title: 'Measured Twice',
    description:
      'Surprising facts about real systems, each looked at twice: by a native program on a machine that its record describes, and live in your browser.',
    site: new URL(base, site),
    items: pages.map(({ id, data, measuredAt }) => ({
      title: data.title,
      link: `${base}${id}/`,
      pubDate: measuredAt,
      ...(data.description === undefined ? {} : { description: data.description }),
    })),
    customData: '<language>en</language>',
  });
};
