/** Mounts the dead-connections lab. The worker simulates; this draws, listens and keeps the address in step. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import type { Question } from '@/kit/lab/question';
import type { LabOverlay } from '@/kit/lab/overlay';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { answerOf, remarksOf, resultSentence } from './figures';
import { drawLanes, layoutLanes, timeoutAt, timeoutX, type LanesLayout } from './lanes-view';
import { besideWords, knownLines, type Measured } from './measured';
import { SETTINGS_WITH_REASONS, tellsOf, whyNot } from './relevance';
import { rulers } from './rulers';
import { CUTS, cutAt, questionOf, schema, type LabState } from './state';
import type { LabTasks } from './tasks';
import { CUT_WORDS } from './words';

/** Length of the play on entering, in milliseconds: a minute passes in a quarter of a second. */
const PLAY_MS = 4000;
/** Half the width of a mark where time begins, in pixels. */
const MARK = 6;

export const attach = (root: HTMLElement): Promise<void> => new DeadConnectionsLab(root).mount();

class DeadConnectionsLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #lines: Question<LabState, LabTasks, 'lines'>;
  readonly #limit: DragLine;
  readonly #measured: Measured | null;
  /** The layout on screen, for the line that can be dragged on it. While it is dragged, the scale it lies on stays put. */
  #layout: LanesLayout | null = null;
  #isDragging = false;
  /** True from the first sight of the picture until it has been drawn, and plays. */
  #isToPlay = false;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? 'null') as Measured | null;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      rulers: Object.fromEntries(rulers.map((ruler) => [ruler.name, ruler])),
      steps: () => this.#steps(),
      onChange: (state) => {
        this.#showChoices(state);
        this.#lines.ask(state, questionOf(state));
      },
      draw: (state, width) => this.#draw(state, width),
      sentence: (state) => {
        const lines = this.#lines.current(state);
        return lines ? resultSentence(state, lines) : '';
      },
      overlayWords: (state) => {
        const lines = this.#lines.current(state);
        if (!lines) return [];
        return this.#overlays.map(({ name, measured }) => besideWords(name, lines, knownLines(state, measured, lines)));
      },
      csv: (state) => ({
        name: 'dead-connections',
        header: CSV_HEADER,
        rows: csvRows(state, this.#lines.current(state) ?? []),
      }),
    });
    const { parts } = this.#frame;
    this.#lines = this.#frame.question('lines', (state) => JSON.stringify(state));
    this.#limit = dragLine(parts.part('handle', 'limit'), 'x', (x, phase) => {
      this.#isDragging = phase === 'live';
      if (this.#layout) this.#frame.change({ timeout: timeoutAt(this.#layout, x) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  get #overlays(): readonly LabOverlay<Measured>[] {
    return this.#frame.overlays as readonly LabOverlay<Measured>[];
  }

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => {
      const cut = parts.part<HTMLInputElement>('cut');
      const change = (phase: 'live' | 'rest') =>
        this.#frame.change(cutAt(this.#frame.state, CUTS[cut.valueAsNumber]!), phase);
      cut.addEventListener('input', () => change('live'));
      cut.addEventListener('change', () => change('rest'));
    };
    yield () =>
      onFirstSight(parts.root, parts.part('picture', 'lanes'), () => {
        this.#isToPlay = true;
        this.#frame.redraw();
      });
  }

  /** Has the lanes grow as time passes, all at one pace. */
  #play({ scale }: LanesLayout): void {
    this.#isToPlay = false;
    const veil = this.#frame.parts.part('veil');
    veil.hidden = false;
    veil.style.insetInlineStart = `${scale.left - MARK}px`;
    const play = veil.animate([{ transform: 'none' }, { transform: 'scaleX(0)' }], { duration: PLAY_MS });
    const end = () => (veil.hidden = true);
    play.finished.then(end, end);
    this.#frame.parts.root.addEventListener('pointerdown', () => play.finish(), { once: true });
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    const lines = this.#lines.current(state);
    if (!lines || lines.length === 0) return;
    const known = knownLines(state, this.#measured, lines);
    const answer = answerOf(state, lines, known);
    showFigures(parts, [answer]);
    parts.part('figure', 'answer').dataset['kind'] = answer.kind;
    parts.say('remarks', remarksOf(state, lines));
    for (const name of SETTINGS_WITH_REASONS) this.#showReason(name, whyNot(name, lines));
    if (width === 0) return;
    const layout = (this.#isDragging ? this.#layout : null) ?? layoutLanes(width, state, lines);
    this.#layout = layout;
    const beside = this.#overlays.map(({ measured }) => knownLines(state, measured, lines));
    parts.put('picture', drawLanes(state, lines, layout, known, beside), 'lanes');
    this.#limit.showAt({ left: timeoutX(layout, state), top: 0, length: layout.axis });
    if (this.#isToPlay) this.#play(layout);
  }

  #showReason(name: keyof LabState, why: string | null): void {
    const { root } = this.#frame.parts;
    root.querySelector(`[data-setting="${name}"]`)?.toggleAttribute('data-dim', why !== null);
    const place = root.querySelector(`[data-why="${name}"]`);
    if (place) place.textContent = why ?? '';
  }

  #showChoices(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    for (const { name, group } of rulers)
      if (group === 'story') parts.part('setting', name).hidden = !tellsOf(name, state);
    const at = (CUTS as readonly string[]).indexOf(state.pattern);
    const cut = parts.part<HTMLInputElement>('cut');
    cut.disabled = at < 0;
    if (at < 0) return;
    cut.value = String(at);
    cut.setAttribute('aria-valuetext', CUT_WORDS[at]!);
  }
}
