/**
 * What a reader compares with. A published machine is in the address, so that a comparison can be shared; the reader's own file lives as
 * long as the tab, and nowhere else.
 */

/** The address's parameter. */
const WITH = 'with';

/** Whether the tab compares with the reader's own record, wherever it has one. */
const OWN = 'mt-own';

/** The same, as this page knows it, where the browser keeps nothing. */
let onPage: string | undefined;

export type Choice =
  { readonly kind: 'none' } | { readonly kind: 'machine'; readonly id: string } | { readonly kind: 'own' };

/**
 * What the address and the tab say.
 *
 * @param isOwnFirst whether the site was built with a run of the reader's own, which is shown until the reader says otherwise
 */
export function chosen(isOwnFirst: boolean): Choice {
  const id = new URLSearchParams(location.search).get(WITH);
  if (id) return { kind: 'machine', id };
  const said = onPage ?? stored(OWN);
  return said === 'yes' || (isOwnFirst && said !== 'no') ? { kind: 'own' } : { kind: 'none' };
}

/** Writes it down, in the address, in the tab and in the links to other pages of the site. */
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

/** What the tab keeps; nothing where storage is refused. */
export function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps something in the tab; whether the browser let it. */
export function store(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
