/** Mounts the box for one's own measurements. The worker reads and fits; this draws and listens. */
import { showNotedFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { openInLab } from '@/kit/lab/open-in-lab';
import { keyOf, Question } from '@/kit/lab/question';
import { RULERS } from '../rulers';
import { fittedLaw } from '../state';
import type { Fitted, LabTasks, Parsed } from '../tasks';
import { CSV_HEADER, ownRows } from './csv';
import { ownFitRequest, tooLong } from './data';
import { labWithLaws, lawAddress } from './law-address';
import { drawOwn, type Whose } from './pictures';

import { schema, type OwnState } from './state';
import { errorLines, ownFigures, ownSentence } from './words';

/** Milliseconds without another key until what was typed is read. */
const TYPED = 300;

/** What stands in the box that is too long to be read. */
const unread = (message: string): Parsed => ({
  bytes: new Float64Array(),
  seconds: new Float64Array(),
  lines: new Float64Array(),
  errors: [{ line: 1, message }],
});

export const attach = (root: HTMLElement): Promise<void> => new OwnFit(root).mount();

class OwnFit {
  readonly #frame: LabFrame<OwnState, LabTasks>;
  readonly #parse: Question<OwnState, LabTasks, 'parse'>;
  readonly #fit: Question<OwnState, LabTasks, 'fit'>;
  readonly #box: HTMLTextAreaElement;
  /** The record's points as text, by source: the first is what the box begins with. */
  readonly #examples: Readonly<Record<string, string>>;
  /** Counts the texts, so that an answer is known to be about the present one. */
  #version = 0;
  #text: string;
  #tooLong: Parsed | null = null;

  constructor(root: HTMLElement) {
    this.#examples = JSON.parse(root.dataset['examples'] ?? '{}') as Record<string, string>;
    const take = (name: string) => () => this.#take(this.#examples[name] ?? '');
    this.#frame = new LabFrame<OwnState, LabTasks>(root, {
      schema,
      createWorker: () => new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module' }),
      presets: [],
      rulers: { share: RULERS.share },
      actions: {
        ...Object.fromEntries(Object.keys(this.#examples).map((name) => [`example-${name}`, take(name)])),
        clear: () => {
          this.#take('');
          this.#box.focus();
        },
        show: () => this.#show(),
      },
      onFreshStart: () => this.#setText(Object.values(this.#examples)[0] ?? ''),
      onChange: (state) => this.#ask(state),
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => {
        const parsed = this.#parsed(state);
        return parsed !== null && (parsed.bytes.length === 0 || this.#fit.current(state) !== null);
      },
      sentence: (state) => this.#sentence(state),
      csv: (state) => ({
        name: 'own-measurements',
        header: CSV_HEADER,
        rows: ownRows(state, this.#parsed(state), this.#fitted(state)),
      }),
    });
    const { parts, worker } = this.#frame;
    this.#parse = new Question(worker, 'parse', (state) => `${this.#version},${state.column}`);
    this.#fit = new Question(worker, 'fit', (state) => `${this.#version},${keyOf(state, ['column', 'fit', 'share'])}`);
    this.#box = parts.part<HTMLTextAreaElement>('box');
    this.#text = this.#box.value;
    let typed: ReturnType<typeof setTimeout> | undefined;
    this.#box.addEventListener('input', () => {
      clearTimeout(typed);
      typed = setTimeout(() => this.#take(this.#box.value), TYPED);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  /** Reads another text. What stands in the box is no part of the state, so nothing of it gets into the address. */
  #take(text: string): void {
    this.#setText(text);
    this.#frame.change({}, 'rest');
  }

  #setText(text: string): void {
    if (this.#box.value !== text) this.#box.value = text;
    if (this.#text === text) return;
    this.#text = text;
    this.#version++;
    const why = tooLong(text);
    this.#tooLong = why === null ? null : unread(why);
  }

  #parsed = (state: Readonly<OwnState>): Parsed | null => this.#tooLong ?? this.#parse.current(state);

  #fitted(state: Readonly<OwnState>): Fitted | null {
    const fit = this.#fit.current(state);
    return fit?.kind === 'fitted' ? fit : null;
  }

  #ask(state: Readonly<OwnState>): void {
    if (this.#tooLong) return;
    const { showTrouble } = this.#frame;
    const onResult = (parsed: Parsed) => {
      if (parsed.bytes.length > 0) this.#askFit(this.#frame.state, parsed);
      this.#frame.redraw();
    };
    this.#parse.ask(state, { text: this.#text, column: state.column }, { onResult, onRefused: showTrouble });
    const parsed = this.#parse.current(state);
    if (parsed && parsed.bytes.length > 0) this.#askFit(state, parsed);
  }

  #askFit(state: Readonly<OwnState>, parsed: Parsed): void {
    const { redraw, showTrouble, timer } = this.#frame;
    const onResult = () => {
      redraw();
      timer.shown(true);
    };
    this.#fit.ask(state, ownFitRequest(state, parsed), { onResult, onRefused: showTrouble });
  }

  /** Has the lab above show the law that was fitted. */
  #show(): void {
    const lab = labWithLaws();
    const fitted = this.#fitted(this.#frame.state);
    if (lab && fitted) openInLab(lab, lawAddress(location.href, fittedLaw(fitted)));
  }

  #sentence(state: Readonly<OwnState>): string {
    const parsed = this.#parsed(state);
    return parsed ? ownSentence(state, parsed, this.#fit.current(state)) : '';
  }

  #draw(state: Readonly<OwnState>, width: number): void {
    const parsed = this.#parsed(state);
    if (!parsed) return;
    // Until the fit is there, what stands there is right for the text before.
    if (parsed.bytes.length > 0 && this.#fit.current(state) === null) return;
    const fitted = parsed.bytes.length > 0 ? this.#fitted(state) : null;
    const { parts } = this.#frame;
    showNotedFigures(parts, ownFigures(state, fitted));
    parts.part('sentence').textContent = this.#sentence(state);
    const errors = parts.part('errors');
    errors.hidden = parsed.errors.length === 0;
    errors.replaceChildren(...errorLines(parsed).map(listItem));
    const whose = this.#whose;
    parts.part('key-measured').hidden = whose !== 'measured';
    parts.part('key-yours').hidden = whose !== 'yours';
    parts.part<HTMLButtonElement>('act', 'show').disabled = fitted === null || labWithLaws() === null;
    if (width > 0) parts.part('picture').innerHTML = drawOwn(parsed, fitted, whose, width);
  }

  get #whose(): Whose {
    return Object.values(this.#examples).includes(this.#text) ? 'measured' : 'yours';
  }
}

/** As text: what a reader pasted is never markup. */
function listItem(words: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = words;
  return item;
}
