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
import { columnsOf, drawProgram, drawSaid, drawWall, rowsOf } from './wall';
import { besideWords, cellName, cellWords, endsAt, nameOf, sentence, verdictWords, type Guess } from './words';

export const attach = (root: HTMLElement): Promise<void> => new StronglyTypedLab(root).mount();

/** Length of the play on entering, in milliseconds, in which the wall fills up a column at a time. */
const PLAY_MS = 2500;
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** What a cell opens: the programs, and what was said of them. */
interface Details {
  sourceOf: (typeof import('./sources'))['sourceOf'];
  cells: Series;
}

class StronglyTypedLab {
  readonly #parts: Parts;
  readonly #measured: Measured;
  readonly #schema: Schema<LabState>;
  readonly #controls: Controls<LabState>;
  readonly #notices: Notices;
  readonly #say: (sentence: string) => void;
  readonly #rows: readonly string[];
  readonly #columns: readonly string[];
  /** Cells that the reader has not seen the end of. */
  readonly #open: Set<string>;
  /** Answers to {@link QUESTIONS}: the right ones, of all. */
  readonly #score = { right: 0, of: 0 };
  #guess: Guess | null = null;
  /** True while the answer shown is that to a question. */
  #isAnswer = false;
  #address!: AddressedState<LabState>;
  #details: Details | null = null;
  #asksForDetails = false;

  constructor(root: HTMLElement) {
    this.#parts = new Parts(root);
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#schema = schemaOf(this.#measured);
    this.#rows = rowsOf(this.#measured);
    this.#columns = columnsOf(this.#measured).map(({ id }) => id);
    // Whoever follows a link has come for its answer.
    const { state: linked } = this.#schema.read(new URLSearchParams(location.search));
    const isOpening = cellOf(linked) === cellOf(this.#schema.opening);
    this.#open = new Set(QUESTIONS.filter((cell) => isOpening || cell !== cellOf(linked)));
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
      this.#guess = null;
      this.#isAnswer = false;
      this.#show(state, phase, from === 'address' ? notes : null);
    });
    root.addEventListener(OVERLAY_CHANGED, () => this.#show(this.#address.state, 'live', null));
    this.#controls.enable();
    this.#parts.part<HTMLInputElement>('choice', 'linted').disabled = false;
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
    const act = ({ target }: Event, phase: 'live' | 'rest') => {
      const cell = this.#cellAt(target as Element);
      if (cell && (phase === 'rest' || cellOf(cell) !== cellOf(this.#address.state))) this.#address.change(cell, phase);
    };
    wall.addEventListener('click', (event) => act(event, 'rest'));
    wall.addEventListener('pointermove', (event) => {
      const cell = this.#cellAt(event.target as Element);
      this.#name(cell ?? this.#address.state);
      // A finger scrolls the page.
      if (event.buttons === 1 && event.pointerType !== 'touch') act(event, 'live');
    });
    wall.addEventListener('pointerleave', () => this.#name(this.#address.state));
    wall.addEventListener('keydown', (event) => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      const { a, mistake } = this.#address.state;
      const [down, right] = by;
      const next = {
        a: this.#rows[this.#rows.indexOf(a) + down] ?? a,
        mistake: this.#columns[this.#columns.indexOf(mistake) + right] ?? mistake,
      };
      this.#address.change(next, 'rest');
    });
  }

  /** The cell that an element of the wall is. */
  #cellAt(target: Element): Pick<LabState, 'a' | 'mistake'> | null {
    const cell = target.closest<HTMLTableCellElement>('td');
    const a = this.#rows[(cell?.closest('tr')?.rowIndex ?? 0) - 1];
    const mistake = this.#columns[(cell?.cellIndex ?? 0) - 1];
    return a !== undefined && mistake !== undefined ? { a, mistake } : null;
  }

  /** True for a cell that is left to the reader’s guess. */
  #isOpen(cell: Pick<LabState, 'a' | 'mistake'>): boolean {
    return this.#address.state.linted === 'off' && this.#open.has(cellOf(cell));
  }

  get #isAsked(): boolean {
    return this.#isOpen(this.#address.state);
  }

