/**
 * The reader's preferences, stored in this browser only. Storage may be refused; then they last for the page. The theme's key is that of
 * a program formerly used, so that readers keep their choice.
 */
export type Preference = 'mt-full-width' | 'mt-shortcuts' | 'starlight-theme';

/** The stored choice; undefined without one. */
export function preference(name: Preference): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a choice for the next page and the next visit. */
export function remember(name: Preference, choice: string): void {
  try {
    localStorage.setItem(name, choice);
  } catch {
    // Without storage the choice still holds on this page.
  }
}
