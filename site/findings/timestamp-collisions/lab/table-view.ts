/** The readings of the time line as a table, with the identifiers made of them. */
import { escapeText } from '@/kit/chart/grammar';
import { formatInteger } from '@/kit/lab/state';
import type { SchemeName } from '@/wasm-pkg/timestamp-collisions/models.js';
import type { Reading } from './readings';

/** Rows at most; the file has all. */
const MOST_ROWS = 40;

/** An identifier as its scheme is usually written. */
export function writeIdentifier(hexadecimal: string, scheme: SchemeName): string {
  if (scheme === 'timestamp') return formatInteger(Number(`0x${hexadecimal}`));
  if (!scheme.startsWith('uuid')) return `0x${hexadecimal}`;
  const digits = hexadecimal.padStart(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

export const inTime = (readings: readonly Reading[]): Reading[] =>
  [...readings].sort((a, b) => a.at - b.at || a.thread - b.thread);

/** Made once, as every row has one. */
const DECIMALS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** The first rows that are worth a look: those around the first coincidence, and from the start where there is none. */
function rowsShown(readings: readonly Reading[]): Reading[] {
  const ordered = inTime(readings);
  const first = ordered.findIndex(({ collides, duplicate }) => collides || duplicate);
  const start = Math.max(0, Math.min(first - 3, ordered.length - MOST_ROWS));
  return ordered.slice(start, start + MOST_ROWS);
}

export function drawTable(readings: readonly Reading[], scheme: SchemeName): string {
  const rows = rowsShown(readings);
  const body = rows.map(({ thread, at, value, identifier, collides, duplicate }) => {
    const kind = duplicate ? 'duplicate' : collides ? 'kept' : '';
    const words = duplicate ? '▲ duplicate' : collides ? 'same reading, told apart' : '';
    return (
      `<tr${kind && ` class="mt-tl-row--${kind}"`}><td>${thread + 1}</td>` +
      `<td>${formatInteger(value)}</td><td><code>${escapeText(writeIdentifier(identifier, scheme))}</code></td><td>${words}</td><td>${DECIMALS.format(at)}</td></tr>`
    );
  });
  const more = readings.length > rows.length ? ` (${rows.length} of ${formatInteger(readings.length)})` : '';
  return (
    `<table class="mt-lab-table mt-tl-table"><caption>The readings in the time line, in the order of time${more}</caption>` +
    '<thead><tr><th scope="col">thread</th><th scope="col">clock said, ns</th>' +
    `<th scope="col">identifier</th><td></td><th scope="col">read at, ns</th></tr></thead><tbody>${body.join('')}</tbody></table>`
  );
}
