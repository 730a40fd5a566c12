/** What the reader chose, kept in this browser only. Storage may be forbidden; then choices last for the page. */
export type Preference = 'mt-full-width' | 'mt-shortcuts';

/** Whether the preference was switched on or off; undefined when it never was. */
export function preference(name: Preference): boolean | undefined {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? undefined : stored === 'on';
  } catch {
    return undefined;
  }
}

/** Keeps a choice for the next page and the next visit. */
export function remember(name: Preference, on: boolean): void {
  try {
    localStorage.setItem(name, on ? 'on' : 'off');
  } catch {
    // The choice still holds on this page.
  }
}
