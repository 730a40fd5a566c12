/** Path of a page's share image, from the site's base: a finding has its own, all other pages share the site's. */
export function shareImagePath(path: string): string {
  return `og/${/^findings\/[^/]+/.exec(path)?.[0] ?? 'site'}.png`;
}
