/** The lab's figures and its headline: the same at build time, on the page, in the CSV and out loud. */
import type { Figure } from '@/kit/lab/figures';
import type { LabState } from './state';
import type { Row } from './tasks';
import { LIBRARIES, LOCKINGS } from './words';

export const formatCount = (count: bigint): string => count.toLocaleString('en-US');

/** The share that fails. */
export const failingShare = ({ orders, failing }: Row): number =>
  orders === 0n ? 0 : Number((failing * 1_000_000n) / orders) / 1_000_000;

/** A share as whole percent, but never all or nothing where it is not. */
export function formatShare(row: Row): string {
  const share = failingShare(row);
  if (row.failing === 0n) return '0%';
  if (row.right === 0n) return '100%';
  const percent = Math.round(share * 100);
  if (percent === 0) return '< 1%';
  return percent === 100 ? '> 99%' : `${percent}%`;
}

/** The row of a library with a way of locking. */
export const rowOf = (rows: readonly Row[], { library, locking }: Pick<LabState, 'library' | 'locking'>): Row =>
  rows.find((row) => row.library === library && row.locking === locking) as Row;

/** Which library, with which lock. */
export const titleOf = ({ library, locking }: Pick<LabState, 'library' | 'locking'>): string =>
  locking === 'as-it-is' ? LIBRARIES[library] : `${LIBRARIES[library]} ${LOCKINGS[locking].name}`;

/** The result of the search, in one sentence. */
export function headline(row: Row): string {
  const all = formatCount(row.orders);
  const fail = row.failing;
  if (fail === 0n) return `${titleOf(row)}: none of the ${all} orders goes wrong.`;
  const verb = fail === 1n ? 'goes' : 'go';
  return `${titleOf(row)}: ${formatCount(fail)} of ${all} orders ${verb} wrong.`;
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

export function figures(row: Row): Figure[] {
  const fail = row.failing;
  return [
    {
      name: 'orders',
      label: 'orders in all',
      hint: 'ways in which the steps of the two threads can follow one another; a run ends where it fails',
      value: Number(row.orders),
      text: formatCount(row.orders),
      alarming: false,
    },
    {
      name: 'failing',
      label: 'go wrong',
      hint: 'use of freed memory, a wrong answer, or a wrong environment',
      value: Number(fail),
      text: formatCount(fail),
      alarming: fail > 0n,
    },
    {
      name: 'share',
      label: 'share of orders',
      hint: 'each order counts the same; a processor does not choose them so',
      value: failingShare(row),
      text: formatShare(row),
      alarming: false,
    },
    {
      name: 'shortest',
      label: 'shortest failure',
      hint: 'steps, that which fails included',
      value: row.shortest,
      text: row.shortest === null ? 'none' : `${row.shortest} steps`,
      alarming: false,
    },
  ];
}
