/** A page in the navigation. */
export interface Place {
  label: string;
  href: string;
}

/** An entry of the bar at the top of every page. */
export interface NavigationEntry extends Place {
  /** Value of `aria-current`: `page` for the page itself, `true` for a page below it. */
  current: 'page' | 'true' | undefined;
}

/** The bar's entries on the page at a path: the findings, which the home page presents, and the method. */
export function navigation(base: string, path: string): [NavigationEntry, NavigationEntry] {
  const isFinding = path.startsWith(`${base}findings/`);
  const method = `${base}method/`;
  return [
    { label: 'Findings', href: base, current: path === base ? 'page' : isFinding ? 'true' : undefined },
    { label: 'Method', href: method, current: path === method ? 'page' : undefined },
  ];
}

/** The places before and after the one at a path; none for a page that is not in the list. */
export function neighbours(places: readonly Place[], path: string): { previous?: Place; next?: Place } {
  const at = places.findIndex(({ href }) => href === path);
  const [previous, next] = at < 0 ? [] : [places[at - 1], places[at + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
}
