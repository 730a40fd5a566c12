/** Which of the 256 bytes are white space, locale by locale: grids side by side, and another machine's behind those of ours. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatCount } from '@/kit/chart/format.ts';
import { keyMarkup } from '@/kit/chart/key.ts';
import { machineOf, wordsOf } from '@/kit/chart/machines.ts';
import { drawn, html } from '@/kit/markup.ts';
import type { Settings } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { byteGrid, rulesOf, rulesTable, type ByteRule } from './byte-grid.ts';

/** What each grid shows: which outcome of the record, what it is called, and what a reader would see in it, in words. */
const GRIDS: readonly { readonly at: Settings; readonly says: string; readonly description: string }[] = [
  {
    at: { library: 'glibc', charmap: 'UTF-8' },
    says: 'glibc, UTF-8',
    description: 'Six marks: five in a row from 09 to 0D, and one at 20.',
  },
  {
    at: { library: 'macos' },
    says: 'macOS, UTF-8',
    description: 'The six, and two more at 85 and A0.',
  },
  {
    at: { library: 'glibc', charmap: 'EBCDIC-US' },
    says: 'glibc, EBCDIC',
    description: 'Other bytes, since in this character set white space lies elsewhere.',
  },
];

/** The figure. */
export function byteGrids(records: readonly MeasurementRecord[]): OwnDrawing {
  const grids = GRIDS.flatMap(({ at, ...words }) =>
    records.flatMap((record, index) =>
      rulesOf(record, at)
        // Published grids are the same in every record: the first one's are drawn.
        .filter(({ figure }) => figure !== 'published' || index === 0)
        .map((rule) => ({
          ...words,
          rule,
          machine: rule.figure !== 'published' && records.length > 1 ? machineOf(record) : undefined,
        })),
    ),
  );
  const words = wordsOf(records);
  const kinds = [...new Set(grids.map(({ rule }) => rule.figure))];
  return {
    title: 'Which of the 256 bytes are white space',
    markup: html`
      ${keyMarkup(kinds.map((figure) => ({ figure, text: words[figure], quiet: false })))}
      <ul class="mt-byte-grids">
        ${grids.map(
          ({ says, description, rule, machine }) => html`
            <li>
              <p>
                ${says} ${machine !== undefined && html`<span>${machine}</span>`}
                <span>${countWords(rule)}</span>
              </p>
              ${drawn(
                byteGrid(rule, {
                  title: machine === undefined ? says : `${says}, ${machine}`,
                  description:
                    rule.figure === 'published' ? `${description} Published, and not measured here.` : description,
                }),
              )}
            </li>
          `,
        )}
      </ul>
    `,
    table: rulesTable(records),
  };
}

/** Number of bytes in it, and of the locales in which it was found. */
function countWords({ bytes, locales }: ByteRule): string {
  const count = `${bytes.length} bytes`;
  return locales === undefined ? count : `${count}, in ${formatCount(locales)} ${locales === 1 ? 'locale' : 'locales'}`;
}
