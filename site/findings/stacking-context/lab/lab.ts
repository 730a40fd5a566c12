/** Mounts the lab. The worker predicts and changes trees; this has the browser paint them, draws, listens and compares. */
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Question } from '@/kit/lab/question';
import workerUrl from '../worker.ts?worker&url';
import { drawBoxes, drawNames, drawWords } from './boxes-view';
import { CSV_HEADER, csvRows } from './csv';
import { drawLayers, drawList, layersSize } from './layers-view';
import { addKeyframes, buildStage, paintedOrder } from './stage';
import { FILTER, presetsOf, schema, type LabState } from './state';
import type { Answer, Edit, LabTasks, Painted } from './tasks';
import { agreement, figures, headline, pairOf, sentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new StackingContextLab(root).mount();

class StackingContextLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #question: Question<LabState, LabTasks, 'answer'>;
  /** Changes that are asked for, of the tree that is shown. */
  #edits: readonly Edit[] = [];
  /** The order in which this browser paints a tree, once it is known. */
  #browser: { tree: string; order: readonly number[] | null } | null = null;
  /** The tree that the browser paints in the stage. */
  #staged = '';

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: presetsOf(),
      rulers: {},
      steps: () => this.#steps(),
      onChange: (state) => {
        this.#forgetEdits();
        this.#remark('');
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#isSettled(state),
      sentence: (state) => {
        const answer = this.#question.current(state);
        return answer ? sentence(answer) : '';
      },
      csv: (state) => {
        const answer = this.#question.current(state);
        const rows = answer ? csvRows(state, answer, this.#orderOf(answer.painted)) : [];
        return { name: 'stacking-context', header: CSV_HEADER, rows };
      },
    });
    this.#question = this.#frame.question('answer', ['tree', 'by', 'one', 'other']);
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield addKeyframes;
    yield () => this.#listen();
  }

  #listen(): void {
    const { parts } = this.#frame;
    const filter = parts.part<HTMLInputElement>('filter');
    filter.addEventListener('change', () => this.#edit(FILTER.name, filter.checked ? 'declare' : 'drop', FILTER.word));
    for (const name of ['one', 'other'] as const) {
      const select = parts.part<HTMLSelectElement>('pick', name);
      select.addEventListener('change', () => this.#frame.change({ [name]: select.value }, 'rest'));
    }
    const pressed = (part: HTMLElement, name: string, act: (value: string) => void) =>
      part.addEventListener('click', ({ target }) => {
        const value = (target as Element).closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
        if (value !== undefined) act(value);
      });
    pressed(parts.part('boxes'), 'box', (one) => this.#frame.change({ one }, 'rest'));
    pressed(parts.part('words'), 'drop', (word) => this.#edit(this.#chosen, 'drop', word));
    for (const button of parts.all<HTMLElement>('[data-edit]')) {
      button.addEventListener('click', () => this.#edit(this.#chosen, button.dataset['edit'] as Edit['action'], ''));
    }
    const declare = parts.part<HTMLSelectElement>('declare');
    declare.addEventListener('change', () => {
      if (declare.value !== '') this.#edit(this.#chosen, 'declare', declare.value);
      declare.value = '';
    });
    const z = parts.part<HTMLInputElement>('z');
    z.addEventListener('change', () => this.#edit(this.#chosen, 'z', z.value));
    const tree = parts.part<HTMLInputElement>('text', 'tree');
    tree.addEventListener('change', () => {
      const { value, because } = schema.fields.tree.read(tree.value.trim());
      if (because === undefined) this.#frame.change({ tree: value }, 'rest');
      else this.#remark(`What you typed ${because}.`);
    });
  }

  /** The name of the box that can be changed. */
  get #chosen(): string {
    return this.#frame.parts.part('chosen').textContent.trim();
  }

  /** Has the model change the tree that is shown; what was asked for a moment before is not lost. */
  #edit(name: string, action: Edit['action'], value: string): void {
    const { parts, state, worker, change, showTrouble } = this.#bound();
    this.#edits = [...this.#edits, { name, action, value }];
    if (parts.root.dataset['state'] === 'ready') parts.root.dataset['state'] = 'busy';
    const tree = this.#question.current(state)?.painted.tree ?? state.tree;
    worker.ask(
      'edit',
      { tree, edits: this.#edits },
      {
        onResult: ({ tree, name: next, refused }) => {
          this.#edits = [];
          // Only a new box, or one in place of a lost one, is chosen next.
          change(next === name ? { tree } : { tree, one: next });
          this.#remark(refused ?? '');
        },
        onRefused: showTrouble,
      },
    );
  }

  #bound() {
    const frame = this.#frame;
    const { parts, state, worker, showTrouble } = frame;
    return { parts, state, worker, showTrouble, change: (values: Partial<LabState>) => frame.change(values, 'rest') };
  }

  #forgetEdits(): void {
    if (this.#edits.length > 0) this.#frame.worker.cancel('edit');
    this.#edits = [];
  }

  #remark(words: string): void {
    this.#frame.parts.part('remark-edit').textContent = words;
  }

  #ask(state: Readonly<LabState>): void {
    const { tree, by, one, other } = state;
    this.#question.ask(state, { tree, by, one, other }, ({ painted }) => this.#look(painted));
    const known = this.#question.current(state);
    if (known) this.#look(known.painted);
  }

  /** Asks this browser in which order it paints a tree. */
  #look({ tree, boxes }: Painted): void {
    if (this.#browser?.tree === tree) return;
    const asked = (this.#browser = { tree, order: null as readonly number[] | null });
    paintedOrder(boxes).then(
      (order) => {
        asked.order = order;
        this.#frame.redraw();
      },
      (problem: unknown) => this.#frame.showTrouble(`This browser could not be asked: ${String(problem)}`),
    );
  }

  /** The order in which this browser paints a tree, as far as it is known. */
  #orderOf({ tree }: Painted): readonly number[] | null {
    return this.#browser?.tree === tree ? this.#browser.order : null;
  }

  #isSettled(state: Readonly<LabState>): boolean {
    const answer = this.#question.current(state);
    return answer !== null && this.#edits.length === 0 && this.#orderOf(answer.painted) !== null;
  }

  // Drawing

  /** Writes markup into a part; what had the focus in it gets it back, as far as it is there again. */
  #put(name: string, html: string, value?: string): void {
    const { parts } = this.#frame;
    const part = parts.part(name, value);
    const { activeElement } = document;
    const focused = part.contains(activeElement) ? (activeElement as HTMLElement).dataset : null;
    if (!parts.put(name, html, value) || !focused) return;
    const [kind, which] = Object.entries(focused)[0] ?? [];
    const again =
      part.querySelector<HTMLElement>(`[data-${kind}="${which}"]`) ?? part.querySelector<HTMLElement>('button');
    (again ?? parts.part('declare')).focus();
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const answer = this.#question.current(state);
    if (!answer) return;
    const { parts } = this.#frame;
    const { painted } = answer;
    showFigures(parts, figures(answer));
    parts.say('headline', headline(answer));
    this.#put('sentences', (answer.why?.sentences ?? []).map((text) => `<li>${text}</li>`).join(''));
    this.#put('list', drawList(painted));
    if (width > 0) this.#put('picture', drawLayers(painted, layersSize(width)), 'layers');
    this.#paint(painted);
    this.#showControls(state, answer);
    this.#showAgreement(painted);
    const problem = parts.part('problem');
    problem.hidden = answer.refused === null;
    problem.textContent =
      answer.refused === null
        ? ''
        : `Of what the address says, ${answer.refused}. The published case is shown instead.`;
  }

  /** Has the browser paint the tree, unless it does. */
  #paint({ tree, boxes }: Painted): void {
    if (this.#staged === tree) return;
    this.#staged = tree;
    this.#frame.parts.part('stage').replaceChildren(buildStage(boxes, { withCards: true }).stage);
  }

  #showControls(state: Readonly<LabState>, answer: Answer): void {
    const { parts } = this.#frame;
    const { painted } = answer;
    const pair = pairOf(answer, state);
    const chosen = painted.boxes.find(({ name }) => name === pair.one)!;
    this.#put('pick', drawNames(painted, pair.one), 'one');
    this.#put('pick', drawNames(painted, pair.other), 'other');
    // What the reader has picked in vain stays picked in the list, whose markup is the same as before.
    parts.part<HTMLSelectElement>('pick', 'one').value = pair.one;
    parts.part<HTMLSelectElement>('pick', 'other').value = pair.other;
    this.#put('boxes', drawBoxes(painted, pair.one));
    parts.say('chosen', pair.one);
    this.#put('words', drawWords(chosen));
    const z = parts.part<HTMLInputElement>('z');
    if (document.activeElement !== z) z.value = chosen.z === 0 ? '' : String(chosen.z);
    const tree = parts.part<HTMLInputElement>('text', 'tree');
    if (document.activeElement !== tree) tree.value = painted.tree;
    const image = painted.boxes.find(({ name }) => name === FILTER.name);
    const filter = parts.part<HTMLInputElement>('filter');
    filter.checked = image?.words.includes(FILTER.word) ?? false;
    filter.disabled = image === undefined;
    parts.say('why', image === undefined ? `There is no box named ${FILTER.name}.` : '');
  }

  #showAgreement(painted: Painted): void {
    const found = this.#orderOf(painted);
    if (!found) return;
    const { parts } = this.#frame;
    const { agrees, words } = agreement(painted, found);
    parts.part('agreement').toggleAttribute('data-differs', !agrees);
    parts.say('agreement', words);
  }
}
