/** Tells a page, before it loads anything else, of which findings this browser keeps the reader's records. */

const FLAG = 'mt-yours';

/** Their slugs. Where storage is forbidden, nothing is kept. */
export function keptSubjects(): string[] {
  try {
    return (localStorage.getItem(FLAG) ?? '').split(' ').filter((slug) => slug !== '');
  } catch {
    return [];
  }
}

export function rememberSubjects(slugs: readonly string[]): void {
  try {
    if (slugs.length > 0) localStorage.setItem(FLAG, [...new Set(slugs)].join(' '));
    else localStorage.removeItem(FLAG);
  } catch {
    // They last for the page.
  }
}
