/** The experiment of a page, and the addresses of its other pages. */
import type { AstroGlobal } from 'astro';

/**
 * The experiment named `of`, or the one whose article is being built: an article's file name is its experiment's slug.
 */
export function experimentOf(astro: Pick<AstroGlobal, 'locals' | 'url'>, of?: string): string {
  if (of !== undefined) return of;
  const slug = findingOf(astro);
  if (slug === '')
    throw new Error(`${astro.url.pathname} is not a finding's article: say which experiment with of="…"`);
  return slug;
}

/** The finding whose article is being built; throws on other pages. */
export function findingOf(astro: Pick<AstroGlobal, 'locals'>): string {
  return astro.locals.finding ?? '';
}

/** The address of the page with a finding's data. */
export const dataAddress = (finding: string): string =>
  `${import.meta.env.BASE_URL.replace(/\/?$/, '/')}findings/${finding}/data/`;

/** The address of the page with a finding's claims. */
export const claimsAddress = (finding: string): string =>
  `${import.meta.env.BASE_URL.replace(/\/?$/, '/')}claims/${finding}/`;
