/**
 * A table for a terminal: the first column to the left, figures to the right.
 *
 * @param {(string | number)[][]} rows the first one holds the headings
 */
export function formatTable(rows) {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  const line = (/** @type {(string | number)[]} */ row) =>
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0)))
      .join('  ');
  const [headings, ...figures] = rows.map(line);
  return [headings, widths.map((width) => '─'.repeat(width)).join('  '), ...figures].join('\n');
}
