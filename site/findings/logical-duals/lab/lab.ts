/** Mounts the logical-duals lab. The worker searches; this draws, listens and keeps the address in step. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Player } from '@/kit/lab/player';
import { Question } from '@/kit/lab/question';
import type { Cell } from '@/kit/record/csv';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows, puzzleRows } from './csv';
import { puzzleFigures, type Results } from './figures';
import { boundX, depthAt, drawLayers, layoutLayers, type Layout } from './layers-view';
import { RULERS } from './rulers';
import { pictureSize } from '@/kit/lab/sizes';
import { PRESETS, schema, whyNoGoal, type LabState, type ViewName } from './state';
import type { LabTasks } from './tasks';
import { claimOf, moveSentence, positionWords, searchSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new LogicalDualsLab(root).mount();

type Ask<T extends keyof LabTasks & string> = Question<LabState, LabTasks, T>;

/** Moves of the counterexample that are played a second. */
const PACE = 1.2;

class LogicalDualsLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #player: Player;
  readonly #line: DragLine;
  readonly #explored: Ask<'explore'>;
  readonly #sampled: Ask<'sample'>;
  readonly #raced: Ask<'race'>;
  /** How the search is drawn, to drag its line. */
  #layout: Layout | null = null;
  /** Code that draws the other views, loaded once one of them is opened. */
  #others: typeof import('./other-views') | null = null;
  /** Moves that are shown as played. */
  #shownMoves = 0;
  /** The search that the player has. */
  #loaded: unknown = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: PRESETS,
      rulers: RULERS,
      actions: {
        check: () => this.#check(),
        play: () => this.#player.actions.play(),
        back: () => this.#player.actions.back(),
        step: () => this.#player.actions.step(),
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
    const { parts } = this.#frame;
    this.#explored = this.#frame.question('explore', ['puzzle', 'goal', 'depth']);
    this.#sampled = this.#frame.question('sample', ['puzzle', 'goal', 'length', 'budget', 'seed']);
    this.#raced = this.#frame.question('race', ['level', 'guard', 'order']);
    this.#player = new Player(
      parts,
      () => {
        if (this.#player.at === this.#shownMoves) return;
        this.#showMove();
        this.#frame.redraw();
      },
      'Replay',
    );
    this.#player.setPace(PACE);
    this.#line = dragLine(parts.part('handle', 'depth'), 'x', (pixels, phase) => {
      if (this.#layout) this.#frame.change({ depth: depthAt(this.#layout, pixels) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => this.#player.attach(parts.part('picture', 'layers'), parts.part<HTMLInputElement>('scrub'));
    yield () => {
      parts.part('orders').addEventListener('change', ({ target }) => {
        this.#frame.change({ order: (target as HTMLInputElement).value as LabState['order'] }, 'rest');
      });
    };
  }

  /** Plays the counterexample from its start; where there is none, the answer is said again. */
  #check(): void {
    this.#player.seek(0);
    this.#player.play();
    this.#frame.announce();
  }

  #questionOf(view: ViewName): { isFinal(state: Readonly<LabState>): boolean } {
    return {
      puzzle: this.#explored,
      tester: this.#sampled,
      race: this.#raced,
    }[view];
  }

  /** Asks for the results of the view in front. */
  #ask(state: Readonly<LabState>): void {
    const { redraw, showTrouble } = this.#frame;
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
        this.#explored.ask(state, asked);
        break;
      case 'tester':
        this.#sampled.ask(state, asked);
        break;
      case 'race':
        this.#raced.ask(state, asked);
    }
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

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    const { view } = state;
    const results = this.#results(state);
    const sentence = this.#sentence(state);
    const others = this.#others;
    if (sentence === '') return;
    showFigures(parts, this.#figures(state));
    parts.say('headline', sentence, view);
    const { explored, sampled, raced } = results;
    const size = pictureSize(width);
    if (view === 'puzzle' && explored) {
      if (this.#loaded !== explored) {
        this.#loaded = explored;
        this.#player.pause();
        this.#player.load(explored.moves.length, explored.moves.length);
        this.#showMove();
      }
      if (width > 0) {
        this.#layout = layoutLayers(explored, size);
        parts.put('picture', drawLayers(state.puzzle, state.depth, explored, this.#player.at, this.#layout), 'layers');
        const at = boundX(this.#layout, state.depth);
        this.#line.showAt(at === null ? null : { left: at, top: 0, length: size.height });
      }
    }
    if (!others) return;
    if (view === 'tester' && sampled && width > 0)
      parts.put('picture', others.drawMiss(state, sampled, size).svg, 'miss');
    if (view === 'race' && raced) {
      parts.put('orders', others.drawOrders(raced, ''));
      for (const radio of parts.part('orders').querySelectorAll('input')) radio.checked = radio.value === state.order;
      parts.put('events', others.drawEvents(raced));
    }
  }

  /** Shows the move that has been played last. */
  #showMove(): void {
    const { parts, state } = this.#frame;
    const explored = this.#explored.current(state);
    if (!explored) return;
    const at = Math.min(this.#player.at, explored.moves.length);
    this.#shownMoves = this.#player.at;
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
