/** Mounts the logical-duals lab. The worker searches; this draws, listens and keeps the address in step. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { formatInteger } from '@/kit/lab/state';
import type { Cell } from '@/kit/record/csv';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows, puzzleRows } from './csv';
import { puzzleFigures, type Results } from './figures';
import { boundX, depthAt, drawLayers, layoutLayers, type Layout } from './layers-view';
import { Player } from './player';
import { pictureSize } from './sizes';
import { PRESETS, sayMoves, schema, STOPS, whyNoGoal, type LabState, type ViewName } from './state';
import type { LabTasks } from './tasks';
import { claimOf, moveSentence, positionWords, searchSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new LogicalDualsLab(root).mount();

type Ask<T extends keyof LabTasks & string> = Question<LabState, LabTasks, T>;

class LogicalDualsLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #player: Player;
  readonly #line: DragLine;
  readonly #explored: Ask<'explore'>;
  readonly #sampled: Ask<'sample'>;
  readonly #raced: Ask<'race'>;
  /** How the search is drawn, to drag its line. */
  #layout: Layout | null = null;
  /** What draws the other views, once one of them has been looked at. */
  #others: typeof import('./other-views') | null = null;
  /** The search that the player has. */
  #loaded: unknown = null;
  /** What was written last into each part, so that nothing is written anew, and loses the focus, without need. */
  readonly #written = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      createWorker: () => startWorker(workerUrl),
      presets: PRESETS,
      rulers: {
        goal: { stops: STOPS.goal, say: (litres) => `${formatInteger(litres)} litres` },
        depth: { stops: STOPS.depth, say: sayMoves },
        length: { stops: STOPS.length, say: sayMoves },
        budget: { stops: STOPS.budget, say: (walks) => `${formatInteger(walks)} walks` },
      },
      actions: {
        check: () => this.#check(),
        play: () => this.#player.toggle(),
        back: () => this.#player.step(-1),
        step: () => this.#player.step(1),
      },
      steps: () => this.#steps(),
      onFreshStart: () => this.#player.pause(),
      onChange: (state) => {
        this.#showControls(state);
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) =>
        this.#questionOf(state.view).isFinal(state) && (state.view === 'puzzle' || this.#others !== null),
      sentence: (state) => this.#sentence(state),
      csv: (state) => ({
        name: 'logical-duals',
        header: CSV_HEADER,
        rows: this.#csvRows(state),
      }),
    });
    const { parts, worker } = this.#frame;
    this.#explored = new Question(worker, 'explore', (state) => keyOf(state, ['puzzle', 'goal', 'depth']));
    this.#sampled = new Question(worker, 'sample', (state) =>
      keyOf(state, ['puzzle', 'goal', 'length', 'budget', 'seed']),
    );
    this.#raced = new Question(worker, 'race', (state) => keyOf(state, ['level', 'guard', 'order']));
    this.#player = new Player(parts, () => {
      this.#showMove();
      this.#frame.redraw();
    });
    this.#line = dragLine(parts.part('handle', 'depth'), 'x', (pixels, phase) => {
      if (this.#layout) this.#frame.change({ depth: depthAt(this.#layout, pixels) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => this.#player.attach();
    yield () => {
      parts.part('orders').addEventListener('change', ({ target }) => {
        this.#frame.change({ order: (target as HTMLInputElement).value as LabState['order'] }, 'rest');
      });
    };
  }

  /** Plays the counterexample from its start; where there is none, the answer is said again. */
  #check(): void {
    this.#player.restart();
    this.#frame.announce();
  }

  #questionOf(view: ViewName): { isFinal(state: Readonly<LabState>): boolean } {
    return {
      puzzle: this.#explored,
      tester: this.#sampled,
      race: this.#raced,
    }[view];
  }

  /** What the view in front shows. */
  #ask(state: Readonly<LabState>): void {
    const { redraw, showTrouble, timer } = this.#frame;
    const listener = {
      onResult: (_: unknown, final: boolean) => {
        redraw();
        timer.shown(final);
      },
      onRefused: showTrouble,
    };
    if (state.view !== 'puzzle' && !this.#others) {
      import('./other-views').then(
        (others) => {
          this.#others = others;
          redraw();
        },
        () => showTrouble('This view could not be loaded: load the page again to try once more.'),
      );
    }
    const asked = { ...state };
    switch (state.view) {
      case 'puzzle':
        this.#explored.ask(state, asked, listener);
        break;
      case 'tester':
        this.#sampled.ask(state, asked, listener);
        break;
      case 'race':
        this.#raced.ask(state, asked, listener);
    }
    // Nothing new to compute: what is there already is the answer.
    if (this.#questionOf(state.view).isFinal(state)) timer.shown(true);
  }

  #results(state: Readonly<LabState>): Results {
    return {
      explored: this.#explored.current(state),
      sampled: this.#sampled.current(state),
      raced: this.#raced.current(state),
    };
  }

  #figures(state: Readonly<LabState>): Figure[] {
    const results = this.#results(state);
    return state.view === 'puzzle'
      ? puzzleFigures(results)
      : (this.#others?.figuresOf[state.view](results, state) ?? []);
  }

  #csvRows(state: Readonly<LabState>): Cell[][] {
    const results = this.#results(state);
    const shown =
      state.view === 'puzzle'
        ? puzzleRows(state, results)
        : (this.#others?.shownRows[state.view](state, results) ?? []);
    return csvRows(state, this.#figures(state), shown);
  }

  #sentence(state: Readonly<LabState>): string {
    const { explored, sampled, raced } = this.#results(state);
    if (state.view === 'puzzle') return explored ? searchSentence(state, explored) : '';
    const others = this.#others;
    if (!others) return '';
    switch (state.view) {
      case 'tester':
        return sampled ? others.testerSentence(state, sampled) : '';
      case 'race':
        return raced ? others.raceSentence(state, raced) : '';
    }
  }

  // Drawing

  #put(name: string, html: string, value?: string): void {
    const key = `${name} ${value}`;
    if (this.#written.get(key) === html) return;
    this.#written.set(key, html);
    setMarkup(this.#frame.parts.part(name, value), html);
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    const { view } = state;
    const results = this.#results(state);
    const sentence = this.#sentence(state);
    const others = this.#others;
    if (sentence === '') return;
    showFigures(parts, this.#figures(state), false);
    const headline = parts.part('headline', view);
    if (headline.textContent !== sentence) headline.textContent = sentence;
    const { explored, sampled, raced } = results;
    const size = pictureSize(width);
    if (view === 'puzzle' && explored) {
      if (this.#loaded !== explored) {
        this.#loaded = explored;
        this.#player.load(explored.moves.length);
      }
      if (width > 0) {
        this.#layout = layoutLayers(explored, size);
        this.#put('picture', drawLayers(state.puzzle, state.depth, explored, this.#player.at, this.#layout), 'layers');
        const at = boundX(this.#layout, state.depth);
        this.#line.place(at === null ? null : { left: at, top: 0, length: size.height });
      }
    }
    if (!others) return;
    if (view === 'tester' && sampled && width > 0)
      this.#put('picture', others.drawMiss(state, sampled, size).svg, 'miss');
    if (view === 'race' && raced) {
      this.#put('orders', others.drawOrders(raced, ''));
      for (const radio of parts.part('orders').querySelectorAll('input')) radio.checked = radio.value === state.order;
      this.#put('events', others.drawEvents(raced));
    }
  }

  /** Shows the move that has been played last. */
  #showMove(): void {
    const { parts, state } = this.#frame;
    const explored = this.#explored.current(state);
    if (!explored) return;
    const at = Math.min(this.#player.at, explored.moves.length);
    const scrub = parts.part<HTMLInputElement>('scrub');
    scrub.max = String(explored.moves.length);
    scrub.value = String(at);
    const words = moveSentence(state.puzzle, explored, at);
    scrub.setAttribute('aria-valuetext', `${positionWords(explored, at)}: ${words}`);
    parts.part('position').textContent = positionWords(explored, at);
    parts.part('move-words').textContent = words;
  }

  #showControls(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const why = whyNoGoal(state.puzzle);
    parts.part('setting', 'goal').toggleAttribute('data-dim', why !== '');
    parts.part('why', 'goal').textContent = why;
    parts.part('statement').textContent = `“${claimOf(state)}”`;
  }
}
