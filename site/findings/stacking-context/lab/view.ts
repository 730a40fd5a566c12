/** What the lab shows of an answer: a picture, figures, a sentence and a file. The same when the site is built and on the page. */
import { drawChart, type DrawnChart } from '@/kit/chart/chart';
import { formatShare } from '@/kit/chart/format';
import type { Cell } from '@/kit/record/csv';
import type { Figure } from '@/kit/lab/figures';
import type { LabState } from './state';
import { GROUPS, type Answer } from './tasks';

/** Heights of the picture in pixels, as `site/kit/lab/lab.css` has them: nothing moves when it is drawn anew. */
export const HEIGHTS = { wide: 300, narrow: 250 } as const;
/** Narrower labs, in pixels, get the narrow picture. */
export const NARROW = 560;

export const sayPeople = (people: number): string => (people === 1 ? '1 person' : `${people} people`);

export function figures({ chance, simulated }: Answer): Figure[] {
  return [
    {
      name: 'simulated',
      label: 'simulated',
      hint: `the share of ${GROUPS.toLocaleString('en-US')} simulated groups in which two people share a birthday`,
      value: simulated,
      text: formatShare(simulated),
      exact: { value: chance, text: formatShare(chance) },
      alarming: false,
    },
  ];
}

export const sentence = ({ people }: LabState, { chance, simulated }: Answer): string =>
  `Of ${sayPeople(people)} two share a birthday with a probability of ${formatShare(chance)}; ` +
  `in the simulation they did in ${formatShare(simulated)} of the groups.`;

export function draw(state: LabState, answer: Answer, size: { width: number; height: number }): DrawnChart {
  return drawChart(
    {
      title: 'The probability that two share a birthday, by the number of people',
      description: sentence(state, answer),
      x: { kind: 'linear', title: 'People in a group', domain: [0, answer.curve.length] },
      y: { kind: 'linear', title: 'Probability', domain: [0, 1], format: formatShare },
      marks: [
        { mark: 'line', figure: 'exact', points: Array.from(answer.curve, (chance, index) => [index + 1, chance]) },
        { mark: 'dots', figure: 'live', points: [{ x: state.people, y: answer.simulated }] },
      ],
      references: [{ axis: 'x', value: state.people, label: sayPeople(state.people), tone: 'plain' }],
      labels: 'none',
    },
    size,
  );
}

export const CSV_HEADER = ['kind', 'name', 'value'] as const;

export function csvRows({ people, seed }: LabState, { chance, simulated, curve }: Answer): Cell[][] {
  return [
    ['parameter', 'people', people],
    ['parameter', 'seed', seed],
    ['figure', 'simulated', simulated],
    ['figure', 'exact', chance],
    ...Array.from(curve, (each, index): Cell[] => ['curve', sayPeople(index + 1), each]),
  ];
}
