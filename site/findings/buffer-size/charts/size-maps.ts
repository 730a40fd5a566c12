/**
 * Picking and zooming in heat maps of sizes: pointing at a cell shows the slices through it, a click, a tap or the arrow
 * keys keep it. The maps share one picked cell and one area.
 */
import { chart } from '@/kit/chart/chart';
import { formatBytes } from '@/kit/chart/format';
import {
  areaAround,
  areaBetween,
  intoArea,
  isIn,
  longValue,
  readingOf,
  shortValue,
  sliceSpec,
  wholeOf,
  type Area,
  type Cell,
  type SizeGrid,
} from './size-grid';
import { announcer } from '@/kit/lab/announce';
import { SLICE_SIZES } from './slice-sizes';

/** With at most so many columns, cells have room for whole values. */
const ROOMY = 6;

const same = (a: Cell | undefined, b: Cell | undefined): boolean => a?.row === b?.row && a?.column === b?.column;

class SizeMaps {
  readonly #root: HTMLElement;
  readonly #grid: SizeGrid;
  readonly #say: (sentence: string) => void;
  /** What the reader decided on, and what the pointer rests on meanwhile. */
  #picked: Cell;
  #hovered: Cell | undefined;
  #area: Area;
  /** Where choosing an area began, and where it has got to. */
  #anchor: Cell | undefined;
  #corner: Cell | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    const data = root.querySelector('[data-grid]')?.textContent ?? '';
    const { grid, picked } = JSON.parse(data) as { grid: SizeGrid; picked: Cell };
    this.#grid = grid;
    this.#picked = picked;
    this.#area = wholeOf(grid);
    this.#say = announcer(this.#part('[data-live]'), 300);
  }

  /** Makes the maps answer. */
  attach(): void {
    const maps = this.#part('.mt-maps');
    for (const table of maps.querySelectorAll('table')) table.setAttribute('role', 'grid');
    maps.addEventListener('pointerdown', (event) => this.#press(event));
    maps.addEventListener('pointermove', (event) => this.#move(event));
    maps.addEventListener('pointerleave', () => this.#leave());
    maps.addEventListener('click', (event) => this.#click(event));
    maps.addEventListener('keydown', (event) => this.#key(event));
    maps.addEventListener('focusin', (event) => {
      const cell = this.#cellOf(event.target);
      if (cell && !same(cell, this.#picked)) this.#pick(cell);
    });
    addEventListener('pointerup', () => this.#release());
    addEventListener('pointercancel', () => this.#choose(undefined, undefined));
    this.#part('[data-zoom]').addEventListener('click', () => this.#zoom(areaAround(this.#grid, this.#picked)));
    this.#part('[data-all]').addEventListener('click', () => this.#zoom(wholeOf(this.#grid)));
    this.#part<HTMLInputElement>('[data-values]').addEventListener('change', () => this.#write());
    this.#showArea();
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

  #press(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const cell = this.#cellOf(event.target);
    if (cell) this.#choose(cell, cell);
  }

  #move(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    const cell = this.#cellOf(event.target);
    if (this.#anchor && cell && event.buttons === 1) this.#choose(this.#anchor, cell);
    if (same(cell, this.#hovered)) return;
    this.#hovered = cell;
    this.#show();
  }

  #leave(): void {
    this.#hovered = undefined;
    this.#show();
  }

  #release(): void {
    const [from, to] = [this.#anchor, this.#corner];
    if (!from || !to) return;
    this.#choose(undefined, undefined);
    if (!same(from, to)) this.#zoom(areaBetween(from, to));
  }

  #click(event: Event): void {
    const cell = this.#cellOf(event.target);
    if (!cell || !isIn(this.#area, cell)) return;
    this.#pick(cell);
    this.#say(readingOf(this.#grid, cell));
  }

  #key(event: KeyboardEvent): void {
    const { from, to } = this.#area;
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
    if (step && !event.altKey && !event.metaKey && !event.ctrlKey) {
      const start = (event.shiftKey && this.#corner) || this.#picked;
      const next = intoArea({ from, to }, { row: start.row + step.row, column: start.column + step.column });
      if (event.shiftKey) this.#choose(this.#anchor ?? this.#picked, next);
      else {
        this.#choose(undefined, undefined);
        this.#focus(next, event.target);
        this.#say(readingOf(this.#grid, next));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      const [anchor, corner] = [this.#anchor, this.#corner];
      this.#choose(undefined, undefined);
      this.#zoom(
        anchor && corner && !same(anchor, corner) ? areaBetween(anchor, corner) : areaAround(this.#grid, this.#picked),
      );
      this.#focus(this.#picked, event.target);
    } else if (event.key === 'Escape' && (this.#isZoomed || this.#anchor)) {
      this.#choose(undefined, undefined);
      this.#zoom(wholeOf(this.#grid));
      this.#focus(this.#picked, event.target);
    } else return;
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
    this.#hovered = undefined;
    this.#show();
  }

  /** Marks the area between two cells as chosen. */
  #choose(anchor: Cell | undefined, corner: Cell | undefined): void {
    [this.#anchor, this.#corner] = [anchor, corner];
    const area = anchor && corner && !same(anchor, corner) ? areaBetween(anchor, corner) : undefined;
    for (const [cell, element] of this.#cells()) {
      element.classList.toggle('mt-map-chosen', area !== undefined && isIn(area, cell));
    }
  }

  *#cells(): Generator<[Cell, HTMLElement]> {
    for (const element of this.#root.querySelectorAll<HTMLElement>('.mt-map tbody td')) {
      const row = Number(element.parentElement!.dataset['row']);
      yield [{ row, column: Number(element.dataset['column']) }, element];
    }
  }

  get #isZoomed(): boolean {
    const whole = wholeOf(this.#grid);
    return !same(this.#area.from, whole.from) || !same(this.#area.to, whole.to);
  }

  #zoom(area: Area): void {
    this.#area = area;
    this.#picked = intoArea(area, this.#picked);
    this.#hovered = undefined;
    this.#showArea();
    this.#show();
    const { reads, writes } = this.#grid;
    const sizes = (all: readonly number[], from: number, to: number) =>
      `${formatBytes(all[from]!)} to ${formatBytes(all[to]!)}`;
    this.#say(
      this.#isZoomed
        ? `Reads of ${sizes(reads, area.from.row, area.to.row)}, writes of ${sizes(writes, area.from.column, area.to.column)}.`
        : 'All sizes.',
    );
  }

  #showArea(): void {
    const { from, to } = this.#area;
    for (const element of this.#root.querySelectorAll<HTMLElement>('.mt-map [data-column]')) {
      const column = Number(element.dataset['column']);
      element.hidden = column < from.column || column > to.column;
    }
    for (const element of this.#root.querySelectorAll<HTMLElement>('.mt-map [data-row]')) {
      const row = Number(element.dataset['row']);
      element.hidden = row < from.row || row > to.row;
    }
    this.#part<HTMLButtonElement>('[data-all]').disabled = !this.#isZoomed;
    const reach = areaAround(this.#grid, this.#picked);
    const isCloser =
      to.row - from.row > reach.to.row - reach.from.row ||
      to.column - from.column > reach.to.column - reach.from.column;
    this.#part<HTMLButtonElement>('[data-zoom]').disabled = !isCloser;
    this.#write();
  }

  /** Writes the values into the cells, as long as there is room for. */
  #write(): void {
    const isRoomy = this.#area.to.column - this.#area.from.column < ROOMY;
    const write = isRoomy ? longValue : shortValue;
    this.#part('[data-unit]').textContent = isRoomy ? 'MiB/s' : 'thousands of MiB/s';
    for (const table of this.#root.querySelectorAll<HTMLElement>('.mt-map')) {
      const cells = this.#grid.surfaces[Number(table.dataset['surface'])]!.cells.flat();
      table.querySelectorAll('tbody td > span').forEach((span, i) => {
        const cell = cells[i];
        if (cell) span.textContent = write(cell[0], this.#grid.unit);
      });
    }
  }

  /** Shows the slices through the cell in question, and marks it. */
  #show(): void {
    const at = this.#hovered && isIn(this.#area, this.#hovered) ? this.#hovered : this.#picked;
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
      const spec = sliceSpec(this.#grid, along, at, this.#area);
      slice.querySelector('.mt-slice-title')!.textContent = spec.title;
      for (const [name, size] of Object.entries(SLICE_SIZES)) {
        slice.querySelector(`[data-size="${name}"]`)!.innerHTML = chart(spec, size);
      }
    }
  }
}

/** Makes a figure of heat maps answer to pointer, touch and keyboard. */
export async function attach(element: HTMLElement): Promise<void> {
  new SizeMaps(element).attach();
  for (const controls of element.querySelectorAll('[data-controls]')) controls.removeAttribute('data-controls');
}
