/** Mounts the reverse tool. The worker computes; this draws and listens. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragPoint, type DragPoint } from '@/kit/lab/drag-point';
import { showNotedFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { openInLab } from '@/kit/lab/open-in-lab';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { setMarkup } from '@/kit/set-markup';
import { csvRows, CSV_HEADER } from './csv';
import { linesFor, type Lines } from './lines';
import { drawTradeOff } from './picture';
import { labToPlay, playAddress } from './play';
import { PRESETS } from './presets';
import { RULERS } from './rulers';
import { NARROW, PICTURE_HEIGHTS } from './sizes';
import { schema, type Language, type ReverseState } from './state';
import type { Plan, ReverseTasks } from './tasks';
import { assumptions, resultSentence, reverseFigures, waysOut } from './words';
import workerUrl from './worker.ts?worker&url';

export const attach = (root: HTMLElement): Promise<void> => new ReverseTool(root).mount();

class ReverseTool {
  readonly #frame: LabFrame<ReverseState, ReverseTasks>;
  readonly #plan: Question<ReverseState, ReverseTasks, 'plan'>;
  readonly #point: DragPoint;
  /** They are in the page, so that the script need not bring what most readers never ask for. */
  readonly #recipes: Readonly<Record<Language, Lines>>;
  #chart: DrawnChart | null = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<ReverseState, ReverseTasks>(root, {
      schema,
      createWorker: () => startWorker(workerUrl),
      presets: PRESETS.map(({ id, label, within, probes }) => ({
        id,
        label,
        state: (current) => ({ ...current, within, probes }),
      })),
      rulers: RULERS,
      actions: {
        allow: () => this.#take('allow'),
        wait: () => this.#take('wait'),
        play: () => this.#play(),
        lines: () => void this.#copyLines(),
      },
      onChange: (state) => this.#ask(state),
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#plan.current(state) !== null,
      sentence: (state) => {
        const plan = this.#plan.current(state);
        return plan ? resultSentence(state, plan.advice) : '';
      },
      csv: (state) => ({
        name: 'settings-that-notice-in-time',
        header: CSV_HEADER,
        rows: csvRows(state, this.#plan.current(state)),
      }),
    });
    this.#recipes = JSON.parse(this.#frame.parts.part('recipes').textContent) as Record<Language, Lines>;
    this.#plan = new Question(this.#frame.worker, 'plan', (state) => keyOf(state, ['within', 'probes', 'rtt']));
    this.#point = dragPoint(this.#frame.parts.part('handle', 'point'), ({ x, y }, phase) => {
      if (!this.#chart) return;
      // Two digits are as fine as a finger is.
      const read = (name: 'within' | 'probes', dragged: number) =>
        schema.fields[name].read(String(Math.round(Number(dragged.toPrecision(2))))).value;
      const { invertX, invertY } = this.#chart;
      this.#frame.change({ probes: read('probes', invertX(x)), within: read('within', invertY(y)) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  #ask(state: Readonly<ReverseState>): void {
    const { within, probes, rtt } = state;
    const { redraw, showTrouble, timer } = this.#frame;
    const onResult = () => {
      redraw();
      timer.shown(true);
    };
    this.#plan.ask(state, { within, probes, rtt }, { onResult, onRefused: showTrouble });
  }

  /** Asks for what would do instead. */
  #take(way: 'allow' | 'wait'): void {
    const plan = this.#plan.current(this.#frame.state);
    const found = plan && waysOut(plan.advice).find(({ id }) => id === way);
    if (!found) return;
    this.#frame.change(found.change, 'rest');
    // The button goes away with the trouble.
    this.#frame.parts.part('sentence').focus();
  }

  #play(): void {
    const lab = labToPlay();
    const { state } = this.#frame;
    const advice = this.#plan.current(state)?.advice;
    if (lab && advice?.kind === 'found') openInLab(lab, playAddress(location.href, state, advice));
  }

  #draw(state: Readonly<ReverseState>, width: number): void {
    // Until there is an answer, what stands there is right for the state before.
    const plan = this.#plan.current(state);
    if (!plan) return;
    this.#showWords(state, plan);
    if (width === 0) return;
    const height = width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide;
    this.#chart = drawTradeOff(state, plan, { width, height });
    setMarkup(this.#frame.parts.part('picture'), this.#chart.svg);
    this.#point.place({ x: this.#chart.x(state.probes), y: this.#chart.y(state.within) });
  }

  #showWords(state: Readonly<ReverseState>, { advice }: Plan): void {
    const { parts } = this.#frame;
    showNotedFigures(parts, reverseFigures(state, advice));
    parts.part('sentence').textContent = resultSentence(state, advice);
    const ways = waysOut(advice);
    for (const id of ['allow', 'wait'] as const) {
      const way = ways.find((one) => one.id === id);
      const button = parts.part<HTMLButtonElement>('act', id);
      button.hidden = way === undefined;
      button.textContent = way?.label ?? '';
    }
    parts.part('found').hidden = advice.kind !== 'found';
    parts.part('act', 'play').hidden = labToPlay() === null;
    if (advice.kind === 'found') parts.part('lines').textContent = linesFor(this.#recipes[state.language], advice);
    parts.part('assumptions').replaceChildren(
      ...assumptions(state).map((sentence) => {
        const item = document.createElement('li');
        item.textContent = sentence;
        return item;
      }),
    );
  }

  async #copyLines(): Promise<void> {
    const { parts } = this.#frame;
    const button = parts.part('act', 'lines');
    try {
      await navigator.clipboard.writeText(parts.part('lines').textContent);
      button.textContent = 'Copied';
    } catch {
      // Without permission to write the clipboard the reader can still copy what is selected.
      getSelection()?.selectAllChildren(parts.part('lines'));
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy lines'), 2500);
  }
}
