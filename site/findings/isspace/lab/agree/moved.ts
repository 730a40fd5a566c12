/** Where an address leads that was written while this lab was a view of the finding's other one: `view=matrix`. */
const LAB = 'mt-isspace-agree';
const FIRST = 'who';

/** The address that asks the same today; null if it asks nothing of the kind. */
export function movedAddress(address: string): string | null {
  const url = new URL(address);
  if (url.searchParams.get('view') !== 'matrix') return null;
  url.searchParams.delete('view');
  // With a parameter of its own the lab takes what is left out for what it meant, and not for what it opens on.
  if (!url.searchParams.has(FIRST)) url.searchParams.set(FIRST, 'anyone');
  return url.href;
}

/** Takes such an address to this lab, wherever it stands on the page. */
export function takeMoved(): void {
  const moved = movedAddress(location.href);
  if (moved === null) return;
  history.replaceState(history.state, '', moved);
  document.querySelector(LAB)?.scrollIntoView();
}
