import { Problem } from './problem.mjs';

/**
 * Where the site will be published, for its feed, its map and shared links; undefined where nobody says.
 *
 * @param {string | undefined} [typed]
 * @returns {string | undefined}
 */
export function siteAddress(typed = process.env.SITE_URL) {
  if (typed === undefined || typed === '') return undefined;
  const protocol = URL.canParse(typed) ? new URL(typed).protocol : undefined;
  if (protocol === 'https:' || protocol === 'http:') return typed;
  throw new Problem(`SITE_URL is '${typed}'; it must be an address that begins with https://, or http://.`, 2);
}
