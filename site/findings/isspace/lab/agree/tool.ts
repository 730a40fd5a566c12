/** Mounts the lab of who agrees: it lists what the record says, and asks no model. */
import { bindAddress, type AddressedState } from '@/kit/lab/address';
import { announcer } from '@/kit/lab/announce';
import { Controls } from '@/kit/lab/controls';
import { copyLink } from '@/kit/lab/copy-link';
import { download } from '@/kit/lab/download';
import { showFigures } from '@/kit/lab/figures';
import { Markup } from '@/kit/lab/markup';
import { nextTask } from '@/kit/lab/motion';
import { Notices } from '@/kit/lab/notices';
import type { Note } from '@/kit/lab/state';
import { toCsv } from '@/kit/record/csv';
import type { Measured } from '../measured';
import { cleaned } from '../text';
import { csvOf, drawMatrix, matrixFigures, matrixSentence } from './matrix-view';
import { takeMoved } from './moved';
import { MOST_FIND, PRESETS, schemaOf, swapped, type AgreeState } from './state';

export const attach = (root: HTMLElement): Promise<void> => new Agree(root).mount();

class Agree {
  readonly #parts: Markup;
  readonly #measured: Measured;
  readonly #schema: ReturnType<typeof schemaOf>;
  readonly #controls: Controls<AgreeState>;
  readonly #notices: Notices;
  readonly #say: (sentence: string) => void;
  #address!: AddressedState<AgreeState>;

  constructor(root: HTMLElement) {
    this.#parts = new Markup(root);
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#schema = schemaOf(this.#measured.implementations.map(({ id }) => id));
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
    takeMoved();
    for (const step of this.#controls.attach(() => {})) step();
    this.#listen();
    await nextTask();
    this.#address = bindAddress(this.#schema, (state, { phase, from, notes }) =>
      this.#show(state, phase, from === 'address' ? notes : null),
    );
    this.#controls.enable();
  }

  get #find(): HTMLInputElement {
    return this.#parts.part<HTMLInputElement>('text', 'find');
  }

  #listen(): void {
    const take = (phase: 'live' | 'rest') =>
      this.#address.change({ find: cleaned(this.#find.value, MOST_FIND).value }, phase);
    this.#find.addEventListener('input', () => take('live'));
    this.#find.addEventListener('change', () => take('rest'));
    const actions = {
      swap: () => {
        const { who, not } = this.#address.state;
        this.#address.change(swapped(who, not), 'rest');
      },
      copy: () => void copyLink(this.#parts.part('act', 'copy'), this.#address.link()),
      csv: () => {
        const { header, rows } = csvOf(this.#measured, this.#address.state);
        download('isspace-matrix.csv', toCsv(header, rows));
      },
      reset: () => this.#address.change(this.#schema.opening, 'rest'),
    };
    for (const [name, action] of Object.entries(actions)) {
      this.#parts.part('act', name).addEventListener('click', action);
    }
  }

  #show(state: Readonly<AgreeState>, phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const parts = this.#parts;
    parts.root.dataset['state'] = 'busy';
    if (notes) this.#notices.showNotes(notes);
    this.#controls.show(state);
    if (this.#find !== document.activeElement) this.#find.value = state.find;
    const sentence = matrixSentence(this.#measured, state);
    parts.part('matrix-words').textContent = sentence;
    parts.part('matrix').innerHTML = drawMatrix(this.#measured, state);
    showFigures(parts, matrixFigures(this.#measured, state), false);
    parts.root.dataset['state'] = 'ready';
    if (phase === 'rest') this.#say(sentence);
  }
}
