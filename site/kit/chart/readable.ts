/** Gives the keyboard every chart within a part of the page that has points to read. */
export function makeReadable(root: ParentNode): void {
  for (const chart of root.querySelectorAll<HTMLElement>('[data-read]')) {
    const drawing = chart.querySelector('svg:has([data-rows])');
    if (!drawing) continue;
    chart.tabIndex = 0;
    // With any other role a screen reader would keep the arrow keys to itself.
    chart.role = 'application';
    chart.ariaLabel = `Chart: ${drawing.ariaLabel}. Arrow keys read its points.`;
  }
}
