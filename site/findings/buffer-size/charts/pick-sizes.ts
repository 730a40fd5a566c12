/**
 * Picking in heat maps of sizes: pointing at a cell shows the slices through it, a click, a tap or the arrow keys keep it. The
 * maps share one picked cell.
 */
import { chart } from '@/kit/chart/chart';
import { cellAt, intoGrid, readingOf, sliceSpec, type Cell, type SizeGrid } from './size-grid';
import { announcer } from '@/kit/lab/announce';
import { setMarkup } from '@/kit/set-markup';
import { SLICE_SIZES } from './slice-sizes';

/** The sizes in bytes that the reader picked last, which a figure that is drawn anew shows again. */
let lastPicked: readonly [read: number, write: number] | undefined;

const same = (a: Cell | undefined, b: Cell | undefined): boolean => a?.row === b?.row && a?.column === b?.column;

class SizeMaps {
  readonly #root: HTMLElement;
  readonly #grid: SizeGrid;
  readonly #say: (sentence: string) => void;
  /** What the reader decided on, and what the pointer rests on meanwhile. */
  #picked: Cell;
  #hovered: Cell | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    const data = root.querySelector('[data-grid]')?.textContent ?? '';
    const { grid, picked } = JSON.parse(data) as { grid: SizeGrid; picked: Cell };
    this.#grid = grid;
    this.#picked = lastPicked ? cellAt(grid, ...lastPicked) : picked;
    this.#say = announcer(this.#part('[data-live]'), 300);
  }

  /** Makes the maps answer. */
  attach(): void {
    const maps = this.#part('.mt-maps');
    for (const table of maps.querySelectorAll('table')) table.setAttribute('role', 'grid');
    maps.addEventListener('pointermove', (event) => this.#move(event));
    maps.addEventListener('pointerleave', () => this.#leave());
    maps.addEventListener('click', (event) => this.#click(event));
    maps.addEventListener('keydown', (event) => this.#key(event));
    maps.addEventListener('focusin', (event) => {
      const cell = this.#cellOf(event.target);
      if (cell && !same(cell, this.#picked)) this.#pick(cell);
    });
    this.#show();
    this.#root.setAttribute('data-state', 'ready');
  }

  #part<E extends HTMLElement>(selector: string): E {
    return this.#root.querySelector<E>(selector)!;
  }

  /** The cell that an element is or lies in; the size of a head with the picked size of the other kind. */
  #cellOf(target: EventTarget | null): Cell | undefined {
    const element = target instanceof Element ? target.closest('td[data-column], th') : null;
    if (!element) return undefined;
    const column = element.getAttribute('data-column');
    const row = element.closest('[data-row]')?.getAttribute('data-row');
    if (column === null && row === undefined) return undefined;
    return {
      row: row === undefined || row === null ? this.#picked.row : Number(row),
      column: column === null ? this.#picked.column : Number(column),
    };
  }

  #move(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    const cell = this.#cellOf(event.target);
    if (same(cell, this.#hovered)) return;
    this.#hovered = cell;
    this.#show();
  }

  #leave(): void {
    this.#hovered = undefined;
    this.#show();
  }

  #click(event: Event): void {
    const cell = this.#cellOf(event.target);
    if (!cell) return;
    this.#pick(cell);
    this.#say(readingOf(this.#grid, cell));
  }

  #key(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, Cell>> = {
      ArrowUp: { row: -1, column: 0 },
      ArrowDown: { row: 1, column: 0 },
      ArrowLeft: { row: 0, column: -1 },
      ArrowRight: { row: 0, column: 1 },
      Home: { row: 0, column: -Infinity },
      End: { row: 0, column: Infinity },
      PageUp: { row: -Infinity, column: 0 },
      PageDown: { row: Infinity, column: 0 },
    };
    const step = steps[event.key];
    if (!step || event.altKey || event.metaKey || event.ctrlKey) return;
    const { row, column } = this.#picked;
    const next = intoGrid(this.#grid, { row: row + step.row, column: column + step.column });
    this.#focus(next, event.target);
    this.#say(readingOf(this.#grid, next));
    event.preventDefault();
  }

  /** Moves the keyboard to a cell of the map that it is in. */
  #focus(cell: Cell, from: EventTarget | null): void {
    this.#pick(cell);
    const table = from instanceof Element ? from.closest('table') : null;
    table?.querySelector<HTMLElement>(`[data-row="${cell.row}"] td[data-column="${cell.column}"]`)?.focus();
  }

  #pick(cell: Cell): void {
    this.#picked = cell;
    lastPicked = [this.#grid.reads[cell.row]!, this.#grid.writes[cell.column]!];
    this.#hovered = undefined;
    this.#show();
  }

  *#cells(): Generator<[Cell, HTMLElement]> {
    for (const element of this.#root.querySelectorAll<HTMLElement>('.mt-map tbody td')) {
      const row = Number(element.parentElement!.dataset['row']);
      yield [{ row, column: Number(element.dataset['column']) }, element];
    }
  }

  /** Shows the slices through the cell in question, and marks it. */
  #show(): void {
    const at = this.#hovered ?? this.#picked;
    for (const [cell, element] of this.#cells()) {
      element.classList.toggle('mt-map-across', cell.row === at.row || cell.column === at.column);
      element.classList.toggle('mt-map-picked', same(cell, at));
      // One cell of each map takes the keyboard; the arrow keys do the rest.
      element.tabIndex = same(cell, this.#picked) ? 0 : -1;
    }
    for (const head of this.#root.querySelectorAll<HTMLElement>('.mt-map th')) {
      const [row, column] = [head.closest<HTMLElement>('[data-row]')?.dataset['row'], head.dataset['column']];
      head.classList.toggle('mt-map-across', Number(row) === at.row || Number(column) === at.column);
    }
    this.#part('[data-reading]').textContent = readingOf(this.#grid, at);
    for (const along of ['writes', 'reads'] as const) {
      const slice = this.#part(`[data-slice="${along}"]`);
      const spec = sliceSpec(this.#grid, along, at);
      slice.querySelector('.mt-slice-title')!.textContent = spec.title;
      for (const [name, size] of Object.entries(SLICE_SIZES)) {
        setMarkup(slice.querySelector(`[data-size="${name}"]`)!, chart(spec, size));
      }
    }
  }
}

/** Makes a figure of heat maps answer to pointer, touch and keyboard. */
export async function attach(element: HTMLElement): Promise<void> {
  new SizeMaps(element).attach();
  for (const controls of element.querySelectorAll('[data-controls]')) controls.removeAttribute('data-controls');
}