  /** Names a cell below the wall, with its end if that is no secret. */
  #name(cell: Pick<LabState, 'a' | 'mistake'>): void {
    const words = this.#isOpen(cell) ? cellName : cellWords;
    this.#parts.say('st-at', words(this.#measured, { ...this.#address.state, ...cell }));
  }

  /** Takes a guess, or `null` from a reader who makes none, and colours the cell. */
  #answer(guess: Guess | null): void {
    const { state } = this.#address;
    this.#open.delete(cellOf(state));
    this.#guess = guess;
    this.#isAnswer = true;
    if (guess !== null) {
      this.#score.of += 1;
      if (guess === endsAt(this.#measured, state)) this.#score.right += 1;
    }
    this.#show(state, 'rest', null);
    if (!prefersReducedMotion())
      this.#chosenCell?.animate([{ transform: 'scale(5)' }, { transform: 'none' }], {
        duration: 280,
        easing: 'ease-in',
      });
    // The buttons are gone, and with them the keyboard's place.
    const next = this.#parts.part('st-next');
    (next.hidden ? this.#parts.part('choice', 'a') : next).focus({ preventScroll: true });
  }

  get #chosenCell(): HTMLElement | null {
    return this.#parts.root.querySelector('td[data-chosen]');
  }

  /** Goes to the next question. */
  #ask(): void {
    const [a, mistake] = QUESTIONS.find((cell) => this.#open.has(cell))?.split(' ') ?? [];
    if (a === undefined || mistake === undefined) return;
    this.#address.change({ a, mistake, linted: 'off' }, 'rest');
    this.#parts.find('[data-guess]').focus({ preventScroll: true });
  }

  /** Fills the wall, a column at a time. */
  #play(): void {
    const body = this.#parts.find('[data-st-wall] tbody');
    const options = { duration: PLAY_MS, easing: `steps(${this.#columns.length})` };
    for (const row of body.children)
      row.animate([{ clipPath: 'inset(-2px 76% -2px 0)' }, { clipPath: 'inset(-2px -2px -2px 0)' }], options);
  }

  #show(state: Readonly<LabState>, phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const { root } = this.#parts;
    root.dataset['state'] = 'busy';
    if (notes) this.#notices.showNotes(notes);
    this.#controls.show(state);
    const beside = overlaysOn(root) as readonly LabOverlay<Measured>[];
    showFigures(this.#parts, figuresOf(this.#measured, state));
    this.#parts.say('st-of', `${nameOf(this.#measured, state.a)}, ${triedIn(this.#measured, state.a)} mistakes:`);
    this.#parts.put('st-wall', drawWall(this.#measured, state, this.#open, beside));
    this.#name(state);
    const others = besideWords(this.#measured, state, beside);
    showOverlayWords(root, others);
    this.#showDetails();
    if (phase === 'live') return;
    const words = this.#isAsked
      ? [`${cellName(this.#measured, state)}: what becomes of it?`]
      : [this.#guessed, sentence(this.#measured, state)];
    this.#say([...words, ...others].join(' ').trim());
  }

  /** What was guessed, if anything, and how many guesses were right. */
  get #guessed(): string {
    const { right, of } = this.#score;
    return this.#guess === null ? '' : `You said ${this.#guess}: ${right} of ${of} right.`;
  }

  /** The program of the chosen cell, and what was said of it. */
  #showDetails(): void {
    const { state } = this.#address;
    const { root } = this.#parts;
    // The opening's stand there already.
    const isOpening = !this.#details && cellOf(state) === cellOf(this.#schema.opening) && state.linted === 'off';
    if (!isOpening && !this.#details) return this.#fetchDetails();
    const ends = endsAt(this.#measured, state);
    root.toggleAttribute('data-guessing', this.#isAsked);
    this.#parts.part('st-verdict').dataset['kind'] = ends;
    this.#parts.find('[data-st-verdict] i').dataset['ends'] = ends;
    this.#parts.say('st-guessed', this.#guessed);
    this.#parts.say('headline', verdictWords(this.#measured, state));
    const next = this.#parts.part('st-next');
    next.hidden = !this.#isAnswer || !QUESTIONS.some((cell) => this.#open.has(cell));
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
