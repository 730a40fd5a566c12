/** Mounts the strongly-typed lab: it shows what the record says, and asks no model. */
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { whenLed } from '@/kit/lab/leading';
import { prefersReducedMotion } from '@/kit/lab/motion';
import type { LabOverlay } from '@/kit/lab/overlay';
import type { Parts } from '@/kit/lab/parts';
import type { Schema } from '@/kit/lab/state';
import type { Series } from '@/kit/record/types';
import { CSV_HEADER, csvRows } from './csv';
import { figuresOf, triedIn } from './figures';
import { CELLS, currentCells, saidOf, type Measured } from './measured';
import { cellOf, QUESTIONS, schemaOf, type LabState } from './state';
import { columnsOf, drawProgram, drawSaid, drawWall } from './wall';
import {
  besideWords,
  cellName,
  cellWords,
  columnOf,
  endsAt,
  nameOf,
  orderWords,
  sentence,
  verdictWords,
  type Guess,
} from './words';

export const attach = (root: HTMLElement): Promise<void> => new StronglyTypedLab(root).mount();

/** Time that rows take to their places in another order, and in the play on entering, in milliseconds. */
const MOVE_MS = 280;
const PLAY_MS = 1600;
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Programs of all cells, and messages about them; fetched for the first cell but the opening's. */
type Details = typeof import('./sources') & { cells: Series };

class StronglyTypedLab {
  readonly #frame: LabFrame<LabState>;
  readonly #measured: Measured;
  readonly #schema: Schema<LabState>;
  readonly #columns: readonly string[];
  /** Cells that the reader has not seen the end of. */
  readonly #open: Set<string>;
  /** Answers to {@link QUESTIONS}: the right ones, of all. */
  readonly #score = { right: 0, of: 0 };
  /** Guess at the question whose answer is shown, `null` for none; `undefined` while there is no such answer. */
  #guess: Guess | null | undefined;
  /** Cell whose program is shown. */
  #shown = '';
  #details: Details | null = null;
  #asksForDetails = false;
  /** Part for the keyboard once it is drawn: the one that was pressed is gone. */
  #focusNext: (() => HTMLElement) | null = null;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#schema = schemaOf(this.#measured);
    this.#columns = columnsOf(this.#measured);
    // Whoever follows a link has come for its answer.
    const { state: linked } = this.#schema.read(new URLSearchParams(location.search));
    const isOpening = cellOf(linked) === cellOf(this.#schema.opening);
    this.#open = new Set(Object.keys(QUESTIONS).filter((cell) => isOpening || cell !== cellOf(linked)));
    this.#frame = new LabFrame<LabState>(root, {
      schema: this.#schema,
      rulers: {},
      steps: () => this.#listen(),
      onChange: (state) => this.#onChange(state),
      draw: (state) => this.#draw(state),
      isSettled: (state) => this.#hasDetails(state),
      sentence: (state) => this.#sentence(state),
      overlayWords: (state) => besideWords(this.#measured, state, this.#overlays),
      csv: (state) => ({ name: 'strongly-typed', header: CSV_HEADER, rows: csvRows(this.#measured, state) }),
    });
  }

  async mount(): Promise<void> {
    // Before the frame hears of it: an article that leads to a cell tells its end.
    whenLed(this.#parts.root, ({ state }) =>
      this.#open.delete(cellOf(this.#schema.read(new URLSearchParams(state)).state)),
    );
    await this.#frame.mount();
    onFirstSight(this.#parts.root, this.#parts.part('st-wall'), () => this.#play());
  }

  get #parts(): Parts {
    return this.#frame.parts;
  }

  get #overlays(): readonly LabOverlay<Measured>[] {
    return this.#frame.overlays as readonly LabOverlay<Measured>[];
  }

  *#listen(): Generator<() => void> {
    yield () => {
      for (const button of this.#parts.all<HTMLButtonElement>('[data-guess]'))
        button.addEventListener('click', () => this.#answer((button.dataset['guess'] || null) as Guess | null));
      this.#parts.part('st-next').addEventListener('click', () => this.#ask());
      this.#listenToWall(this.#parts.part('st-wall'));
    };
  }

  #listenToWall(wall: HTMLElement): void {
    wall.addEventListener('click', ({ target }) => {
      const cell = this.#cellAt(target as Element);
      if (cell) this.#frame.change(cell, 'rest');
    });
    wall.addEventListener('pointermove', ({ target }) =>
      this.#name(this.#cellAt(target as Element) ?? this.#frame.state),
    );
    wall.addEventListener('pointerleave', () => this.#name(this.#frame.state));
    wall.addEventListener('keydown', (event) => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      const { a, mistake } = this.#frame.state;
      const [down, right] = by;
      const rows = this.#rows.map(({ dataset }) => dataset['a']!);
      const next = {
        a: rows[rows.indexOf(a) + down] ?? a,
        mistake: this.#columns[this.#columns.indexOf(mistake) + right] ?? mistake,
      };
      this.#frame.change(next, 'rest');
    });
  }

  /** The rows of the wall, from the top. */
  get #rows(): readonly HTMLElement[] {
    return [...this.#parts.all<HTMLElement>('[data-st-wall] [data-a]')];
  }

  /** The cell that an element of the wall is. */
  #cellAt(target: Element): Pick<LabState, 'a' | 'mistake'> | null {
    const cell = target.closest<HTMLTableCellElement>('td');
    const a = cell?.closest('tr')?.dataset['a'];
    const mistake = this.#columns[(cell?.cellIndex ?? 0) - 1];
    return a !== undefined && mistake !== undefined ? { a, mistake } : null;
  }

