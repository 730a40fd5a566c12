/** The tool's file: the question, the answer, and the curve. */
import type { Cell } from '@/kit/record/csv';
import type { ReverseState } from './state';
import { KNOWN, type Plan } from './tasks';
import { reverseFigures } from './words';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

export function csvRows(state: ReverseState, plan: Plan | null): Cell[][] {
  const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value]);
  if (!plan) return rows;
  for (const { name, value } of reverseFigures(state, plan.advice)) rows.push(['figure', name, null, value]);
  plan.probes.forEach((probes, index) => {
    rows.push(['curve', 'soonest (s) by probes an hour', probes, plan.soonest[index] as number]);
  });
  KNOWN.forEach(({ label }, index) => {
    rows.push(['latest (s)', label.replaceAll(',', ''), null, plan.known[index] as number]);
  });
  return rows;
}
