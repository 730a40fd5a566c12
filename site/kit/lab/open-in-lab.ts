/** Has another lab of the page take an address's parameters, without loading the page anew. */
export function openInLab(lab: HTMLElement, address: string): void {
  history.pushState(history.state, '', address);
  // The lab takes it as a step through the history, and one that has not woken up yet reads it when it does.
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  lab.scrollIntoView();
}
