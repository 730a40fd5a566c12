/** Mounts the buffer-size lab. The worker computes; this draws, listens and keeps the address in step. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { formatBytes } from '@/kit/chart/format';
import type { Beside } from '@/kit/lab/beside';
import { showFigures, showNotedFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { curveRequest, fitRequest } from './asks';
import { csvRows, CSV_HEADER } from './csv';
import type { Domain } from './axes';
import { drawLab, type DrawnLab, type Shown } from './curve-view';
import { attachGrip, type Grip } from './grip';
import { GRIPS, type GripName } from './law';
import { besideOf, sourceOf, type Measured, type Source } from './measured';
import { dragged, stepped } from './moves';
import { presetsOf, startOf } from './presets';
import { RULERS } from './rulers';
import { NARROW, PICTURE_HEIGHTS } from './sizes';
import { costsOf, fittedLaw, STOPS, schemaFor, type LabState } from './state';
import { drawStrip } from './strip';
import type { LabTasks } from './tasks';
import { besideWords, fitSentence, headline, labFigures, PARTS, partWords, resultSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new BufferSizeLab(root).mount();

class BufferSizeLab {
  readonly #root: HTMLElement;
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #curve: Question<LabState, LabTasks, 'curve'>;
  readonly #fit: Question<LabState, LabTasks, 'fit'>;
  readonly #measured: Measured;
  readonly #grips: Record<GripName, Grip>;
  readonly #lines: { buffer: DragLine; share: DragLine };
  #drawn: DrawnLab | null = null;
  /** The vertical axis while something on it is dragged: it must not slip away under the finger. */
  #held: Domain | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    const schema = schemaFor(startOf(this.#measured));
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      createWorker: () => startWorker(workerUrl),
      presets: presetsOf(this.#measured),
      rulers: RULERS,
      actions: { fit: () => this.#takeFit() },
      onChange: (state) => this.#ask(state),
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) =>
        this.#curve.current(state) !== null && (!this.#source(state) || this.#fit.current(state) !== null),
      sentence: (state) => {
        const shown = this.#shown(state);
        return shown ? resultSentence(state, shown.curve, shown.source) : '';
      },
      besideWords: (state) => besideWords(state, this.#beside),
      csv: (state) => ({ name: 'buffer-size', header: CSV_HEADER, rows: csvRows(state, this.#shown(state)) }),
    });
    const { worker } = this.#frame;
    this.#curve = new Question(worker, 'curve', (state) =>
      keyOf(state, ['call', 'byte', 'cache', 'penalty', 'share', 'buffer']),
    );
    this.#fit = new Question(worker, 'fit', (state) => keyOf(state, ['source', 'fit', 'share']));
    this.#grips = Object.fromEntries(GRIPS.map((name) => [name, this.#grip(name)])) as Record<GripName, Grip>;
    const { parts } = this.#frame;
    this.#lines = {
      buffer: dragLine(parts.part('handle', 'buffer'), 'x', (x, phase) => {
        if (!this.#drawn) return;
        const { buffer } = STOPS;
        this.#frame.change({ buffer: buffer.value(buffer.position(this.#drawn.invertX(x))) }, phase);
      }),
      share: dragLine(parts.part('handle', 'share'), 'y', (y, phase) => this.#dragShare(y, phase)),
    };
  }

  mount = (): Promise<void> => this.#frame.mount();

  #source = ({ source }: Pick<LabState, 'source'>): Source | null => sourceOf(this.#measured, source);

  get #beside(): readonly Beside<Measured>[] {
    return this.#frame.beside as readonly Beside<Measured>[];
  }

  // What is dragged

  #grip(name: GripName): Grip {
    return attachGrip(this.#frame.parts.part('grip', name), {
      onDrag: ({ x, y }, phase) => {
        if (!this.#drawn) return;
        const { domain, invertX, invertY } = this.#drawn;
        this.#held = phase === 'live' ? domain : null;
        this.#frame.change(dragged(name, this.#frame.state, { bytes: invertX(x), height: invertY(y) }), phase);
      },
      onStep: (step) => {
        const costs = stepped(name, this.#frame.state, step);
        if (costs) this.#frame.change(costs, 'rest');
      },
    });
  }

  #dragShare(y: number, phase: 'live' | 'rest'): void {
    const curve = this.#curve.latest;
    if (!this.#drawn || !curve) return;
    const share = (100 * this.#drawn.invertY(y)) / curve.best.bytesPerSecond;
    const { values } = STOPS.share;
    const most = values.at(-1) as number;
    this.#frame.change({ share: Math.round(Math.min(most, Math.max(values[0] as number, share))) }, phase);
  }

  // What is asked

  #ask(state: Readonly<LabState>): void {
    const { redraw, showTrouble, timer } = this.#frame;
    const listener = {
      onResult: () => {
        redraw();
        timer.shown(true);
      },
      onRefused: showTrouble,
    };
    this.#curve.ask(state, curveRequest(state), listener);
    const source = this.#source(state);
    if (source) this.#fit.ask(state, fitRequest(state, source), listener);
    else this.#fit.forgetOlder(state);
  }

  #takeFit(): void {
    const { state } = this.#frame;
    const fit = this.#fit.current(state);
    if (fit?.kind === 'fitted') this.#frame.change(costsOf(fittedLaw(fit), state), 'rest');
  }

  // What is shown

  #shown(state: Readonly<LabState>): Shown | null {
    const curve = this.#curve.current(state);
    const fit = this.#fit.current(state);
    const source = this.#source(state);
    const beside = besideOf(this.#beside, state.source);
    return curve && { curve, source, fitted: source && fit?.kind === 'fitted' ? fit : null, beside };
  }

  #draw(state: Readonly<LabState>, width: number): void {
    // Until there is an answer, what stands there is right for the state before.
    const shown = this.#shown(state);
    if (!shown) return;
    this.#showWords(state, shown);
    if (width === 0) return;
    const height = width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide;
    this.#drawn = drawLab(state, shown, { width, height }, this.#held);
    const { parts } = this.#frame;
    setMarkup(parts.part('picture', 'curve'), this.#drawn.svg);
    setMarkup(parts.part('picture', 'strip'), drawStrip(shown.curve.parts, width));
    this.#placeHandles(state, shown, this.#drawn);
  }

  #placeHandles(state: Readonly<LabState>, { curve }: Shown, { grips, plot, x, y }: DrawnLab): void {
    for (const name of GRIPS) {
      const { stops, say } = RULERS[name];
      this.#grips[name].place(grips[name] ?? null, 100 * stops.share(state[name]), say(state[name]));
    }
    this.#lines.buffer.place({ left: x(state.buffer), top: plot.top, length: plot.height });
    // As a time it is no level line, and where shares are shown the buffer alone is under the hand.
    const top = y((state.share / 100) * curve.best.bytesPerSecond);
    this.#lines.share.place(state.view === 'throughput' ? { left: plot.left, top, length: plot.width } : null);
  }

  #showWords(state: Readonly<LabState>, { curve, source }: Shown): void {
    const { parts } = this.#frame;
    showNotedFigures(parts, labFigures(state, curve, source));
    const [measured, byLaw] = headline(curve, source);
    showFigures(parts, [measured, byLaw], false);
    parts.part('figure', measured.name).hidden = measured.value === null;
    parts.part('headline-buffer').textContent = formatBytes(state.buffer);
    const words = partWords(curve.parts);
    for (const name of PARTS) parts.part('part-of-call', name).textContent = words[name];
    const fit = this.#fit.current(state);
    this.#root.toggleAttribute('data-bare', source === null);
    parts.part<HTMLButtonElement>('act', 'fit').disabled = !source || fit?.kind !== 'fitted';
    if (source && fit) parts.part('fit-words').textContent = fitSentence(state, this.#measured, source, fit);
  }
}
