/** Makes every chart below `root` that has readable points a stop of the Tab key. */
export function makeReadable(root: ParentNode): void {
  for (const chart of root.querySelectorAll<HTMLElement>('[data-read]')) {
    const drawing = chart.querySelector('svg:has([data-rows])');
    if (!drawing) continue;
    chart.tabIndex = 0;
    // With any other role a screen reader would consume the arrow keys.
    chart.role = 'application';
    chart.ariaLabel = `Chart: ${drawing.ariaLabel}. Arrow keys read its points.`;
  }
}
