/** Takes an address of the view that this lab had once, who calls which character a space, to the table that says so. */
export function takeMoved(): void {
  const url = new URL(location.href);
  if (url.searchParams.get('view') !== 'matrix') return;
  url.searchParams.delete('view');
  history.replaceState(history.state, '', url);
  document.querySelector('#sets')?.scrollIntoView();
}
