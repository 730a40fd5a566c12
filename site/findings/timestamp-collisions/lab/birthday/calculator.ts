/** Mounts the birthday calculator. The worker computes; this draws and listens. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Question } from '@/kit/lab/question';
import { pictureSize } from '@/kit/lab/sizes';
import { setMarkup } from '@/kit/set-markup';
import { csvRows, CSV_HEADER } from './csv';
import { drawRisk, LOWEST_RISK } from './risk-view';
import { RULERS } from './rulers';
import { PICTURE_HEIGHTS } from './sizes';
import { PRESETS } from './schemes';
import { schema, type BirthdayState } from './state';
import type { BirthdayTasks, Risk } from './tasks';
import { assumptions, birthdayFigures, resultSentence } from './words';
import workerUrl from './worker.ts?worker&url';

export const attach = (root: HTMLElement): Promise<void> => new BirthdayCalculator(root).mount();

class BirthdayCalculator {
  readonly #frame: LabFrame<BirthdayState, BirthdayTasks>;
  readonly #risk: Question<BirthdayState, BirthdayTasks, 'risk'>;
  readonly #handles: { rate: DragLine; risk: DragLine };
  #chart: DrawnChart | null = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<BirthdayState, BirthdayTasks>(root, {
      schema,
      worker: workerUrl,
      presets: PRESETS,
      rulers: RULERS,
      onChange: (state) => this.#risk.ask(state, state),
      draw: (state, width) => this.#draw(state, width),
      sentence: (state) => {
        const risk = this.#risk.current(state);
        return risk ? resultSentence(state, risk) : '';
      },
      csv: (state) => ({
        name: 'identifiers-until-a-duplicate',
        header: CSV_HEADER,
        rows: csvRows(state, this.#risk.current(state)),
      }),
    });
    const names = Object.keys(schema.fields) as (keyof BirthdayState)[];
    this.#risk = this.#frame.question('risk', names);
    this.#handles = {
      rate: this.#handle('rate', 'x', (chart, x) => chart.invertX(x)),
      risk: this.#handle('risk', 'y', (chart, y) => Math.max(LOWEST_RISK, chart.invertY(y))),
    };
  }

  mount = (): Promise<void> => this.#frame.mount();

  #handle(name: 'rate' | 'risk', across: 'x' | 'y', valueAt: (chart: DrawnChart, pixels: number) => number): DragLine {
    return dragLine(this.#frame.parts.part('handle', name), across, (pixels, phase) => {
      if (!this.#chart) return;
      // Two digits are as fine as a finger is.
      const dragged = String(Number(valueAt(this.#chart, pixels).toPrecision(2)));
      this.#frame.change({ [name]: schema.fields[name].read(dragged).value }, phase);
    });
  }

  #draw(state: Readonly<BirthdayState>, width: number): void {
    // Until there is an answer, what stands there is right for the state before.
    const risk = this.#risk.current(state);
    if (!risk) return;
    this.#showWords(state, risk);
    if (width === 0) return;
    const { parts } = this.#frame;
    this.#chart = drawRisk(state, risk, pictureSize(width, PICTURE_HEIGHTS));
    setMarkup(parts.part('picture'), this.#chart.svg);
    const { plot, x, y } = this.#chart;
    this.#handles.rate.showAt({ left: x(state.rate), top: plot.top, length: plot.height });
    this.#handles.risk.showAt({ left: plot.left, top: y(state.risk), length: plot.width });
  }

  #showWords(state: Readonly<BirthdayState>, risk: Risk): void {
    const { parts } = this.#frame;
    showFigures(parts, birthdayFigures(state, risk));
    parts.part('sentence').textContent = resultSentence(state, risk);
    parts.part('assumptions').replaceChildren(
      ...assumptions(state).map((sentence) => {
        const item = document.createElement('li');
        item.textContent = sentence;
        return item;
      }),
    );
  }
}
