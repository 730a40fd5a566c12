/** The lab's file: its state, its figures, and what the view in front shows. */
import type { Figure } from '@/kit/lab/figures';
import type { Cell } from '@/kit/record/csv';
import type { Results } from './figures';
import { outcomeOf, type Measured } from './measured';
import { MISTAKES, OPERATORS, type LabState } from './state';
import { columnOf, tripleWords } from './words';

export const CSV_HEADER = ['kind', 'name', 'at', 'value'] as const;

/** Rows in the order of {@link CSV_HEADER}. */
export const csvRows = (
  measured: Measured,
  state: Readonly<LabState>,
  figures: readonly Figure[],
  results: Results,
): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, null, value as Cell]),
  ...figures.map(({ name, value }): Cell[] => ['figure', name, null, value]),
  ...shownRows(measured, state, results),
];

function shownRows(measured: Measured, state: Readonly<LabState>, { ranked, equal, made }: Results): Cell[][] {
  switch (state.view) {
    case 'rank':
      return Array.from(ranked?.whole.languages ?? [], (language, at): Cell[] => [
        'language',
        measured.languages[language]!.name,
        ranked!.whole.places[at]!,
        ranked!.whole.means[at]!,
      ]);
    case 'matrix':
      return measured.languages.flatMap(({ id, name }) =>
        MISTAKES.map((mistake): Cell[] => [
          'mistake',
          name,
          mistake,
          outcomeOf(measured, id, mistake, columnOf(state)),
        ]),
      );
    case 'equality':
      return (equal?.triples ?? []).map((triple, at): Cell[] => [
        'triple',
        tripleWords(triple, OPERATORS[state.operator]),
        at + 1,
        1,
      ]);
    case 'traps':
      return [...(made?.mistakes ?? []), ...(made?.traps ?? [])].map((here): Cell[] => [
        'here',
        here.words === '' ? here.name : here.words,
        here.ends,
        here.with,
      ]);
  }
}
