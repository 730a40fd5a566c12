/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatCount, formatRatio, formatShare } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { TILES } from './pictures';
import { strategyLabel, type LabState } from './state';
import { shareAbove } from './tally';
import type { Exact, Placed, Plan, Tiles } from './tasks';

/** A chance that came up in none of so many draws is not impossible: the text says out of how many. */
function chanceText(share: number, draws: number): string {
  if (share < 1 && share > 0.999_999) return '> 99.9999%';
  return share === 0 && draws > 1 ? `0 of ${formatInteger(draws)}` : formatShare(share);
}

/** A tolerated risk, with no more digits than it was given with: `1%`, `0.05%`, `0.0001%`. */
export const formatRisk = (risk: number): string => `${Number((risk * 100).toPrecision(2))}%`;

export interface Results {
  tiles: Tiles | null;
  placed: Placed | null;
  exact: Exact | null;
  plan: Plan | null;
}

/** In how many of the placements shown a server holds more than its capacity. */
const tilesOver = ({ loads }: Tiles, capacity: number): number =>
  loads.filter((each) => Math.max(...each) > capacity).length;

/** "5 of these 100 placements overload a server", or "0 of the first 7 placements overload a server" while there are no more. */
function tilesWords({ loads: { length } }: Tiles, over: number): string {
  if (length === 1) return `The first placement overloads ${over === 1 ? 'a' : 'no'} server`;
  if (length < TILES)
    return `${over} of the first ${length} placements ${over === 1 ? 'overloads' : 'overload'} a server`;
  if (over === 0) return `None of these ${TILES} placements overloads a server`;
  return over === TILES
    ? `All of these ${TILES} placements overload a server`
    : `${over} of these ${TILES} placements ${over === 1 ? 'overloads' : 'overload'} a server`;
}

/** What the picture of the tiles is of. */
export const tilesName = (state: LabState, tiles: Tiles): string =>
  `${tiles.loads.length} placements of ${formatInteger(state.items)} items on ${formatInteger(state.servers)} servers. ${tilesWords(tiles, tilesOver(tiles, state.capacity))}.`;

/** The headline: what the tiles show, in words. */
function tilesFigure({ capacity }: LabState, tiles: Tiles | null): Figure {
  const over = tiles && tilesOver(tiles, capacity);
  return {
    name: 'tiles-over',
    label: `of ${TILES} placements`,
    hint: 'placements in which a server holds more than its capacity',
    value: over,
    text: tiles === null || over === null ? '…' : `${tilesWords(tiles, over)}.`,
    partial: tiles !== null && tiles.loads.length < TILES,
    alarming: over !== null && over > 0,
  };
}

/** The figures that are about how loads are distributed. */
export const QUANTILES = new Set(['p50', 'p95', 'p99', 'p999', 'mean', 'imbalance']);

