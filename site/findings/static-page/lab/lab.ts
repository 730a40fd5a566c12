/** Mounts the lab of made-up books. One worker plans and compares, another one draws; this only shows. */
import { download } from '@/kit/lab/download';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf } from '@/kit/lab/question';
import { setMarkup } from '@/kit/set-markup';
import { ask, createPlanner, pen } from './clients';
import { CSV_HEADER, csvRows } from './csv';
import type { Drawn } from './draw-tasks';
import { blobOf } from './sources';
import { downloadWords, HOLES, PRESETS, sampleOf, schema, textOf, type LabState } from './state';
import type { Covered, LabTasks } from './tasks';
import { described, drawing, figures, headline, strip, table } from './words';

export const attach = (root: HTMLElement): Promise<void> => new StaticPageLab(root).mount();

/** What was found out of a state. */
interface Answer {
  key: string;
  drawn: Drawn;
  found: Covered;
}

/** What the answer depends on. */
const asked = (state: Readonly<LabState>): string => keyOf(state, ['sample', 'filler', 'title', 'author', 'colour']);
const TEXTS = ['title', 'author'] as const;

/** A cover that was drawn when the site was built; nothing where it can't be had, and has to be drawn here. */
async function fetched(address: string): Promise<Pick<Drawn, 'address' | 'png'> | null> {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? { address, png: new Uint8Array(await response.arrayBuffer()) } : null;
}

class StaticPageLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  #asked: string | null = null;
  #answer: Answer | null = null;
  /** The covers that were drawn when the site was built, by the made-up book. */
  readonly #built = new Map<string, string>();
  /** The answer that is shown in the parts that are written as a whole. */
  #shown: Answer | null = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: createPlanner,
      presets: PRESETS,
      rulers: {},
      actions: {
        'own-colour': () => this.#frame.change({ colour: '' }, 'rest'),
        book: () => void this.#download(),
      },
      steps: () => this.#steps(),
      onChange: (state) => this.#ask(state),
      draw: (state) => this.#draw(state),
      isSettled: (state) => this.#current(state) !== null,
      sentence: (state) => {
        const answer = this.#current(state);
        return answer ? `“${textOf(state).title}”: ${headline(answer.found)}` : '';
      },
      csv: (state) => {
        const answer = this.#current(state);
        return { name: 'static-page', header: CSV_HEADER, rows: answer ? csvRows(state, answer.found) : [] };
      },
    });
    pen.onTrouble((words) => this.#frame.showTrouble(words));
    for (const thumb of this.#frame.parts.all<HTMLImageElement>('[data-thumb]')) {
      this.#built.set(thumb.dataset['thumb']!, thumb.src);
    }
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield () => {
      for (const name of [...TEXTS, 'colour'] as const) {
        const input = this.#frame.parts.part<HTMLInputElement>('text', name);
        const read = (phase: 'live' | 'rest') => {
          const { value } = schema.fields[name].read(input.value);
          // What the book says of itself need not stand in the address.
          const own = schema.fields[name].read(this.#own[name]).value;
          this.#frame.change({ [name]: value === own ? '' : value }, phase);
        };
        input.addEventListener('input', () => read('live'));
        input.addEventListener('change', () => read('rest'));
      }
    };
  }

  /** What the made-up book says of itself. */
  get #own() {
    return sampleOf(this.#frame.state);
  }

  #current(state: Readonly<LabState>): Answer | null {
    return this.#answer?.key === asked(state) ? this.#answer : null;
  }

  #ask(state: Readonly<LabState>): void {
    const key = asked(state);
    if (this.#asked === key) return;
    this.#asked = key;
    this.#find(state, key).catch((error: unknown) => {
      // It may be asked again.
      if (this.#asked === key) this.#asked = null;
      this.#frame.showTrouble(error instanceof Error ? error.message : String(error));
    });
  }

  async #find(state: Readonly<LabState>, key: string): Promise<void> {
    const { sample, filler } = state;
    const isOwn = state.title === '' && state.author === '' && state.colour === '';
    const built = isOwn ? await fetched(this.#built.get(sample)!) : null;
    if (this.#asked !== key) return;
    const drawn = built ? { ...built, missing: '', isCut: false } : await pen.draw('sample', textOf(state));
    if (this.#asked !== key) return;
    const found = await ask(this.#frame.worker, 'sample', { sample, hole: HOLES[filler], png: drawn.png });
    if (this.#asked !== key) return;
    this.#answer = { key, drawn, found };
    this.#frame.timer.recordPaint(true);
    this.#frame.redraw();
  }

  async #download(): Promise<void> {
    const answer = this.#current(this.#frame.state);
    if (!answer) return;
    const { sample } = this.#frame.state;
    const { title } = this.#own;
    const { head } = await ask(this.#frame.worker, 'file', { sample });
    const { parts } = await ask(this.#frame.worker, 'sample', { sample, hole: 0, png: answer.drawn.png });
    download(`${title.slice(0, 40)}.epub`, blobOf(new Blob([head as Uint8Array<ArrayBuffer>]), parts));
  }

  #draw(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const own = textOf(state);
    for (const name of [...TEXTS, 'colour'] as const) {
      const input = parts.part<HTMLInputElement>('text', name);
      if (document.activeElement !== input || name === 'colour') input.value = own[name];
    }
    const answer = this.#current(state);
    if (!answer || answer === this.#shown) return;
    this.#shown = answer;
    const { drawn, found } = answer;
    const cover = parts.part<HTMLImageElement>('cover');
    cover.src = drawn.address;
    cover.alt = described(own);
    setMarkup(parts.part('entries'), table(found.rows));
    parts.part('headline').textContent = headline(found);
    parts.part('drawing').textContent = drawing(drawn);
    parts.part('act', 'book').textContent = downloadWords(state.filler);
    setMarkup(parts.part('strip'), strip(found.facts));
    showFigures(parts, figures(found));
  }
}
