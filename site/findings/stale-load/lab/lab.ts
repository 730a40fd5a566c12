/** Mounts the stale-load lab. The worker simulates; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { CHARTS, drawCurves, YOUNGEST, type ChartName, type Charted } from './curves-view';
import { figures, headline, resultSentence, type Results } from './figures';
import { OLDEST } from './lines';
import { QueuesStage } from './queues-stage';
import { RULERS } from './rulers';
import { chartSize } from './sizes';
import { isFresh, PRESETS, schema, whyNoAge, type LabState } from './state';
import type { LabTasks } from './tasks';

const BUT_AGE = ['servers', 'rho', 'information', 'policies', 'arrivals', 'work', 'balancers', 'seed'] as const;
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
      worker: workerUrl,
      presets: PRESETS,
      rulers: RULERS,
      actions: {
        play: () => this.#stage.actions.play(),
        back: () => this.#stage.actions.back(),
        step: () => this.#stage.actions.step(),
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
      sentence: (state) => resultSentence(state, this.#results(state)),
      csv: (state) => ({
        name: 'stale-load',
        header: CSV_HEADER,
        rows: csvRows(state, this.#results(state), this.#stage.rows()),
      }),
    });
    const { parts } = this.#frame;
    this.#queues = this.#frame.question('queues', keyOfAll, { isTimed: false });
    this.#rows = this.#frame.question('rows', keyOfAll);
    this.#curves = this.#frame.question('curves', BUT_AGE, { isTimed: false });
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
    const asked = { ...state };
    this.#queues.ask(state, asked, (queues) => this.#stage.load(asked, queues));
    this.#rows.ask(state, asked);
    this.#curves.ask(state, asked);
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
    const { rows, curves } = this.#results(state);
    if (curves) this.#drawCurves(state, { rows, curves }, width);
  }

  #drawCurves(state: Readonly<LabState>, results: Charted, width: number): void {
    for (const name of Object.keys(CHARTS) as ChartName[]) {
      const chart = drawCurves(name, state, results, chartSize(width));
      setMarkup(this.#frame.parts.part('picture', name), chart.svg);
      if (name === 'mean') this.#chart = chart;
    }
    const { left, top, width: wide, height } = this.#chart!.plot;
    const at = isFresh(state) ? NaN : this.#chart!.x(state.age);
    this.#handle.showAt(at >= left && at <= left + wide ? { left: at, top, length: height } : null);
  }

  #showFigures(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const [rows, curves] = [this.#rows, this.#curves];
    const current = rows.current(state);
    const times = figures(state, { rows: rows.latest, curves: null });
    const crossing = figures(state, { rows: current, curves: curves.latest });
    const isCrossing = ({ name }: Figure) => name === 'crossing-age';
    const isOpening = (question: typeof rows | typeof curves) =>
      question.latest === null && this.#answers(question, state);
    if (!isOpening(rows)) {
      showFigures(
        parts,
        times.filter((figure) => !isCrossing(figure)),
        !this.#answers(rows, state),
      );
    }
    if (!isOpening(curves)) showFigures(parts, crossing.filter(isCrossing), !this.#answers(curves, state));
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
