/** Mounts the strongly-typed lab: it shows what the record says, and asks no model. */
import { bindAddress, type AddressedState } from '@/kit/lab/address';
import { announcer } from '@/kit/lab/announce';
import { Controls } from '@/kit/lab/controls';
import { copyLink } from '@/kit/lab/copy-link';
import { download } from '@/kit/lab/download';
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { whenLed } from '@/kit/lab/leading';
import { closesItself } from '@/kit/lab/menu';
import { nextTask, prefersReducedMotion } from '@/kit/lab/motion';
import { Notices } from '@/kit/lab/notices';
import { OVERLAY_CHANGED, overlaysOn, showOverlayWords, type LabOverlay } from '@/kit/lab/overlay';
import { Parts } from '@/kit/lab/parts';
import type { Note, Schema } from '@/kit/lab/state';
import { toCsv } from '@/kit/record/csv';
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

type Overlays = readonly LabOverlay<Measured>[];

/** What a cell opens: the programs, and what was said of them. */
type Details = typeof import('./sources') & { cells: Series };

class StronglyTypedLab {
  readonly #parts: Parts;
  readonly #measured: Measured;
  readonly #schema: Schema<LabState>;
  readonly #controls: Controls<LabState>;
  readonly #notices: Notices;
  readonly #say: (sentence: string) => void;
  readonly #columns: readonly string[];
  /** Cells that the reader has not seen the end of. */
  readonly #open: Set<string>;
  /** Answers to {@link QUESTIONS}: the right ones, of all. */
  readonly #score = { right: 0, of: 0 };
  /** Guess at the question whose answer is shown, `null` for none; `undefined` while there is no such answer. */
  #guess: Guess | null | undefined;
  /** Cell whose program is shown. */
  #shown = '';
  #address!: AddressedState<LabState>;
  #details: Details | null = null;
  #asksForDetails = false;

