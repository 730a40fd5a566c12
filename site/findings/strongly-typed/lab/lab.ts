/** Mounts the strongly-typed lab: it shows what the record says, and asks no model. */
import { bindAddress, type AddressedState } from '@/kit/lab/address';
import { announcer } from '@/kit/lab/announce';
import { BESIDE_CHANGED, besideOn, showBeside, type Beside } from '@/kit/lab/beside';
import { Controls } from '@/kit/lab/controls';
import { copyLink } from '@/kit/lab/copy-link';
import { download } from '@/kit/lab/download';
import { showFigures } from '@/kit/lab/figures';
import { Markup } from '@/kit/lab/markup';
import { nextTask } from '@/kit/lab/motion';
import { Notices } from '@/kit/lab/notices';
import type { Note, Schema } from '@/kit/lab/state';
import { toCsv } from '@/kit/record/csv';
import type { Series } from '@/kit/record/types';
import { setMarkup } from '@/kit/set-markup';
import { CSV_HEADER, csvRows } from './csv';
import { figuresOf } from './figures';
import { drawCell, drawMatrix } from './matrix-view';
import { CELLS, saidOf, type Measured } from './measured';
import { PRESETS, schemaOf, type LabState } from './state';
import { besideWords, matrixSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new StronglyTypedLab(root).mount();

/** What a cell opens: the programs, and what was said of them. */
interface Details {
  sourceOf: (typeof import('./sources'))['sourceOf'];
  cells: Series;
}

class StronglyTypedLab {
  readonly #parts: Markup;
  readonly #measured: Measured;
  readonly #schema: Schema<LabState>;
  readonly #controls: Controls<LabState>;
  readonly #notices: Notices;
  readonly #say: (sentence: string) => void;
  #address!: AddressedState<LabState>;
  #details: Details | null = null;
  #asksForDetails = false;
  /** What was written last into each part, so that nothing is written anew without need. */
  readonly #written = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.#parts = new Markup(root);
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#schema = schemaOf(this.#measured);
    this.#notices = new Notices(this.#parts);
    this.#say = announcer(this.#parts.part('live'));
    this.#controls = new Controls(
      this.#parts,
      { schema: this.#schema, rulers: {}, presets: PRESETS },
      () => this.#address.state,
      (values, phase) => this.#address.change(values, phase),
    );
  }

  async mount(): Promise<void> {
    for (const step of this.#controls.attach(() => {})) step();
    this.#listen();
    await nextTask();
    this.#address = bindAddress(this.#schema, (state, { phase, from, notes }) =>
      this.#show(state, phase, from === 'address' ? notes : null),
    );
    this.#parts.root.addEventListener(BESIDE_CHANGED, () => this.#show(this.#address.state, 'live', null));
    this.#controls.enable();
  }

  #listen(): void {
    this.#parts.part('st-matrix').addEventListener('click', ({ target }) => {
      const cell = (target as Element).closest<HTMLElement>('[data-st-cell]')?.dataset['stCell'];
      const [a, mistake] = cell?.split(' ') ?? [];
      if (a !== undefined && mistake !== undefined) this.#address.change({ a, mistake }, 'rest');
    });
    const actions = {
      copy: () => void copyLink(this.#parts.part('act', 'copy'), this.#address.link()),
      csv: () => download('strongly-typed.csv', toCsv(CSV_HEADER, csvRows(this.#measured, this.#address.state))),
      reset: () => this.#address.change(this.#schema.opening, 'rest'),
    };
    for (const [name, action] of Object.entries(actions)) {
      this.#parts.part('act', name).addEventListener('click', action);
    }
  }

  #show(state: Readonly<LabState>, phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const parts = this.#parts;
    parts.root.dataset['state'] = 'busy';
    if (notes) this.#notices.showNotes(notes);
    this.#controls.show(state);
    const beside = besideOn(parts.root) as readonly Beside<Measured>[];
    const others = besideWords(this.#measured, state, beside);
    const sentence = matrixSentence(this.#measured, state);
    parts.part('headline').textContent = sentence;
    showFigures(parts, figuresOf(this.#measured, state), false);
    showBeside(parts.root, others);
    if (this.#put('st-matrix', drawMatrix(this.#measured, state, beside))) this.#showCell();
    this.#showDetails();
    if (phase === 'rest') this.#say([sentence, ...others].join(' '));
  }

  /** The program of the chosen cell, and what was said of it: with the first look at one, once they are there. */
  #showDetails(): void {
    if (!this.#details) return this.#fetchDetails();
    const { state } = this.#address;
    const { sourceOf, cells } = this.#details;
    const said = saidOf(cells, state.a, state.mistake);
    this.#put('st-detail', drawCell(this.#measured, state, sourceOf(state.a, state.mistake), said));
    this.#parts.root.dataset['state'] = 'ready';
  }

  #fetchDetails(): void {
    if (this.#asksForDetails) return;
    this.#asksForDetails = true;
    const address = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/data/strongly-typed/${CELLS}.json`;
    const cells = fetch(address).then((answer) => answer.json() as Promise<{ series: Series }[]>);
    Promise.all([import('./sources'), cells]).then(
      ([{ sourceOf }, [first]]) => {
        this.#details = { sourceOf, cells: first!.series };
        this.#showDetails();
      },
      () => {
        // It is tried again with the next look.
        this.#asksForDetails = false;
        this.#notices.showTrouble('The programs could not be loaded: load the page again to try once more.');
      },
    );
  }

  /** Whether it had to be written. */
  #put(name: string, html: string): boolean {
    if (this.#written.get(name) === html) return false;
    this.#written.set(name, html);
    setMarkup(this.#parts.part(name), html);
    return true;
  }

  /** Scrolls to the chosen cell, which a narrow screen may not have in sight. */
  #showCell(): void {
    const table = this.#parts.part('st-matrix');
    const cell = table.querySelector<HTMLElement>('td[data-st-chosen]');
    const names = table.querySelector('tbody th');
    if (!cell || !names) return;
    const [{ left, right }, frame] = [cell.getBoundingClientRect(), table.getBoundingClientRect()];
    const start = frame.left + names.getBoundingClientRect().width;
    if (left < start || right > frame.right) table.scrollLeft += (left + right - start - frame.right) / 2;
  }
}
