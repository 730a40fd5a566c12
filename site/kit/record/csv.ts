/** Tables as CSV (RFC 4180). */

/** A field; empty where the value is missing. */
export type Cell = string | number | null | undefined;

/** A table with a header row. Each row ends with a carriage return and a line feed. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

/** A cell in quotation marks where it needs them. D3's own writer would bring its reader into every lab: 1.2 kB. */
function fieldOf(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