  constructor(root: HTMLElement) {
    this.#parts = new Parts(root);
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#schema = schemaOf(this.#measured);
    this.#columns = columnsOf(this.#measured);
    // Whoever follows a link has come for its answer.
    const { state: linked } = this.#schema.read(new URLSearchParams(location.search));
    const isOpening = cellOf(linked) === cellOf(this.#schema.opening);
    this.#open = new Set(Object.keys(QUESTIONS).filter((cell) => isOpening || cell !== cellOf(linked)));
    this.#notices = new Notices(this.#parts);
    this.#say = announcer(this.#parts.part('live'));
    this.#controls = new Controls(
      this.#parts,
      { schema: this.#schema, rulers: {}, presets: [] },
      () => this.#address.state,
      (values, phase) => this.#address.change(values, phase),
    );
  }

  async mount(): Promise<void> {
    const { root } = this.#parts;
    for (const step of this.#controls.attach(() => {})) step();
    this.#listen();
    this.#listenToWall(this.#parts.part('st-wall'));
    await nextTask();
    this.#address = bindAddress(this.#schema, (state, { phase, from, notes }) => {
      if (cellOf(state) !== this.#shown) this.#guess = undefined;
      this.#shown = cellOf(state);
      this.#show(state, phase, from === 'address' ? notes : null);
    });
    root.addEventListener(OVERLAY_CHANGED, () => this.#show(this.#address.state, 'live', null));
    this.#controls.enable();
    onFirstSight(root, this.#parts.part('st-wall'), () => this.#play());
    whenLed(root, ({ state, phase }) => {
      const led = this.#schema.read(new URLSearchParams(state)).state;
      this.#open.delete(cellOf(led));
      this.#address.change(led, phase);
    });
  }

  #listen(): void {
    const actions = {
      copy: () => void copyLink(this.#parts.part('act', 'copy'), this.#address.link()),
      csv: () => download('strongly-typed.csv', toCsv(CSV_HEADER, csvRows(this.#measured, this.#address.state))),
      reset: () => this.#address.change(this.#schema.opening, 'rest'),
    };
    for (const [name, action] of Object.entries(actions)) {
      this.#parts.part('act', name).addEventListener('click', action);
    }
    for (const menu of this.#parts.all<HTMLDetailsElement>('[data-menu]')) closesItself(menu);
    for (const button of this.#parts.all<HTMLButtonElement>('[data-guess]'))
      button.addEventListener('click', () => this.#answer((button.dataset['guess'] || null) as Guess | null));
    this.#parts.part('st-next').addEventListener('click', () => this.#ask());
  }

  #listenToWall(wall: HTMLElement): void {
    wall.addEventListener('click', ({ target }) => {
      const cell = this.#cellAt(target as Element);
      if (cell) this.#address.change(cell, 'rest');
    });
    wall.addEventListener('pointermove', ({ target }) =>
      this.#name(this.#cellAt(target as Element) ?? this.#address.state),
    );
    wall.addEventListener('pointerleave', () => this.#name(this.#address.state));
    wall.addEventListener('keydown', (event) => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      const { a, mistake } = this.#address.state;
      const [down, right] = by;
      const rows = this.#rows.map(({ dataset }) => dataset['a']!);
      const next = {
        a: rows[rows.indexOf(a) + down] ?? a,
        mistake: this.#columns[this.#columns.indexOf(mistake) + right] ?? mistake,
      };
      this.#address.change(next, 'rest');
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
    return columnOf(this.#address.state) === 'plain' && this.#open.has(cellOf(cell));
  }

  /** Names a cell below the wall, with its end if that is no secret. */
  #name(cell: Pick<LabState, 'a' | 'mistake'>): void {
    const words = this.#isOpen(cell) ? cellName : cellWords;
    this.#parts.say('st-at', words(this.#measured, { ...this.#address.state, ...cell }));
  }

  /** Takes a guess, or `null` from a reader who makes none, colours the cell, and sorts the wall by the meaning that it is about. */
  #answer(guess: Guess | null): void {
    const { state } = this.#address;
    this.#open.delete(cellOf(state));
    this.#guess = guess;
    if (guess !== null) {
      this.#score.of += 1;
      if (guess === endsAt(this.#measured, state)) this.#score.right += 1;
    }
    this.#address.change({ view: QUESTIONS[cellOf(state)] ?? state.view }, 'rest');
    // The buttons are gone, and with them the keyboard's place.
    const next = this.#parts.part('st-next');
    (next.hidden ? this.#parts.part('choice', 'a') : next).focus({ preventScroll: true });
  }

  /** Goes to the next question. */
  #ask(): void {
    const [a, mistake] =
      Object.keys(QUESTIONS)
        .find((cell) => this.#open.has(cell))
        ?.split(' ') ?? [];
    if (a === undefined || mistake === undefined) return;
    const { view } = this.#address.state;
    // Of the meanings, one counts warnings, which would tell.
    this.#address.change({ a, mistake, linted: 'off', view: view === 'modelling' ? 'static' : view }, 'rest');
    this.#parts.find('[data-guess]').focus({ preventScroll: true });
  }

  /** Shows once how another meaning sorts the wall, ending on the one that is chosen. */
  #play(): void {
    const { state } = this.#address;
    this.#drawWall({ ...state, view: state.view === 'safe' ? 'static' : 'safe' });
    this.#move(() => this.#drawWall(state), { duration: PLAY_MS, delay: PLAY_MS / 4 });
  }

  #drawWall(state: Readonly<LabState>): void {
    this.#parts.put('st-wall', drawWall(this.#measured, state, this.#open, overlaysOn(this.#parts.root) as Overlays));
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

  #show(state: Readonly<LabState>, phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const { root } = this.#parts;
    root.dataset['state'] = 'busy';
    if (notes) this.#notices.showNotes(notes);
    this.#controls.show(state);
    const linted = this.#parts.part<HTMLInputElement>('choice', 'linted');
    // A meaning that counts warnings anyway leaves no choice.
    linted.disabled = state.linted === 'off' && columnOf(state) === 'linted';
    linted.checked = columnOf(state) === 'linted';
    showFigures(this.#parts, figuresOf(this.#measured, state));
    this.#parts.say('st-of', `${nameOf(this.#measured, state.a)}, ${triedIn(this.#measured, state.a)} mistakes:`);
    this.#parts.say('st-order', orderWords(this.#measured, state));
    this.#move(() => this.#drawWall(state), { duration: MOVE_MS });
    this.#name(state);
    const others = besideWords(this.#measured, state, overlaysOn(root) as Overlays);
    showOverlayWords(root, others);
    this.#showDetails();
    if (phase === 'live') return;
    const words = this.#isOpen(state)
      ? [`${cellName(this.#measured, state)}: what becomes of it?`]
      : [this.#guessed, sentence(this.#measured, state), orderWords(this.#measured, state)];
    this.#say([...words, ...others].join(' ').trim());
  }

  /** What was guessed, if anything, and how many guesses were right. */
  get #guessed(): string {
    const { right, of } = this.#score;
    return !this.#guess ? '' : `You said ${this.#guess}: ${right} of ${of} right.`;
  }

  /** The program of the chosen cell, and what was said of it. */
  #showDetails(): void {
    const { state } = this.#address;
    const { root } = this.#parts;
    // The opening's stand there already.
    const isOpening = !this.#details && cellOf(state) === cellOf(this.#schema.opening) && state.linted === 'off';
    if (!isOpening && !this.#details) return this.#fetchDetails();
    const ends = endsAt(this.#measured, state);
    root.toggleAttribute('data-guessing', this.#isOpen(state));
    this.#parts.find('[data-st-verdict] i').dataset['ends'] = ends;
    this.#parts.say('st-guessed', this.#guessed);
    this.#parts.say('headline', verdictWords(this.#measured, state));
    const next = this.#parts.part('st-next');
    next.hidden = this.#guess === undefined || !Object.keys(QUESTIONS).some((cell) => this.#open.has(cell));
    if (this.#details) {
      const { sourceOf, cells } = this.#details;
      if (this.#parts.put('st-program', drawProgram(this.#measured, state, sourceOf))) this.#showMistake();
      const said = saidOf(cells, state.a, state.mistake);
      this.#parts.put('st-said', drawSaid(this.#measured, state, said));
    }
    root.dataset['state'] = 'ready';
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
        this.#showDetails();
      },
      () => {
        // It is tried again with the next look.
        this.#asksForDetails = false;
        this.#notices.showTrouble('The programs could not be loaded: load the page again to try once more.');
      },
    );
  }
}
