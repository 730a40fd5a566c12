/**
 * The reader's choice of a machine to compare with. A published machine is in the address, so that a comparison can be shared; the
 * reader's own file is kept in the tab's storage, and nowhere else.
 */

/** Parameter of the address. */
const WITH = 'with';

/** Storage key of the choice to compare with the reader's own record, wherever there is one. */
const OWN = 'mt-own';

/** The same choice in memory, for browsers that refuse storage. */
let onPage: string | undefined;

export type Choice =
  { readonly kind: 'none' } | { readonly kind: 'machine'; readonly id: string } | { readonly kind: 'own' };

/**
 * Reads the choice from the address and the tab.
 *
 * @param isOwnFirst true if the site was built with a run of the reader's own, which is compared until the reader chooses otherwise
 */
export function readChoice(isOwnFirst: boolean): Choice {
  const id = new URLSearchParams(location.search).get(WITH);
  if (id) return { kind: 'machine', id };
  const own = onPage ?? readStored(OWN);
  return own === 'yes' || (isOwnFirst && own !== 'no') ? { kind: 'own' } : { kind: 'none' };
}

/** Writes the choice into the address, the tab's storage, and links to other pages of the site. */
export function choose(choice: Choice): void {
  onPage = choice.kind === 'own' ? 'yes' : 'no';
  store(OWN, onPage);
  const id = choice.kind === 'machine' ? choice.id : undefined;
  const address = addressWith(location.href, id);
  if (address !== location.href) history.replaceState(history.state, '', address);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const isPage = link.origin === location.origin && /\/(findings|claims)\//.test(link.pathname) && !link.download;
    if (isPage && link.getAttribute('href')?.startsWith('#') === false) link.href = addressWith(link.href, id);
  }
}

function addressWith(href: string, id: string | undefined): string {
  const url = new URL(href);
  if (id === undefined) url.searchParams.delete(WITH);
  else url.searchParams.set(WITH, id);
  return url.href;
}

/** A value in the tab's storage; null where storage is refused. */
export function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes or removes a value in the tab's storage; returns false where the browser refuses. */
export function store(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
