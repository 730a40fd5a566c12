/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { tally, type Reading } from './readings';
import { SCHEMES, processors, readTime, type LabState } from './state';
import { formatTime } from './time';
import type { Counted, Promised } from './tasks';

export interface Results {
  counted: Counted | null;
  /** Readings that the time line shows; null before there are any. */
  readings: readonly Reading[] | null;
}

/** A share that came up in none of so many readings may still be possible: then the text says out of how many. */
function shareText(share: number, of: number, predicted: number | null = null): string {
  return share === 0 && of > 1 && predicted !== 0 ? `0 of ${formatInteger(of)}` : formatShare(share);
}

const known = (share: number) => ({ value: share, text: formatShare(share) });

/** Readings a second, of all threads that have a hardware thread to run on. */
function readingsPerSecond(state: LabState): number {
  const running = Math.min(state.threads, processors(state));
  return (running * 1e9) / readTime(state);
}

export function figures(state: LabState, { counted, readings }: Results): Figure[] {
  const of = counted ? counted.each * state.threads : 0;
  const share = (name: string, label: string, hint: string, which: 'samples' | 'published'): Figure => ({
    name,
    label,
    hint,
    value: counted && counted.shares[which],
    text: counted ? shareText(counted.shares[which], of, counted.predicted[which]) : '…',
    predicted: counted && known(counted.predicted[which]),
    alarming: false,
  });
  const shown = readings && tally(readings);
  const perSecond = counted && counted.shares.samples * readingsPerSecond(state);
  return [
    share('share', 'of the readings collide', 'readings whose value another thread read too', 'samples'),
    share(
      'share-published',
      'each coincidence once',
      'counted as the published figures are: each coincidence once, of all readings',
      'published',
    ),
    {
      name: 'equal-neighbours',
      label: 'equal neighbours',
      hint: 'readings that equal the one before of the same thread',
      value: counted && counted.equalNeighbours,
      text: counted ? shareText(counted.equalNeighbours, of) : '…',
      alarming: false,
    },
    {
      name: 'per-second',
      label: 'colliding readings a second',
      hint: 'if all threads do nothing but read the clock',
      value: perSecond,
      text: perSecond === null ? '…' : formatInteger(Number(perSecond.toPrecision(3))),
      alarming: false,
    },
    {
      name: 'duplicates',
      label: 'duplicates shown',
      hint: 'identifiers in the time line that another reading there has too',
      value: shown && shown.duplicates,
      text: shown ? `${formatInteger(shown.duplicates)} of ${formatInteger(shown.shown)}` : '…',
      alarming: shown !== null && shown.duplicates > 0,
    },
  ];
}

/** A scheme's promise in one sentence. */
export function promiseSentence({ certain, probable, condition }: Promised): string {
  if (probable === 'nowhere') return `It promises ${condition}.`;
  if (certain === 'nowhere') return `Unique ${probable} with high probability: ${condition}.`;
  if (certain === probable) return `Guaranteed unique ${certain}, as long as this holds: ${condition}.`;
  return `Guaranteed unique ${certain}, and ${probable} with high probability: ${condition}.`;
}

/** Outcome of the identifiers that are made of the readings shown, and its reason. */
export function schemeSentence(state: LabState, readings: readonly Reading[], promise: Promised): string {
  const { shown, colliding, duplicates } = tally(readings);
  const name = SCHEMES[state.scheme];
  const outcome =
    duplicates > 0
      ? `${formatInteger(duplicates)} of the ${formatInteger(shown)} identifiers shown are duplicates.`
      : colliding > 0
        ? `${formatInteger(colliding)} of the readings shown coincide, and no two identifiers are equal.`
        : `No two of the ${formatInteger(shown)} identifiers shown are equal.`;
  return `${name}: ${outcome} ${promiseSentence(promise)}`;
}

/** The result in words, for the live region. */
export function resultSentence(state: LabState, { counted, readings }: Results): string {
  if (!counted) return '';
  const threads = state.threads === 1 ? '1 thread' : `${formatInteger(state.threads)} threads`;
  const clock = `a clock of ${formatTime(Math.max(state.unit, state.step))} steps`;
  const apart = state.residue > 0 ? `, their cores’ counters ${formatTime(state.residue)} apart` : '';
  const duplicates = readings ? tally(readings).duplicates : 0;
  return [
    `${threads} that read ${clock} every ${formatTime(readTime(state))}${apart}:`,
    `${formatShare(counted.shares.samples)} of the readings collide,`,
    `${formatShare(counted.shares.published)} by the published count;`,
    `${formatInteger(duplicates)} duplicate identifiers are shown.`,
  ].join(' ');
}
