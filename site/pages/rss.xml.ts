import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { findingPages } from '@/shell/finding-pages.ts';
import { SITE } from '@/shell/site.ts';

export const GET: APIRoute = async ({ site }) => {
  const base = import.meta.env.BASE_URL;
  const pages = await findingPages();
  return rss({
    ...SITE,
    site: new URL(base, site),
    items: pages.map(({ id, data, measuredAt }) => ({
      title: data.title,
      description: data.description,
      link: `${base}${id}/`,
      pubDate: measuredAt,
    })),
    customData: '<language>en</language>',
  });
};
