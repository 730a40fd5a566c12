/** Mounts the stale-load lab. The worker simulates; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { formatInteger } from '@/kit/lab/state';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { CHARTS, drawCurves, OLDEST, YOUNGEST, type ChartName } from './curves-view';
import { figures, formatAge, formatLoad, headline, resultSentence, sayAge, type Results } from './figures';
import { QueuesStage } from './queues-stage';
import { chartSize } from './sizes';
import { isFresh, PRESETS, presetState, schema, STOPS, whyNoAge, type LabState } from './state';
import type { Curves, LabTasks } from './tasks';

const BUT_AGE = ['servers', 'rho', 'information', 'policies', 'arrivals', 'work', 'seed'] as const;
const keyOfAll = (state: Readonly<LabState>) => keyOf(state, [...BUT_AGE, 'age']);

export const attach = (root: HTMLElement): Promise<void> => new StaleLoadLab(root).mount();

class StaleLoadLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #stage: QueuesStage;
  readonly #handle: DragLine;
  readonly #queues: Question<LabState, LabTasks, 'queues'>;
  readonly #rows: Question<LabState, LabTasks, 'rows'>;
  readonly #curves: Question<LabState, LabTasks, 'curves'>;
  /** The chart on which the age can be dragged. */
  #chart: DrawnChart | null = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      createWorker: () => startWorker(workerUrl),
      presets: PRESETS.map(({ id, label, values }) => ({
        id,
        label,
        state: (current) => presetState(values, current),
      })),
      rulers: {
        age: { stops: STOPS.age, say: sayAge, write: formatAge },
        rho: { stops: STOPS.rho, say: formatLoad, write: String },
        servers: {
          stops: STOPS.servers,
          say: (servers) => `${formatInteger(servers)} ${servers === 1 ? 'server' : 'servers'}`,
        },
      },
      actions: {
        play: () => this.#stage.actions['play']?.(),
        back: () => this.#stage.actions['back']?.(),
        step: () => this.#stage.actions['step']?.(),
      },
      steps: () => this.#steps(),
      onFreshStart: (by) => {
        if (by !== 'reset') this.#stage.playNext();
      },
      onChange: (state) => {
        this.#showControls(state);
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => [this.#queues, this.#rows, this.#curves].every((question) => question.isFinal(state)),
      sentence: (state) => resultSentence(state, this.#results(state)),
      csv: (state) => ({
        name: 'stale-load',
        header: CSV_HEADER,
        rows: csvRows(state, this.#results(state), this.#stage.rows()),
      }),
    });
    const { parts, worker } = this.#frame;
    this.#queues = new Question(worker, 'queues', keyOfAll);
    this.#rows = new Question(worker, 'rows', keyOfAll);
    this.#curves = new Question(worker, 'curves', (state) => keyOf(state, BUT_AGE));
    this.#stage = new QueuesStage(parts);
    this.#handle = dragLine(parts.part('handle', 'mean'), 'x', (pixels, phase) => {
      if (!this.#chart) return;
      // Two digits are as fine as a finger.
      const age = Number(Math.min(OLDEST, Math.max(YOUNGEST, this.#chart.invertX(pixels))).toPrecision(2));
      this.#frame.change({ age }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield () => this.#stage.attach();
  }

  #ask(state: Readonly<LabState>): void {
    const { redraw, showTrouble, timer } = this.#frame;
    const asked = { ...state };
    this.#queues.ask(state, asked, {
      onResult: (queues) => {
        this.#stage.load(asked, queues);
        redraw();
      },
      onRefused: showTrouble,
    });
    this.#rows.ask(state, asked, {
      onResult: () => {
        redraw();
        timer.shown(true);
      },
      onRefused: showTrouble,
    });
    this.#curves.ask(state, asked, { onResult: redraw, onRefused: showTrouble });
    // Nothing new to simulate: what is there already is the answer.
    if (this.#rows.isFinal(state)) timer.shown(true);
  }

  /** What is known of this state. */
  #results(state: Readonly<LabState>): Results {
    return { rows: this.#rows.current(state), curves: this.#curves.current(state) };
  }

  // Drawing

  /** Whether what is shown answers the state: until there is an answer, the page has that of the state that the lab opens on. */
  #answers(
    question: { current(state: Readonly<LabState>): unknown; latest: unknown },
    state: Readonly<LabState>,
  ): boolean {
    return question.latest === null ? keyOfAll(state) === keyOfAll(schema.opening) : question.current(state) !== null;
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    this.#showFigures(state);
    parts.part('picture', 'queues').toggleAttribute('data-stale', !this.#answers(this.#queues, state));
    for (const name of Object.keys(CHARTS)) {
      parts.part('picture', name).toggleAttribute('data-stale', !this.#answers(this.#curves, state));
    }
    if (width === 0) return;
    this.#stage.draw(width);
    const curves = this.#curves.current(state);
    if (curves) this.#drawCurves(state, curves, width);
  }

  #drawCurves(state: Readonly<LabState>, curves: Curves, width: number): void {
    for (const name of Object.keys(CHARTS) as ChartName[]) {
      const chart = drawCurves(name, state, curves, chartSize(width));
      setMarkup(this.#frame.parts.part('picture', name), chart.svg);
      if (name === 'mean') this.#chart = chart;
    }
    const { left, top, width: wide, height } = this.#chart!.plot;
    const at = isFresh(state) ? NaN : this.#chart!.x(state.age);
    this.#handle.place(at >= left && at <= left + wide ? { left: at, top, length: height } : null);
  }

  #showFigures(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const [rows, curves] = [this.#rows, this.#curves];
    const all = figures({ rows: rows.latest, curves: curves.latest });
    const isCrossing = ({ name }: Figure) => name === 'crossing-age';
    const isOpening = (question: typeof rows | typeof curves) =>
      question.latest === null && this.#answers(question, state);
    if (!isOpening(rows)) {
      const times = all.filter((figure) => !isCrossing(figure));
      showFigures(parts, times, !this.#answers(rows, state));
    }
    if (!isOpening(curves)) showFigures(parts, all.filter(isCrossing), !this.#answers(curves, state));
    const current = rows.current(state);
    const words = parts.part('headline');
    if (current) words.textContent = headline(state, current);
    words.toggleAttribute('data-stale', !this.#answers(rows, state));
  }

  #showControls(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const why = whyNoAge(state);
    parts.part('setting', 'age').toggleAttribute('data-dim', why !== '');
    parts.part('why', 'age').textContent = why;
  }
}
