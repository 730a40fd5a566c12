/** The lab: what a reader sets, how an answer is shown when the site is built and on the page, and `attach`, which brings it to life there. */
import { drawChart } from '@/kit/chart/chart';
import { formatShare } from '@/kit/chart/format';
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import type { Preset } from '@/kit/lab/presets';
import { sliderStops, steps, type RulerPlan } from '@/kit/lab/ruler';
import { pictureSize } from '@/kit/lab/sizes';
import { defineState, integer } from '@/kit/lab/state';
import type { Cell } from '@/kit/record/csv';
import { LIMITS } from '@/wasm-pkg/__slug__/limits';
import type { Answer, LabState, LabTasks } from '../worker';
import workerUrl from '../worker.ts?worker&url';

export const schema = defineState<LabState>({
  people: integer({ initial: 23, min: LIMITS.people[0], max: LIMITS.people[1] }),
  seed: integer({ initial: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
});

export const people: RulerPlan = {
  label: 'People in a group',
  stops: sliderStops(steps(...LIMITS.people, 1)),
  ticks: [1, 20, 40, 60, 80, 100],
  say: (people) => (people === 1 ? '1 person' : `${people} people`),
};

export const PRESETS: readonly Preset<LabState>[] = [
  { id: 'even-odds', label: '23 people', state: (now) => ({ ...now, people: 23 }) },
  { id: 'class', label: 'a school class of 30', state: (now) => ({ ...now, people: 30 }) },
];

export function figures({ chance, groups, simulated }: Answer): Figure[] {
  const hint = `the share of ${groups.toLocaleString('en-US')} simulated groups in which two people share a birthday`;
  const exact = { value: chance, text: formatShare(chance) };
  return [{ name: 'simulated', label: 'simulated', hint, value: simulated, text: formatShare(simulated), exact }];
}

export const sentence = (state: LabState, { chance, simulated }: Answer): string =>
  `Of ${people.say(state.people)} two share a birthday with a probability of ${formatShare(chance)}: ${formatShare(simulated)} did.`;

export const draw = (state: LabState, answer: Answer, size: { width: number; height: number }): string =>
  drawChart(
    {
      title: 'The probability that two share a birthday, by the number of people',
      description: sentence(state, answer),
      x: { kind: 'linear', title: people.label, domain: [0, LIMITS.people[1]] },
      y: { kind: 'linear', title: 'Probability', domain: [0, 1], format: formatShare },
      marks: [
        { mark: 'line', figure: 'exact', points: answer.curve },
        { mark: 'dots', figure: 'live', points: [{ x: state.people, y: answer.simulated }] },
      ],
      labels: 'none',
    },
    size,
  ).svg;

export const rows = (state: LabState, answer: Answer | null): Cell[][] => [
  ...Object.entries(state).map(([name, value]): Cell[] => ['parameter', name, value]),
  ...(answer ? figures(answer) : []).map(({ name, value }): Cell[] => ['figure', name, value]),
];

export function attach(root: HTMLElement): Promise<void> {
  const frame: LabFrame<LabState, LabTasks> = new LabFrame<LabState, LabTasks>(root, {
    schema,
    worker: workerUrl,
    presets: PRESETS,
    rulers: { people },
    onChange: (state) => question.ask(state, state),
    draw: (state, width) => {
      const answer = question.current(state);
      if (answer) showFigures(frame.parts, figures(answer));
      if (answer && width > 0) frame.parts.put('picture', draw(state, answer, pictureSize(width)));
    },
    sentence: (state) => sentence(state, question.current(state)!),
    csv: (state) => ({ name: '__slug__', rows: rows(state, question.current(state)) }),
  });
  const question = frame.question('answer', ['people', 'seed']);
  return frame.mount();
}
