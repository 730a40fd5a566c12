/**
 * Makes one stop for the tab key of many buttons: the arrow keys go from one to the next, Home and End to the first and the
 * last (the pattern "roving tabindex" of WAI-ARIA's authoring practices).
 */
export function roving(group: HTMLElement, selector: string): void {
  group.addEventListener('keydown', (event) => {
    const items = [...group.querySelectorAll<HTMLElement>(selector)];
    const at = items.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[Math.min(items.length - 1, Math.max(0, to))]?.focus();
  });
  group.addEventListener('focusin', ({ target }) => {
    const item = (target as HTMLElement).closest<HTMLElement>(selector);
    if (!item) return;
    for (const other of group.querySelectorAll<HTMLElement>(`${selector}[tabindex="0"]`)) other.tabIndex = -1;
    item.tabIndex = 0;
  });
}
