/** Mounts the strongly-typed lab. The worker ranks and makes mistakes; this draws, listens and keeps the address in step. */
import { showFigures, type Figure } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import type { Series } from '@/kit/record/types';
import { CSV_HEADER, csvRows } from './csv';
import { figuresOf, type Results } from './figures';
import { CELLS, saidOf, type Measured } from './measured';
import { drawCell, drawGrid, drawHere, drawMatrix } from './other-views';
import { drawRank, rankSize } from './rank-view';
import { MEANINGS, PRESETS, schemaOf, STOPS, weightsOf, type LabState, type ViewName } from './state';
import type { LabTasks } from './tasks';
import { columnOf, equalitySentence, matrixSentence, rankSentence, trapsSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new StronglyTypedLab(root).mount();

/** What a cell opens: the programs, and what was said of them. */
interface Details {
  sourceOf: (typeof import('./sources'))['sourceOf'];
  /** Nothing until there is a record. */
  cells: Series | undefined;
}

class StronglyTypedLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #measured: Measured;
  readonly #ranked: Question<LabState, LabTasks, 'rank'>;
  readonly #equal: Question<LabState, LabTasks, 'equality'>;
  readonly #made: Question<LabState, LabTasks, 'traps'>;
  /** They come with the first look at the matrix. */
  #details: Details | null = null;
  #asksForDetails = false;
  /** What was written last into each part, so that nothing is written anew without need. */
  readonly #written = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    const ids = this.#measured.languages.map(({ id }) => id);
    const weight = { stops: STOPS.weight, say: (weight: number) => `weight ${weight}` };
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema: schemaOf(ids),
      createWorker: () => new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' }),
      presets: PRESETS,
      rulers: {
        static: weight,
        sound: weight,
        safe: weight,
        coercions: weight,
        expressive: weight,
        threshold: { stops: STOPS.threshold, say: (percent) => `${percent}%` },
      },
      steps: () => this.#steps(),
      onChange: (state) => this.#ask(state),
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#isSettled(state),
      sentence: (state) => this.#sentence(state) ?? '',
      csv: (state) => ({
        name: 'strongly-typed',
        header: CSV_HEADER,
        rows: csvRows(this.#measured, state, this.#figures(state), this.#results(state)),
      }),
    });
    const { worker } = this.#frame;
    const asked = ['linted', ...MEANINGS, 'threshold', 'a', 'b'] as const;
    this.#ranked = new Question(worker, 'rank', (state) => keyOf(state, asked));
    this.#equal = new Question(worker, 'equality', ({ operator }) => operator);
    this.#made = new Question(worker, 'traps', () => '');
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => {
      parts.part('picture', 'rank').addEventListener('click', ({ target }) => {
        const id = (target as Element).closest<SVGElement>('[data-st-language]')?.dataset['stLanguage'];
        // The one chosen before stays, as the other one.
        if (id !== undefined && id !== this.#frame.state.a)
          this.#frame.change({ a: id, b: this.#frame.state.a }, 'rest');
      });
      parts.part('st-matrix').addEventListener('click', ({ target }) => {
        const cell = (target as Element).closest<HTMLElement>('[data-st-cell]')?.dataset['stCell'];
        const [a, mistake] = cell?.split(' ') ?? [];
        if (a !== undefined) this.#frame.change({ a, mistake: mistake as LabState['mistake'] }, 'rest');
      });
    };
  }

  #isSettled(state: Readonly<LabState>): boolean {
    const settled: Record<ViewName, () => boolean> = {
      rank: () => this.#ranked.isFinal(state),
      matrix: () => this.#details !== null,
      equality: () => this.#equal.isFinal(state),
      traps: () => this.#made.isFinal(state),
    };
    return settled[state.view]();
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
    const { a, b, operator, threshold, view } = state;
    const { languages } = this.#measured;
    const number = (id: string) => languages.findIndex((language) => language.id === id);
    if (view === 'rank') {
      const outcomes = this.#measured[columnOf(state)];
      const request = { outcomes, weights: weightsOf(state), threshold, a: number(a), b: number(b) };
      this.#ranked.ask(state, request, listener);
    }
    if (view === 'matrix') this.#fetchDetails();
    if (view === 'equality') this.#equal.ask(state, { operator }, listener);
    if (view === 'traps') this.#made.ask(state, {}, listener);
    // Nothing new to compute: what is there already is the answer.
    if (this.#isSettled(state)) timer.shown(true);
  }

  #fetchDetails(): void {
    if (this.#details || this.#asksForDetails) return;
    this.#asksForDetails = true;
    const address = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/data/strongly-typed/${CELLS}.json`;
    const isMadeUp = this.#frame.parts.root.dataset['madeUp'] !== undefined;
    const cells = isMadeUp
      ? Promise.resolve([])
      : fetch(address).then((answer) => answer.json() as Promise<{ series: Series }[]>);
    Promise.all([import('./sources'), cells]).then(
      ([{ sourceOf }, [first]]) => {
        this.#details = { sourceOf, cells: first?.series };
        this.#frame.redraw();
      },
      () => {
        // It is tried again with the next look.
        this.#asksForDetails = false;
        this.#frame.showTrouble('The programs could not be loaded: load the page again to try once more.');
      },
    );
  }

  #results(state: Readonly<LabState>): Results {
    return {
      ranked: this.#ranked.current(state),
      equal: this.#equal.current(state),
      made: this.#made.current(state),
    };
  }

  #figures = (state: Readonly<LabState>): Figure[] =>
    figuresOf[state.view](this.#measured, state, this.#results(state));

  #sentence(state: Readonly<LabState>): string | null {
    const { ranked, equal, made } = this.#results(state);
    switch (state.view) {
      case 'rank':
        return ranked && rankSentence(this.#measured, state, ranked);
      case 'matrix':
        return matrixSentence(this.#measured, state);
      case 'equality':
        return equal && equalitySentence(state, equal);
      case 'traps':
        return made && trapsSentence(this.#measured, made);
    }
  }

  // Drawing

  /** Whether it had to be written. */
  #put(name: string, html: string, value?: string): boolean {
    const key = `${name} ${value}`;
    if (this.#written.get(key) === html) return false;
    this.#written.set(key, html);
    this.#frame.parts.part(name, value).innerHTML = html;
    return true;
  }

  /** Scrolls to the chosen cell, which a narrow screen may not have in sight. */
  #showCell(): void {
    const table = this.#frame.parts.part('st-matrix');
    const cell = table.querySelector<HTMLElement>('td[data-st-chosen]');
    const names = table.querySelector('tbody th');
    if (!cell || !names) return;
    const [{ left, right }, frame] = [cell.getBoundingClientRect(), table.getBoundingClientRect()];
    const start = frame.left + names.getBoundingClientRect().width;
    if (left < start || right > frame.right) table.scrollLeft += (left + right - start - frame.right) / 2;
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    const { view } = state;
    const sentence = this.#sentence(state);
    if (sentence === null) return;
    const { ranked, equal, made } = this.#results(state);
    showFigures(parts, this.#figures(state), false);
    const headline = parts.part('headline', view);
    if (headline.textContent !== sentence) headline.textContent = sentence;
    const measured = this.#measured;
    if (view === 'rank' && ranked && width > 0)
      this.#put('picture', drawRank(measured, state, ranked, rankSize(measured, width)), 'rank');
    if (view === 'matrix') {
      if (this.#put('st-matrix', drawMatrix(measured, state))) this.#showCell();
      const details = this.#details;
      if (details) {
        const said = details.cells && saidOf(details.cells, state.a, state.mistake);
        this.#put('st-detail', drawCell(measured, state, details.sourceOf(state.a, state.mistake), said));
      }
    }
    if (view === 'equality' && equal) this.#put('st-grid', drawGrid(equal, state));
    if (view === 'traps' && made) this.#put('st-here', drawHere(measured, made));
  }
}
