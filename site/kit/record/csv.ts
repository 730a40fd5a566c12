/** Tables as CSV (RFC 4180). */
import { csvFormatRow } from 'd3';

/** A field; empty where the value is missing. */
export type Cell = string | number | null | undefined;

/** A table with a header row. Each row ends with a carriage return and a line feed. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${csvFormatRow(row.map((cell) => String(cell ?? '')))}\r\n`).join('');
}
