/** What the lab and the tool say of a book: the same at build time, on the page, in the file and out loud. */
import { escapeText } from '@/kit/chart/grammar';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { CoverText, Drawn } from './draw-tasks';
import type { Covered, Entry, Facts, Range } from './tasks';

/** Bytes as a reader counts them: 21,457 bytes, 3.2 MB, 3 GB. */
export function size(bytes: number): string {
  const scaled = (unit: number) => (bytes / unit).toLocaleString('en-US', { maximumSignificantDigits: 3 });
  if (bytes >= 1e9) return `${scaled(1e9)} GB`;
  if (bytes >= 1e6) return `${scaled(1e6)} MB`;
  return bytes === 1 ? '1 byte' : `${formatInteger(bytes)} bytes`;
}

const count = (rows: readonly Entry[], outcome: Entry['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length;

/** “EPUB 2.0” */
export const versionOf = ({ version }: Facts): string =>
  /^[\d.]{1,8}$/.test(version) ? `EPUB ${version}` : 'EPUB of no stated version';

/** What became of the entries. */
export function changes({ rows, cover }: Covered): string {
  const before = rows.length - count(rows, 'new');
  const [same, unseen] = [count(rows, 'same'), count(rows, 'not compared')];
  const large = unseen === 0 ? '' : `, ${unseen} too large to be compared here`;
  const edited = count(rows, 'changed') > 1 ? 'the package document and the cover page are' : 'the package document is';
  return `${same} of ${before} entries are the same byte for byte${large}; ${edited} edited, and ${cover} is added.`;
}

/** How much was read of it. */
export const reading = ({ bytes, bytesRead }: Facts): string =>
  bytesRead >= bytes
    ? `All of its ${size(bytes)} were read for the plan`
    : `For the plan, ${size(bytesRead)} of ${size(bytes)} were read`;

/** As wide as a range is drawn at least, in thousandths of the file. */
const LEAST = 6;

/** Where a range is drawn, in thousandths of the file. */
function drawn([start, end]: Range, bytes: number): Range {
  const width = Math.max((1000 * (end - start)) / bytes, LEAST);
  const from = Math.min((1000 * start) / bytes, 1000 - width);
  return [from, from + width];
}

/** What was read of a file, in groups that can be told apart where they are drawn: their place, and how many bytes they have. */
export function groupsRead({ bytes, read }: Pick<Facts, 'bytes' | 'read'>): { place: Range; bytes: number }[] {
  const groups: { place: Range; bytes: number }[] = [];
  for (const range of [...read].sort(([one], [other]) => one - other)) {
    const place = drawn(range, bytes);
    const last = groups.at(-1);
    const own = range[1] - range[0];
    if (last && place[0] <= last.place[1]) {
      last.place = [last.place[0], Math.max(place[1], last.place[1])];
      last.bytes += own;
    } else groups.push({ place, bytes: own });
  }
  return groups;
}

const placeWords = ([start, end]: Range): string =>
  start === 0 ? 'at its start' : end === 1000 ? 'at its end' : 'in between';

/** The file as a strip with what was read of it, and the same in words below. */
export function strip(facts: Facts): string {
  const groups = groupsRead(facts);
  const all = facts.bytesRead >= facts.bytes;
  const parts = all ? [reading(facts)] : [...groups.map(({ place, bytes }) => `${size(bytes)} ${placeWords(place)}`)];
  if (!all) parts.splice(1, 0, `not read: ${size(facts.bytes - facts.bytesRead)}`);
  const paths = groups.map(({ place: [from, to] }) => `M${from} 0H${to}V20H${from}z`).join('');
  const label = escapeText(all ? parts[0]! : `The book as a strip, and what was read of it: ${parts.join('; ')}`);
  return `<svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="mt-sp-unread" d="M0 0H1000V20H0z"/><path class="mt-sp-read" d="${paths}"/></svg><p aria-hidden="true">${parts.map((part) => `<span>${escapeText(part)}</span>`).join('')}</p>`;
}

/** What is not as it was asked for in a cover; empty where all is. */
export function drawing({ missing, isCut }: Pick<Drawn, 'missing' | 'isCut'>): string {
  const all = [...missing];
  const named = all.slice(0, 12).join(' ') + (all.length > 12 ? ' …' : '');
  const lacks = all.length === 0 ? '' : `The font lacks “${named}”: a box stands for each. `;
  return (lacks + (isCut ? 'The text was too long, and ends in an ellipsis.' : '')).trim();
}

/** What is seen on a cover, for those who can't see it. */
export const described = ({ title, author, kind, colour }: CoverText): string =>
  `Cover: ${[kind, title, author].filter((text) => text !== '').join(', ')}, on ${colour}`;

export const headline = (found: Covered): string =>
  `${versionOf(found.facts)}. ${reading(found.facts)}. ${changes(found)}`;

export function figures({ facts, entries, unchanged }: Covered): Figure[] {
  const plain = { hint: '', alarming: false };
  return [
    {
      ...plain,
      name: 'book-bytes',
      label: 'the book',
      hint: 'the size of the file',
      value: facts.bytes,
      text: size(facts.bytes),
    },
    {
      ...plain,
      name: 'bytes-read',
      label: 'read for the plan',
      hint: 'what had to be read of it to know where the cover goes',
      value: facts.bytesRead,
      text: size(facts.bytesRead),
    },
    {
      ...plain,
      name: 'entries',
      label: 'entries in the new book',
      hint: 'files within the new book',
      value: entries,
      text: formatInteger(entries),
    },
    {
      ...plain,
      name: 'entries-unchanged',
      label: 'stay as they were',
      hint: 'by the plan: the same compressed bytes',
      value: unchanged,
      text: formatInteger(unchanged),
    },
  ];
}

/** More rows are counted, and not shown. */
const MOST_ROWS = 200;

/** Every entry of the new book, as a table: what changed first. */
export function table(rows: readonly Entry[]): string {
  const order = [
    ...rows.filter(({ outcome }) => outcome !== 'same'),
    ...rows.filter(({ outcome }) => outcome === 'same'),
  ];
  const lines = order
    .slice(0, MOST_ROWS)
    .map(
      ({ name, bytes, outcome }) =>
        `<tr data-outcome="${outcome}"><th scope="row">${escapeText(name)}</th><td>${formatInteger(bytes)}</td><td>${outcome}</td></tr>`,
    );
  const more = order.length - lines.length;
  const rest = more > 0 ? `<tr><th scope="row">and ${formatInteger(more)} more</th><td></td><td></td></tr>` : '';
  return `<table class="mt-sp-table"><thead><tr><th scope="col">Entry</th><th scope="col">Bytes</th><th scope="col">Afterwards</th></tr></thead><tbody>${lines.join('')}${rest}</tbody></table>`;
}
