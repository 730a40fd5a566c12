/** The lab's answer and what it says about it: the same at build time, on the page, in the file and out loud. */
import { formatShare } from '@/kit/chart/format';
import type { FigureKind } from '@/kit/chart/grammar';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { roundShare, shareFailed, shareOver, shareWords, type Measured, type Moments, type Rounds } from './rounds';
import { MEASURED_LIMIT, STRATEGIES, limitOf, type LabState } from './state';
import type { Chance } from './tasks';

/** What is drawn: the moments of the policy, how they came about, and those of the others, for a common scale. */
export interface Shown {
  moments: Moments;
  kind: 'measured' | 'live';
  all: readonly Moments[];
  /** For placements. */
  chance?: Chance;
}

/** A measured round is of the first seed. */
export function measuredRounds({ view, seed, failing }: Readonly<LabState>, measured: Measured | null): Rounds | null {
  if (view !== 'rounds' || seed !== 1) return null;
  return measured?.rounds?.[failing === 'on' ? 'failing' : 'healthy'] ?? null;
}

export const shownRounds = (rounds: Rounds, { strategy }: Readonly<LabState>, kind: Shown['kind']): Shown => ({
  moments: rounds[strategy],
  all: Object.values(rounds),
  kind,
});

export type Answer = Figure & { kind: Extract<FigureKind, 'measured' | 'live' | 'exact'>; words: string };

const KIND_WORDS = { measured: 'measured', live: 'simulated here' } as const;

export function answerOf(state: Readonly<LabState>, shown: Shown, measured: Measured | null): Answer {
  if (state.view === 'placements') return placementAnswer(state, shown);
  return state.failing === 'on' ? failingAnswer(state, shown, measured) : overAnswer(state, shown, measured);
}

const answer = (of: Omit<Answer, 'name' | 'label' | 'hint'>): Answer => ({
  ...of,
  name: 'answer',
  label: of.words,
  hint: '',
});

const by = ({ balancer, machine }: Measured) => `measured behind ${balancer} on the ${machine}`;

function overAnswer(
  { strategy, limit }: Readonly<LabState>,
  { moments, kind }: Shown,
  measured: Measured | null,
): Answer {
  const share = shareOver(moments, limit);
  const drawn = `the round drawn (${KIND_WORDS[kind]})`;
  const known = limit === MEASURED_LIMIT ? measured?.over[strategy] : undefined;
  if (!known)
    return answer({
      kind,
      value: share,
      text: roundShare(share),
      words: `of the time some server had more than ${limit} requests`,
      note: `Of ${drawn}. The record has a limit of ${MEASURED_LIMIT} alone.`,
      alarming: share > 0,
    });
  const never = known.max === 0;
  return answer({
    kind: 'measured',
    value: known.value,
    text: never ? 'never' : roundShare(known.value),
    words: never
      ? `did a server have more than ${limit} requests`
      : `of the time some server had more than ${limit} requests`,
    note: `${capital(by(measured!))}, ${never ? `in none of ${known.n} rounds` : shareWords(known)}. Of ${drawn}: ${roundShare(share)}.`,
    alarming: known.value > 0,
  });
}

/** An even share of thirteen. */
const EVEN = formatShare(1 / 13);

function failingAnswer({ strategy }: Readonly<LabState>, { moments, kind }: Shown, measured: Measured | null): Answer {
  const known = measured?.failed?.[strategy];
  const share = shareFailed(moments);
  const words = 'of all requests went to the broken server';
  const even = `An even share is ${EVEN}.`;
  if (!known)
    return answer({
      kind,
      value: share,
      text: `about ${roundShare(share)}`,
      words,
      note: `Of the round drawn (${KIND_WORDS[kind]}${kind === 'live' ? ', where an error takes no time' : ''}). ${even}`,
      alarming: share > 0.1,
    });
  return answer({
    kind: 'measured',
    value: known.value,
    text: roundShare(known.value),
    words,
    note: `${capital(by(measured!))}, ${shareWords(known)}. ${even}`,
    alarming: known.value > 0.1,
  });
}

function placementAnswer({ items, servers, capacity }: Readonly<LabState>, { moments, chance }: Shown): Answer {
  const { value, draws } = chance!;
  const drawn = Math.round(100 * shareOver(moments, capacity));
  const some = value === 0 && draws > 0;
  return answer({
    kind: draws > 0 ? 'live' : 'exact',
    value,
    text: some ? `0 of ${formatInteger(draws)}` : formatShare(value),
    words: `${some ? '' : 'of '}placements put more than ${formatInteger(capacity)} of ${formatInteger(items)} items on some server of ${servers}`,
    note: `${draws > 0 ? `Simulated here, ${formatInteger(draws)} times` : 'Computed exactly'}. Of the 100 drawn: ${drawn}.`,
    alarming: value > 0.01,
  });
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The name of the picture: what it shows, in a sentence. */
export function pictureName(state: Readonly<LabState>, { moments, kind }: Shown): string {
  const { label } = STRATEGIES[state.strategy];
  const what = state.view === 'rounds' ? 'Requests in flight at' : `${formatInteger(state.items)} items on`;
  const broken = state.view === 'rounds' && state.failing === 'on' ? ', the first of them broken' : '';
  const over = roundShare(shareOver(moments, limitOf(state)));
  const each = state.view === 'rounds' ? 'moments' : 'placements';
  return `${what} ${moments.servers} servers${broken}, ${label}, ${KIND_WORDS[kind]}. Over the limit of ${limitOf(state)} at ${over} of the ${each}.`;
}

/** The result in words, for the live region. */
export const resultSentence = (state: Readonly<LabState>, shown: Shown, measured: Measured | null): string => {
  const { text, words, note } = answerOf(state, shown, measured);
  return `${capital(STRATEGIES[state.strategy].label)}: ${text} ${words}. ${note}`;
};