  /** True for a cell that is left to the reader’s guess. */
  #isOpen(cell: Pick<LabState, 'a' | 'mistake'>): boolean {
    return columnOf(this.#frame.state) === 'plain' && this.#open.has(cellOf(cell));
  }

  /** Names a cell below the wall, with its end if that is no secret. */
  #name(cell: Pick<LabState, 'a' | 'mistake'>): void {
    const words = this.#isOpen(cell) ? cellName : cellWords;
    this.#parts.say('st-at', words(this.#measured, { ...this.#frame.state, ...cell }));
  }

  /** Takes a guess, or `null` from a reader who makes none, colours the cell, and sorts the wall by the meaning that it is about. */
  #answer(guess: Guess | null): void {
    const { state } = this.#frame;
    this.#open.delete(cellOf(state));
    this.#guess = guess;
    if (guess !== null) {
      this.#score.of += 1;
      if (guess === endsAt(this.#measured, state)) this.#score.right += 1;
    }
    this.#focusNext = () => {
      const next = this.#parts.part('st-next');
      return next.hidden ? this.#parts.part('choice', 'a') : next;
    };
    this.#frame.change({ view: QUESTIONS[cellOf(state)] ?? state.view }, 'rest');
  }

  /** Goes to the next question. */
  #ask(): void {
    const [a, mistake] =
      Object.keys(QUESTIONS)
        .find((cell) => this.#open.has(cell))
        ?.split(' ') ?? [];
    if (a === undefined || mistake === undefined) return;
    const { view } = this.#frame.state;
    this.#focusNext = () => this.#parts.find('[data-guess]');
    // Of the meanings, one counts warnings, which would tell.
    this.#frame.change({ a, mistake, linted: 'off', view: view === 'modelling' ? 'static' : view }, 'rest');
  }

  /** Shows once how another meaning sorts the wall, ending on the one that is chosen. */
  #play(): void {
    const { state } = this.#frame;
    this.#drawWall({ ...state, view: state.view === 'safe' ? 'static' : 'safe' });
    this.#move(() => this.#drawWall(state), { duration: PLAY_MS, delay: PLAY_MS / 4 });
  }

  #drawWall(state: Readonly<LabState>): void {
    this.#parts.put('st-wall', drawWall(this.#measured, state, this.#open, this.#overlays));
  }

  /** Draws the wall anew, whose rows go to their places. */
  #move(draw: () => void, timing: KeyframeAnimationOptions): void {
    const before = new Map(this.#rows.map((row) => [row.dataset['a'], row.offsetTop]));
    draw();
    if (prefersReducedMotion()) return;
    for (const row of this.#rows) {
      const by = before.get(row.dataset['a'])! - row.offsetTop;
      const frames = [{ transform: `translateY(${by}px)` }, { transform: 'none' }];
      if (by !== 0) row.animate(frames, { easing: 'ease-in-out', fill: 'backwards', ...timing });
    }
  }

  #onChange(state: Readonly<LabState>): void {
    if (cellOf(state) !== this.#shown) this.#guess = undefined;
    this.#shown = cellOf(state);
    const linted = this.#parts.part<HTMLInputElement>('choice', 'linted');
    // A meaning that counts warnings anyway leaves no choice.
    linted.disabled = state.linted === 'off' && columnOf(state) === 'linted';
    linted.checked = columnOf(state) === 'linted';
    if (!this.#hasDetails(state)) this.#fetchDetails();
  }

  #draw(state: Readonly<LabState>): void {
    showFigures(this.#parts, figuresOf(this.#measured, state));
    this.#parts.say('st-of', `${nameOf(this.#measured, state.a)}, ${triedIn(this.#measured, state.a)} mistakes:`);
    this.#parts.say('st-order', orderWords(this.#measured, state));
    this.#move(() => this.#drawWall(state), { duration: MOVE_MS });
    this.#name(state);
    if (!this.#hasDetails(state)) return;
    this.#drawCell(state);
    this.#focusNext?.().focus({ preventScroll: true });
    this.#focusNext = null;
  }

  #sentence(state: Readonly<LabState>): string {
    if (this.#isOpen(state)) return `${cellName(this.#measured, state)}: what becomes of it?`;
    const words = [this.#guessed, sentence(this.#measured, state), orderWords(this.#measured, state)];
    return words.join(' ').trim();
  }

  /** What was guessed, if anything, and how many guesses were right. */
  get #guessed(): string {
    const { right, of } = this.#score;
    return !this.#guess ? '' : `You said ${this.#guess}: ${right} of ${of} right.`;
  }

  /** True where the program of the chosen cell can be shown, or stands there already, as the opening's does. */
  #hasDetails(state: Readonly<LabState>): boolean {
    return this.#details !== null || (cellOf(state) === cellOf(this.#schema.opening) && state.linted === 'off');
  }

  /** Draws the program of the chosen cell, and what was said of it. */
  #drawCell(state: Readonly<LabState>): void {
    this.#parts.root.toggleAttribute('data-guessing', this.#isOpen(state));
    this.#parts.find('[data-st-verdict] i').dataset['ends'] = endsAt(this.#measured, state);
    this.#parts.say('st-guessed', this.#guessed);
    this.#parts.say('headline', verdictWords(this.#measured, state));
    const next = this.#parts.part('st-next');
    next.hidden = this.#guess === undefined || !Object.keys(QUESTIONS).some((cell) => this.#open.has(cell));
    if (!this.#details) return;
    const { sourceOf, cells } = this.#details;
    if (this.#parts.put('st-program', drawProgram(this.#measured, state, sourceOf))) this.#showMistake();
    const said = saidOf(cells, state.a, state.mistake);
    this.#parts.put('st-said', drawSaid(this.#measured, state, said));
  }

  /** Scrolls a program that is longer than its place to its mistake. */
  #showMistake(): void {
    const [program, line] = ['pre', '[data-mistake]'].map((part) =>
      this.#parts.root.querySelector<HTMLElement>(`[data-st-program] ${part}`),
    );
    if (program && line) program.scrollTop = line.offsetTop - program.offsetTop - program.clientHeight / 2;
  }

  #fetchDetails(): void {
    if (this.#asksForDetails) return;
    this.#asksForDetails = true;
    const address = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/data/strongly-typed/${CELLS}.json`;
    const cells = fetch(address).then((answer) => answer.json() as Promise<{ series: Series }[]>);
    Promise.all([import('./sources'), cells]).then(
      ([{ sourceOf }, [first]]) => {
        this.#details = { sourceOf, cells: currentCells(first!.series) };
        this.#frame.showTrouble('');
        this.#frame.redraw();
      },
      () => {
        // The next change tries again.
        this.#asksForDetails = false;
        this.#frame.showTrouble('The programs could not be loaded: load the page again to try once more.');
      },
    );
  }
}
