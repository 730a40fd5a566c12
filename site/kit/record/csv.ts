/** Tables as CSV, as RFC 4180 has it. */
import { csvFormatRow } from 'd3';

/** A field; there is nothing in it where the value is missing. */
export type Cell = string | number | null | undefined;

/** A table with a first row of names. Each row ends with a carriage return and a line feed. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${csvFormatRow(row.map((cell) => String(cell ?? '')))}\r\n`).join('');
}
