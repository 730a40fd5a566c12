import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/**
 * Where the site's source is, for pages to link to: `SITE_REPOSITORY`, or else what package.json says. Nothing where neither does: then
 * the site is built from a local checkout.
 *
 * @param {string | undefined} [typed]
 * @param {{ repository?: string | { url: string } }} [manifest]
 * @returns {string | undefined} an address without a slash at its end
 */
export function repositoryAddress(
  typed = process.env.SITE_REPOSITORY,
  manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
) {
  const { repository } = manifest;
  const address = typed || (typeof repository === 'string' ? repository : repository?.url);
  if (address === undefined) return undefined;
  const web = address.replace(/^git\+/, '');
  const url = URL.canParse(web) ? new URL(web) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '') {
    const name = typed ? 'SITE_REPOSITORY' : 'repository in package.json';
    throw new Problem(`${name} is '${address}'; it must be an address that begins with https://, and name no user.`, 2);
  }
  return url.href.replace(/\/$/, '').replace(/\.git$/, '');
}
