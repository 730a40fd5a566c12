/** Mounts the lab. The worker computes; this draws and listens. */
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { STOPS, PRESETS, schema, type LabState } from './state';
import type { LabTasks } from './tasks';
import { CSV_HEADER, csvRows, draw, figures, HEIGHTS, NARROW, sayPeople, sentence } from './view';

export function attach(root: HTMLElement): Promise<void> {
  const frame: LabFrame<LabState, LabTasks> = new LabFrame(root, {
    schema,
    createWorker: () => startWorker(workerUrl),
    presets: PRESETS.map(({ id, label, people }) => ({ id, label, state: (current) => ({ ...current, people }) })),
    rulers: { people: { stops: STOPS.people, say: sayPeople } },
    onChange: (state) =>
      question.ask(state, state, {
        onResult: () => {
          frame.redraw();
          frame.timer.shown(true);
        },
        onRefused: frame.showTrouble,
      }),
    draw: (state, width) => {
      const answer = question.current(state);
      if (!answer) return;
      showFigures(frame.parts, figures(answer), false);
      if (width === 0) return;
      const height = width < NARROW ? HEIGHTS.narrow : HEIGHTS.wide;
      setMarkup(frame.parts.part('picture'), draw(state, answer, { width, height }).svg);
    },
    isSettled: (state) => question.current(state) !== null,
    sentence: (state) => {
      const answer = question.current(state);
      return answer ? sentence(state, answer) : '';
    },
    csv: (state) => {
      const answer = question.current(state);
      return { name: '__slug__', header: CSV_HEADER, rows: answer ? csvRows(state, answer) : [] };
    },
  });
  const question: Question<LabState, LabTasks, 'answer'> = new Question(frame.worker, 'answer', (state) =>
    keyOf(state, ['people', 'seed']),
  );
  return frame.mount();
}
