/** Where a page's share image lies, from the site's base: a finding has its own, all other pages share the site's. */
export function shareImagePath(id: string): string {
  return id.startsWith('findings/') ? `og/${id}.png` : 'og/site.png';
}
