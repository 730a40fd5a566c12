/** Mounts the dead-connections lab. The worker simulates; this draws, listens and keeps the address in step. */
import { announcer } from '@/kit/lab/announce';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import type { Beside } from '@/kit/lab/beside';
import { startWorker } from '@/kit/lab/start-worker';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { drawEventTable } from './events-view';
import { endingOf, figuresOf, remarksOf, resultSentence, sentenceOf } from './figures';
import { drawLanes, layoutLanes, timeoutAt, timeoutX, type LanesLayout } from './lanes-view';
import {
  knownLines,
  knownSentences,
  besideLines,
  besideWords,
  type MeasuredOutcome,
  type Measured,
  type BesideLines,
} from './measured';
import { Player } from './player';
import { SETTINGS_WITH_REASONS, STORY, tellsOf, whyNot } from './relevance';
import { rulers } from './rulers';
import {
  MOST_KEEPALIVE_S,
  PRESETS,
  QUESTION,
  durationsOf,
  patternsOf,
  schema,
  settingsOf,
  type LabState,
} from './state';
import type { LabTasks, TimeLine } from './tasks';
import { NARROW, PICTURE_HEIGHTS, drawTimeline, layoutTimeline, limitsOf, type Layout } from './timeline-view';
import { spacing } from './words';

const OF_ALL_PAIRS = QUESTION.filter((name) => name !== 'scenario' && name !== 'pattern');
const keyOfLines = (state: LabState) => `${patternsOf(state).join()} ${state.scenario} ${keyOf(state, OF_ALL_PAIRS)}`;
const NO_LINES: readonly TimeLine[] = [];

export const attach = (root: HTMLElement): Promise<void> => new DeadConnectionsLab(root).mount();

class DeadConnectionsLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #lines: Question<LabState, LabTasks, 'lines'>;
  readonly #player: Player;
  readonly #handles: Record<'idle' | 'timeout', DragLine>;
  readonly #limit: DragLine;
  readonly #measured: Measured | null;
  /** What is drawn, for the lines that can be dragged on it. While one is dragged, the scale it lies on stays put. */
  #layout: Layout | null = null;
  #lanes: LanesLayout | null = null;
  #isDragging = false;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? 'null') as Measured | null;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      createWorker: () => startWorker(workerUrl),
      presets: PRESETS,
      rulers: Object.fromEntries(rulers.map(({ name, stops, say, write }) => [name, { stops, say, write }])),
      actions: {
        play: () => this.#player.actions.play(),
        back: () => this.#player.actions.back(),
        step: () => this.#player.actions.step(),
      },
      steps: () => this.#steps(),
      onFreshStart: () => this.#player.rest(),
      onChange: (state) => {
        this.#showChoices(state);
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#lines.current(state) !== null,
      sentence: (state) => {
        const lines = this.#lines.current(state);
        return lines ? resultSentence(state, lines) : '';
      },
      besideWords: (state) => {
        const lines = this.#lines.current(state);
        return lines ? besideWords(lines, this.#beside(state, lines)) : [];
      },
      csv: (state) => ({
        name: 'dead-connections',
        header: CSV_HEADER,
        rows: csvRows(state, this.#lines.current(state) ?? NO_LINES),
      }),
    });
    const { parts, worker } = this.#frame;
    this.#lines = new Question(worker, 'lines', keyOfLines);
    this.#player = new Player(parts, announcer(parts.part('live')));
    this.#handles = {
      idle: this.#handle('idle', (us) => ({ idle: Math.min(MOST_KEEPALIVE_S, rounded(us / 1e6)) })),
      timeout: this.#handle('timeout', (us, state, line) => {
        // The line stands later than the option says where the clock starts late.
        const startUs = (limitsOf(state, line).timeoutUs ?? 0) - state.timeout * 1000;
        return { timeout: rounded((us - startUs) / 1000) };
      }),
    };
    this.#limit = dragLine(parts.part('handle', 'limit'), 'x', (x, phase) => {
      this.#isDragging = phase === 'live';
      if (this.#lanes) this.#frame.change({ timeout: timeoutAt(this.#lanes, x) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield () => this.#player.attach();
  }

  #beside = (state: Readonly<LabState>, lines: readonly TimeLine[]): BesideLines[] =>
    besideLines(state, this.#frame.beside as readonly Beside<Measured>[], lines);

  #handle(
    name: 'idle' | 'timeout',
    change: (us: number, state: Readonly<LabState>, line: TimeLine) => Partial<LabState>,
  ): DragLine {
    return dragLine(this.#frame.parts.part('handle', name), 'x', (x, phase) => {
      const [line] = this.#lines.latest ?? NO_LINES;
      this.#isDragging = phase === 'live';
      if (this.#layout && line) this.#frame.change(change(this.#layout.scale.us(x), this.#frame.state, line), phase);
    });
  }

  #ask(state: Readonly<LabState>): void {
    const { redraw, showTrouble, timer } = this.#frame;
    const { scenario } = state;
    this.#lines.ask(
      state,
      { settings: settingsOf(state), durations: durationsOf(state), scenario, patterns: patternsOf(state) },
      {
        onResult: (_, final) => {
          redraw();
          timer.shown(final);
        },
        onRefused: showTrouble,
      },
    );
    // Nothing new to simulate: what is there already is the answer.
    if (this.#lines.current(state)) timer.shown(true);
  }

  // Drawing

  #draw(state: Readonly<LabState>, width: number): void {
    const lines = this.#lines.current(state);
    const [line] = lines ?? NO_LINES;
    if (!lines || !line) return;
    const known = knownLines(state, this.#measured, lines);
    this.#showWords(state, lines, known);
    if (width === 0) return;
    if (state.view === 'lanes') this.#drawLanes(state, lines, known);
    if (state.view === 'table') setMarkup(this.#frame.parts.part('table'), drawEventTable(line));
    if (state.view === 'line') this.#drawLine(state, line, known[0] ?? null);
  }

  #drawLanes(state: Readonly<LabState>, lines: readonly TimeLine[], known: readonly (MeasuredOutcome | null)[]): void {
    const { parts, width } = this.#frame;
    const layout = (this.#isDragging ? this.#lanes : null) ?? layoutLanes(width, state, lines);
    this.#lanes = layout;
    setMarkup(parts.part('picture', 'lanes'), drawLanes(state, lines, layout, known, this.#beside(state, lines)));
    this.#limit.place({ left: timeoutX(layout, state), top: 0, length: layout.axis });
  }

  #drawLine(state: Readonly<LabState>, line: TimeLine, known: MeasuredOutcome | null): void {
    const { parts, width } = this.#frame;
    const height = width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide;
    const layout = (this.#isDragging ? this.#layout : null) ?? layoutTimeline({ width, height }, state, line);
    this.#layout = layout;
    setMarkup(
      parts.part('picture', 'line'),
      drawTimeline(
        state,
        line,
        layout,
        known,
        this.#beside(state, [line]).flatMap((one) => one.known[0] ?? []),
      ),
    );
    const { idleUs, timeoutUs } = limitsOf(state, line);
    this.#place('idle', idleUs, layout);
    this.#place('timeout', timeoutUs, layout);
    this.#player.load({ state, line, layout });
  }

  #place(name: 'idle' | 'timeout', us: number | null, { scale, axis }: Layout): void {
    const shown = us !== null && us <= scale.endUs && scale.x(us) > scale.left;
    this.#handles[name].place(shown ? { left: scale.x(us), top: 0, length: axis } : null);
  }

  #showWords(state: Readonly<LabState>, lines: readonly TimeLine[], known: readonly (MeasuredOutcome | null)[]): void {
    const { parts } = this.#frame;
    const said = parts.part('sentence');
    said.textContent = sentenceOf(state, lines);
    said.dataset['ending'] = endingOf(lines);
    parts.part('remarks').textContent = remarksOf(state, lines);
    parts.part('known').hidden = known.every((one) => one === null);
    parts.part('known-words').textContent = knownSentences(lines, known);
    showFigures(parts, figuresOf(state, lines), false);
    for (const name of SETTINGS_WITH_REASONS) this.#showReason(name, whyNot(name, lines));
  }

  #showReason(name: keyof LabState, why: string | null): void {
    const root = this.#frame.parts.root;
    root.querySelector(`[data-setting="${name}"]`)?.toggleAttribute('data-dim', why !== null);
    const place = root.querySelector(`[data-why="${name}"]`);
    if (place) place.textContent = why ?? '';
  }

  #showChoices(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    for (const name of STORY) parts.part('setting', name).hidden = !tellsOf(name, state);
    parts.part('spacing').textContent = spacing(state);
  }
}

/** A value that was dragged to, as round as the eye can tell. */
const rounded = (value: number): number => Math.max(1, Math.round(Number(value.toPrecision(2))));
