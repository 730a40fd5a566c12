import type { StarlightRouteData } from '@astrojs/starlight/route-data';

type SidebarEntry = StarlightRouteData['sidebar'][number];

/** An entry of the bar at the top of every page. */
export interface NavigationEntry {
  label: string;
  href: string;
  /** `page` for the page itself, `true` for a page below it; as `aria-current` wants it. */
  current: 'page' | 'true' | undefined;
}

/**
 * The bar's entries, from the sidebar in astro.config.mjs: links as they are, and a group (the findings) as one entry
 * that leads to the page that presents the group, the home page.
 */
export function barEntries(sidebar: readonly SidebarEntry[], home: string, path: string): NavigationEntry[] {
  return sidebar.map((entry) => {
    if (entry.type === 'link') {
      return { label: entry.label, href: entry.href, current: entry.isCurrent ? 'page' : undefined };
    }
    if (path === home) return { label: entry.label, href: home, current: 'page' };
    const below = entry.entries.some((child) => child.type === 'link' && child.isCurrent);
    return { label: entry.label, href: home, current: below ? 'true' : undefined };
  });
}
