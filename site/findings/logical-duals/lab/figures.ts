/** The figures of the first view. */
import { formatCount } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import type { Explored, Raced, Sampled } from './tasks';

/** Results for a state, as far as they are there. */
export interface Results {
  explored: Explored | null;
  sampled: Sampled | null;
  raced: Raced | null;
}

export const figure = (name: string, label: string, hint: string, value: number | null, text: string): Figure => ({
  name,
  label,
  hint,
  value,
  text: value === null ? '–' : text,
  alarming: false,
});

const OUTCOMES = { holds: 'holds', 'holds-within': 'holds so far', fails: 'fails' } as const;

export function puzzleFigures({ explored }: Pick<Results, 'explored'>): Figure[] {
  const found = explored && explored.path.length > 0 ? explored.path.length - 1 : null;
  const outcome = explored?.outcome ?? null;
  return [
    {
      ...figure(
        'verdict',
        '“it never happens”',
        '1 where a counterexample was found, 0 where none was',
        outcome === null ? null : Number(outcome === 'fails'),
        outcome === null ? '' : OUTCOMES[outcome],
      ),
      alarming: outcome === 'holds-within',
    },
    figure('path-length', 'moves', 'of the shortest counterexample', found, formatCount(found ?? 0)),
    figure(
      'states',
      'states looked at',
      'until the answer, of all that can be reached',
      explored?.visited ?? null,
      `${formatCount(explored?.visited ?? 0)} of ${formatCount(explored?.depths.length ?? 0)}`,
    ),
    figure(
      'deepest',
      'moves to the deepest state',
      'a “no” within at least as many is a proof',
      explored?.deepest ?? null,
      formatCount(explored?.deepest ?? 0),
    ),
  ];
}
