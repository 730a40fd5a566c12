import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { findingPages } from '@/shell/finding-pages.ts';
import { SITE } from '@/shell/site.ts';

export const GET: APIRoute = async ({ site }) => {
  const base = import.meta.env.BASE_URL;
  const pages = await findingPages();
  const newestFirst = pages.toSorted((a, b) => b.data.published.getTime() - a.data.published.getTime());
  return rss({
    ...SITE,
    site: new URL(base, site),
    items: newestFirst.map(({ id, data }) => ({
      title: data.title,
      description: data.description,
      link: `${base}${id}/`,
      pubDate: data.published,
    })),
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: [
      '<language>en</language>',
      `<atom:link href="${new URL(`${base}rss.xml`, site).href}" rel="self" type="application/rss+xml"/>`,
    ].join(''),
  });
};
