/**
 * What the reader chose, kept in this browser only. Storage may be forbidden; then choices last for the page. The theme has the name that
 * another program once gave it: readers keep what they chose.
 */
export type Preference = 'mt-full-width' | 'mt-shortcuts' | 'starlight-theme';

/** What was chosen; nothing if nothing was. */
export function preference(name: Preference): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice for the next page and the next visit. */
export function remember(name: Preference, choice: string): void {
  try {
    localStorage.setItem(name, choice);
  } catch {
    // The choice still holds on this page.
  }
}
