/** The lab's file: its state, its figures and the points of the picture that is shown. */
import type { Cell } from '@/kit/record/csv';
import { figures, type Results } from './figures';
import type { PlacementPanel } from './placement-view';
import type { LabState, StrategyName } from './state';
import { tallyTotal } from './tally';

export const CSV_HEADER = ['kind', 'name', 'at', 'value', 'exact'] as const;

/** Rows in the order of {@link CSV_HEADER}. `panels`: the placement as it stands. */
export function csvRows(state: Readonly<LabState>, results: Results, panels: readonly PlacementPanel[]): Cell[][] {
  return [
    ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value, null]),
    ...figures(state, results).map(({ name, value, exact }): Cell[] => [
      'figure',
      name,
      null,
      value,
      exact?.value ?? null,
    ]),
    ...pointsShown(state, results, panels),
  ];
}

function pointsShown(state: Readonly<LabState>, results: Results, panels: readonly PlacementPanel[]): Cell[][] {
  if (state.view === 'one') {
    const names: StrategyName[] = [state.strategy, state.against];
    return panels.flatMap(({ loads }, panel) =>
      Array.from(loads, (load, server): Cell[] => [`load: ${names[panel]}`, 'server', server + 1, load, null]),
    );
  }
  if (state.view === 'tiles') return tiles(results);
  return state.view === 'many' ? distribution(results) : plan(results);
}

function tiles({ tiles }: Results): Cell[][] {
  const name = tiles?.sorted ? 'bar' : 'server';
  return (tiles?.loads ?? []).flatMap((loads, placement) =>
    Array.from(loads, (load, bar): Cell[] => [`load: placement ${placement + 1}`, name, bar + 1, load, null]),
  );
}

function distribution({ placed, exact }: Results): Cell[][] {
  if (!placed) return [];
  const { loads } = placed;
  const total = tallyTotal(loads);
  return Array.from(loads.values, (load, index): Cell[] => {
    const known = exact?.probabilities[load - exact.first] ?? null;
    return ['share of servers', 'load', load, (loads.counts[index] as number) / total, known];
  });
}

function plan({ plan }: Results): Cell[][] {
  if (!plan) return [];
  const chances = { 'chance: one server': plan.serverOver, 'chance: any server': plan.anyOver };
  return Object.entries(chances).flatMap(([kind, values]) =>
    Array.from(plan.servers, (servers, index): Cell[] => {
      const chance = values[index] as number;
      return [kind, 'servers', servers, chance, plan.exact ? chance : null];
    }),
  );
}
