/** Sentences of all views but the first: the same at build time, on the page and out loud. */
import { formatCount, formatShare } from '@/kit/chart/format';
import { missRate } from './misses';
import { GUARDS, LEVELS, type LabState } from './state';
import type { Raced, Sampled } from './tasks';
import { movesOf } from './words';

export function testerSentence(state: Pick<LabState, 'budget' | 'length'>, sampled: Sampled): string {
  const { testers, missExactly, right } = sampled;
  const walks = `${formatCount(state.budget)} random ${state.budget === 1 ? 'walk' : 'walks'} of ${movesOf(state.length)}`;
  if (right === 0n)
    return `No sequence of ${movesOf(state.length)} reaches the goal: however many are tried, none is found.`;
  const share = missRate(sampled);
  const seen = share === null ? '' : ` Of ${formatCount(testers)} testers here ${formatShare(share)} missed.`;
  return `A tester with ${walks} misses with a probability of ${formatShare(missExactly)}. Sequences that reach the goal: ${partWords(sampled)}.${seen}`;
}

export function raceSentence({ level, guard }: Pick<LabState, 'level' | 'guard'>, { broken }: Raced): string {
  const bad = broken.reduce((sum, one) => sum + one, 0);
  const locks = guard === 'none' ? '' : `, where the trigger first takes ${GUARDS[guard]},`;
  const at = `At ${LEVELS[level]}${locks}`;
  return bad === 0
    ? `${at} the rule holds in all ${broken.length} orders.`
    : `${at} nobody is on call after ${bad} of ${broken.length} orders, though the trigger checked each time.`;
}

/** How an order ends. */
export const endSentence = ({ played }: Raced): string =>
  played.broken
    ? 'Both committed, each because it saw the other on call: now nobody is on call.'
    : 'Somebody is still on call.';

/** More sequences than this are written as a share: nobody reads such numbers. */
const MOST_COUNTED = 10_000_000n;
/** Shares from this on are written in per cent, smaller ones as one in so many. */
const LEAST_SHARE = 0.01;

/** The part of all sequences that reaches the goal: `1 of 46,656`, `21% of all`, or `about 1 in 7,400`. */
export function partWords({ right, sequences }: Pick<Sampled, 'right' | 'sequences'>): string {
  if (sequences <= MOST_COUNTED) return `${right.toLocaleString('en-US')} of ${sequences.toLocaleString('en-US')}`;
  const share = Number(right) / Number(sequences);
  if (right === 0n || share >= LEAST_SHARE) return `${formatShare(share)} of all`;
  return `about 1 in ${Number((1 / share).toPrecision(2)).toLocaleString('en-US')}`;
}

type Event = Raced['played']['events'][number];

/** A step of a transaction, in words. */
export function eventWords({ act, effect, seen }: Event): string {
  if (effect === 'waits') return act === 'write' ? 'has to wait for the other’s lock' : 'still waits';
  if (effect === 'refused') return 'tries to go off call; the trigger sees nobody else, and refuses';
  if (effect === 'aborted') return 'is aborted by the database: could not serialize access';
  if (effect === 'ended') return 'was already aborted';
  if (act === 'begin') return 'begins, and reads';
  if (act === 'commit') return 'commits';
  return `goes off call; the trigger sees ${seen} other on call`;
}
