/** The calculator's file: the question, the answer, and every curve's points. */
import type { Cell } from '@/kit/record/csv';
import { SCHEMES } from './schemes';
import type { BirthdayState } from './state';
import type { Risk } from './tasks';
import { birthdayFigures } from './words';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

export function csvRows(state: BirthdayState, risk: Risk | null): Cell[][] {
  const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value]);
  if (!risk) return rows;
  rows.push(['figure', 'risk at least', null, risk.low], ['figure', 'risk at most', null, risk.high]);
  for (const { name, value } of birthdayFigures(state, risk)) {
    if (name !== 'risk') rows.push(['figure', name, null, value]);
  }
  const names = ['this question', ...SCHEMES.map(({ label }) => label)];
  risk.curves.forEach((curve, index) => {
    curve.forEach((value, at) => rows.push(['risk at a rate', names[index] ?? '', risk.rates[at] ?? null, value]));
  });
  return rows;
}
