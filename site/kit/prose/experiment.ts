/** Which experiment a page is about, and names for elements on it. */
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

/** The finding whose article is being built; nothing on other pages. */
export function findingOf(astro: Pick<AstroGlobal, 'locals'>): string {
  return astro.locals.finding ?? '';
}

const counters = new WeakMap<Request, number>();

/** An id that no other element of the page has. */
export function uniqueId(request: Request, prefix: string): string {
  const next = (counters.get(request) ?? 0) + 1;
  counters.set(request, next);
  return `${prefix}-${next}`;
}