/** The lab's figures, the headline first. */
export function figures(
  state: LabState,
  { tiles, placed, exact, plan }: Results,
): [headline: Figure, ...others: Figure[]] {
  const summary = exact?.summary ?? null;
  const partial = placed !== null && placed.repetitions < state.repetitions;
  const items = (name: string, label: string, hint: string, key: 'p50' | 'p95' | 'p99' | 'p999'): Figure => ({
    name,
    label,
    hint,
    value: placed && placed[key],
    text: placed ? formatCount(placed[key]) : '…',
    exact: summary && { value: summary[key], text: formatCount(summary[key]) },
    partial,
    alarming: false,
  });
  const chance = (
    name: string,
    label: string,
    hint: string,
    value: number | null,
    exactValue: number | null,
    isScope: boolean,
    draws: number,
  ): Figure => ({
    name,
    label,
    hint,
    value,
    text: value === null ? '…' : chanceText(value, draws),
    exact: exactValue === null ? null : { value: exactValue, text: chanceText(exactValue, 1) },
    partial,
    alarming: isScope && (exactValue ?? value ?? 0) > state.risk,
  });
  const repetitions = placed?.repetitions ?? 0;
  const needed = plan?.needed?.[state.scope] ?? null;
  return [
    tilesFigure(state, tiles),
    chance(
      'p-any-over',
      'placements that overload a server',
      'the share of placements in which at least one server holds more than its capacity',
      placed && shareAbove(placed.maxima, state.capacity),
      summary && summary.pAnyOver,
      state.scope === 'any',
      repetitions,
    ),
    chance(
      'p-server-over',
      'servers overloaded',
      'the share of servers that hold more than their capacity',
      placed && shareAbove(placed.loads, state.capacity),
      summary && summary.pServerOver,
      state.scope === 'server',
      repetitions * state.servers,
    ),
    {
      name: 'servers-needed',
      label: 'servers needed',
      hint: `the fewest that keep the chance of ${state.scope === 'any' ? 'any' : 'one'} server over capacity at or under ${formatRisk(state.risk)}`,
      value: needed,
      text: needed === null ? (plan?.needed ? 'no number is enough' : '…') : formatInteger(needed),
      exact: plan?.exact && needed !== null ? { value: needed, text: formatInteger(needed) } : null,
      alarming: false,
    },
    items('p50', 'p50', 'half of all servers hold at most so many items', 'p50'),
    items('p95', 'p95', '95% of all servers hold at most so many items', 'p95'),
    items('p99', 'p99', '99% of all servers hold at most so many items', 'p99'),
    items('p999', 'p99.9', '99.9% of all servers hold at most so many items', 'p999'),
    {
      name: 'mean',
      label: 'mean',
      hint: 'items divided by servers',
      value: placed && placed.mean,
      text: placed ? formatCount(placed.mean) : '…',
      exact: summary && { value: summary.mean, text: formatCount(summary.mean) },
      alarming: false,
    },
    {
      name: 'imbalance',
      label: 'imbalance',
      hint: 'p99 divided by the mean',
      value: placed && placed.imbalance,
      text: placed ? formatRatio(placed.imbalance) : '…',
      exact: summary && { value: summary.imbalance, text: formatRatio(summary.imbalance) },
      partial,
      alarming: false,
    },
  ];
}

/** What the planner reads off: servers, idle capacity and cost against a perfect balance. */
export function planSentence(state: LabState, plan: Plan | null): string {
  if (!plan?.needed) return 'Working it out…';
  const { least, needed } = plan;
  if (least === undefined) return 'At this capacity no number of servers within the limits holds all items.';
  const servers = needed[state.scope];
  const whose = state.scope === 'any' ? 'any server is' : 'a given server is';
  const risk = `the chance that ${whose} overloaded at or under ${formatRisk(state.risk)}`;
  if (servers === undefined) return `No number of servers within the limits keeps ${risk}.`;
  const idle = 1 - state.items / (servers * state.capacity);
  const count = servers === 1 ? '1 server keeps' : `${formatInteger(servers)} servers keep`;
  const cost =
    servers === least
      ? 'as few as a perfect balance would need'
      : `${formatRatio(servers / least)} times the ${formatInteger(least)} that a perfect balance would need`;
  return `${count} ${risk}: ${cost}, with ${idle < 0.0005 ? 'nothing' : formatShare(idle)} of all capacity idle.`;
}

/** What doubling the work did: "Twice the items need 26 servers where 14 were enough: 1.86 times as many." */
export function scalingSentence(before: { items: number; needed: number }, state: LabState, plan: Plan | null): string {
  const needed = plan?.needed?.[state.scope];
  if (!needed) return '';
  const times = state.items / before.items;
  const work = times === 2 ? 'Twice the work needs' : `${formatRatio(times)} times the work needs`;
  const ratio = needed / before.needed;
  const verdict = ratio < times ? 'less than in proportion, because chance evens out' : 'no saving';
  return `${work} ${formatInteger(needed)} servers where ${formatInteger(before.needed)} were enough: ${formatRatio(ratio)} times as many, ${verdict}.`;
}

/** The result in words, for the live region. */
export function resultSentence(state: LabState, results: Results): string {
  const { tiles, placed, exact } = results;
  if (!placed) return '';
  if (state.view === 'planner') return planSentence(state, results.plan);
  const any = exact?.summary?.pAnyOver ?? shareAbove(placed.maxima, state.capacity);
  const strategy = strategyLabel(state.strategy, state.choices).toLowerCase();
  const question = `${formatInteger(state.items)} items on ${formatInteger(state.servers)} servers, ${strategy}`;
  const chance = `the chance that any server is over its capacity of ${formatInteger(state.capacity)} is ${formatShare(any)}.`;
  return tiles
    ? `${question}. ${tilesWords(tiles, tilesOver(tiles, state.capacity))}; ${chance}`
    : `${question}: 99% of servers hold at most ${formatCount(placed.p99)} items; ${chance}`;
}
