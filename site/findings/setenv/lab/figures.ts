/** The lab's figures and its headline: the same at build time, on the page, in the CSV and out loud. */
import { formatInterval, formatSeconds, formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { boundBeside } from '../charts/bounds';
import type { MeasuredShare, BesideShare } from './measured';
import type { LabState } from './state';
import type { Row } from './tasks';
import { LIBRARIES, LOCKINGS } from './words';

export const formatCount = (count: bigint): string => count.toLocaleString('en-US');

/** The share of orders that goes wrong. */
export const failingShare = ({ failing, orders }: Row): number => Number(failing) / Number(orders);

/** The row of a library. */
export const rowOf = (rows: readonly Row[], { library }: Pick<LabState, 'library'>): Row =>
  rows.find((row) => row.library === library) as Row;

/** Which library, with which lock. */
export const titleOf = ({ library, locking }: Pick<LabState, 'library' | 'locking'>): string =>
  locking === 'as-it-is' ? LIBRARIES[library] : `${LIBRARIES[library]} ${LOCKINGS[locking].name}`;

/** The result of the search. */
export function headline(row: Row): string {
  const [all, fail] = [formatCount(row.orders), row.failing];
  if (fail === 0n) return `${titleOf(row)}: none of the ${all} orders goes wrong.`;
  return `${titleOf(row)}: ${formatCount(fail)} of ${all} orders ${fail === 1n ? 'goes' : 'go'} wrong.`;
}

/** How orders fail, the most frequent way first. */
export function ways(row: Row): { words: string; count: bigint }[] {
  const all = [
    { words: 'use a freed array', count: row.freedArray },
    { words: 'use a freed string', count: row.freedString },
    { words: 'free twice', count: row.freedTwice },
    { words: 'give a wrong answer', count: row.wrongAnswer },
    { words: 'leave a wrong environment', count: row.wrongEnvironment },
  ];
  return all.filter(({ count }) => count > 0n).sort((a, b) => (a.count < b.count ? 1 : -1));
}

export const wayWords = (row: Row): string =>
  ways(row)
    .map(({ words, count }) => `${formatCount(count)} ${words}`)
    .join(', ');

/** A measured share; of none, with the bound that so many programs leave open. */
export const measuredText = ({ value, high }: Pick<MeasuredShare, 'value' | 'high'>): string =>
  value === 0 ? `0% ${boundBeside({ high })}` : formatShare(value);

/** The sample behind a measured share. */
export const sampleWords = ({ low, high, programs, seconds }: MeasuredShare): string =>
  `${programs} programs, ${formatSeconds(seconds)} each; ${formatInterval({ low, high }, 'share')}`;

/** A sentence for each machine that is laid beside. */
export const besideWords = (beside: readonly BesideShare[]): string[] =>
  beside.map(
    ({ machine, share }) =>
      `${machine}: ${measuredText(share)} of real programs failed on ${share.version} (${sampleWords(share)}).`,
  );

/** The share of the orders that go wrong, and that of the programs that were measured. */
export function figures(row: Row, known: MeasuredShare | undefined): Figure[] {
  const share = failingShare(row);
  return [
    {
      name: 'share',
      label: 'of the orders go wrong',
      hint: 'use freed memory, give a wrong answer, or leave a wrong environment',
      value: share,
      text: formatShare(share),
      note: wayWords(row) || 'all are right',
      alarming: false,
    },
    {
      name: 'measured',
      label: known ? `of real programs failed on ${known.version}` : 'real programs',
      hint: 'crashed, hung, or got a wrong answer while they looped',
      value: known?.value ?? null,
      text: known ? measuredText(known) : 'not measured',
      note: known ? sampleWords(known) : '',
      alarming: false,
    },
  ];
}

/** How real programs differ from the model. */
export function assumption(known: MeasuredShare | undefined): string {
  const moved =
    // A library that moves it in no change has no such rate to compare.
    !known?.moved
      ? ''
      : ` Here every added name moves the array, where ${formatShare(known.moved)} of changes did on ${known.version}.`;
  return `Real processors don’t pick orders at random.${moved}`;
}
