/**
 * Reads charts: a small panel shows the point under the pointer or the finger, or the one that the arrow keys have reached. Listeners are
 * on the document, since a lab or a record of the reader's may replace a drawing at any time.
 */
import { copyLink } from '@/kit/lab/copy-link';
import { formatDate } from './format';
import { setMarkup } from '@/kit/set-markup';
import { glyph, type FigureKind } from './grammar';
import { machineOf } from './machines';
import { oneLine, ownTable, pointWords, type PointWords, type Run, type TableRow } from './point-words';
import type { FigureTable } from './tabled';

/** A point that can be read: its position in its drawing, and its row of the table. */
interface Spot {
  readonly svg: SVGSVGElement;
  readonly kind: FigureKind;
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly each: string | undefined;
}

/** A point's position in its chart: the index of its mark, in drawing order, and its own index along the mark's axis. */
interface Position {
  readonly mark: number;
  readonly index: number;
}

/** Distance from a point within which a pointer reads it, in pixels. A finger is less exact. */
const REACH = { mouse: 40, finger: 64 };
/** Distance that a pointer may move while it is down and still pick a point, in pixels: dragging reads nothing. */
const SLOP = 6;
/** Distance of the panel from the point, and from the window's edge, in pixels. */
const [GAP, EDGE] = [14, 8];

/** Cached points of each drawing, mark by mark. A drawing does not change; it is replaced. */
const cachedSpots = new WeakMap<SVGSVGElement, readonly (readonly Spot[])[]>();

function spotsIn(svg: SVGSVGElement): readonly (readonly Spot[])[] {
  const found = cachedSpots.get(svg) ?? findSpots(svg);
  cachedSpots.set(svg, found);
  return found;
}

function findSpots(svg: SVGSVGElement): Spot[][] {
  const along = alongOf(svg);
  return [...svg.querySelectorAll<SVGGraphicsElement>('[data-rows]')]
    .map((mark) => {
      const { rows = '', each, at } = mark.dataset;
      // A bar is an interval of the dot behind it, except where that dot is beyond the axis.
      const shapes = [...mark.querySelectorAll<SVGGraphicsElement>(':scope > :not(.mt-interval:not([data-alone]))')];
      const places = at ? at.split(' ').map((pair) => pair.split(',').map(Number)) : shapes.map(middleOf);
      const kind = /--(\w+)/.exec((shapes[0] ?? mark).getAttribute('class') ?? '')?.[1] as FigureKind;
      const said = each?.split('|');
      return rows
        .split(' ')
        .map((row, index): Spot => {
          const [x = 0, y = 0] = places[index] ?? [];
          return { svg, kind, x, y, row: Number(row), each: said?.[index] };
        })
        .filter(({ row }) => !Number.isNaN(row))
        .sort((a, b) => a[along] - b[along]);
    })
    .filter((spots) => spots.length > 0);
}

function middleOf(shape: SVGGraphicsElement): [number, number] {
  const { x, y, width, height } = shape.getBBox();
  return [x + width / 2, y + height / 2];
}

/** The axis along which a chart's points follow each other: down in charts of rows. */
const alongOf = (svg: SVGSVGElement): 'x' | 'y' => (svg.hasAttribute('data-down') ? 'y' : 'x');

/** The points of the drawing that is visible at this width. */
const spotsOf = (chart: Element): (readonly Spot[])[] =>
  [...chart.querySelectorAll<SVGSVGElement>('svg[role="img"]')]
    .filter((svg) => svg.checkVisibility())
    .flatMap((svg) => spotsIn(svg));

/** Returns the function from a point of the drawing to its position in the window, in pixels. */
function onScreen(svg: SVGSVGElement): (spot: Spot) => [number, number] {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / svg.viewBox.baseVal.width;
  return ({ x, y }) => [left + x * scale, top + y * scale];
}

function nearest(chart: Element, { clientX, clientY }: MouseEvent, reach: number): Position | undefined {
  let [found, least]: [Position | undefined, number] = [undefined, reach];
  spotsOf(chart).forEach((spots, mark) => {
    const positionOf = onScreen(spots[0]!.svg);
    spots.forEach((spot, index) => {
      const [x, y] = positionOf(spot);
      const away = Math.hypot(x - clientX, y - clientY);
      if (away < least) [found, least] = [{ mark, index }, away];
    });
  });
  return found;
}

function rowOf({ svg, row }: Spot): TableRow {
  if (svg.dataset['ownTable'] !== undefined) {
    const { head, rows } = ownTable(svg.dataset['ownTable']);
    return { head, cells: rows[row] ?? [] };
  }
  const { head = [], rows = [] } = figureData.get(svg)?.table ?? {};
  return { head, cells: rows[row] ?? [] };
}

/** Table and runs of a figure's drawing. Cached by the drawing, which may be replaced. */
interface FigureData {
  readonly table: FigureTable | undefined;
  readonly runs: readonly Run[];
}

const figureData = new WeakMap<SVGSVGElement, FigureData>();

/** Fetches the table and the runs of a figure's drawings; a lab's drawings carry their own table. */
async function fetchFigureData(chart: Element): Promise<void> {
  const figure = chart.closest<HTMLElement>('figure[data-chart]');
  const drawings = [...(figure?.querySelectorAll('svg') ?? [])];
  if (!figure || drawings.every((svg) => figureData.has(svg))) return;
  const { inPage } = await import('@/kit/prose/in-page.ts');
  const { drawing, records } = await inPage().chart(figure.dataset['chart']!, figure.id);
  const runs = records.map((record) => ({ machine: machineOf(record), date: formatDate(record.provenance.time) }));
  for (const svg of drawings) figureData.set(svg, { table: drawing.table, runs });
}

/** The point being read. */
interface Reading {
  readonly chart: HTMLElement;
  readonly position: Position;
  readonly spot: Spot;
  readonly words: PointWords;
}

let reading: Reading | undefined;
/** Tells if the panel stays open when the pointer leaves. */
let isPinned = false;

const panel = document.createElement('div');
panel.className = 'mt-reading';
panel.popover = 'manual';
panel.role = 'group';
panel.ariaLabel = 'A point of the chart';

const ring = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
ring.setAttribute('class', 'mt-reading-ring');
ring.setAttribute('r', '8');

/** Announces words to screen readers. */
function announce(words: string): void {
  const region = document.querySelector('#mt-announcement');
  if (region) region.textContent = words;
}

/** The point that is shown once its data are fetched, unless the reader asks for another meanwhile. */
let awaited: { readonly pin: boolean } | undefined;

/** Shows a point in the panel, then calls `after`; may have to fetch its data first. Returns false where there is no such point. */
function show(chart: HTMLElement, position: Position, pin: boolean, after?: () => void): boolean {
  const spot = spotsOf(chart)[position.mark]?.[position.index];
  if (!spot) return false;
  if (spot.svg.dataset['ownTable'] === undefined && !figureData.has(spot.svg)) {
    const request = { pin };
    awaited = request;
    fetchFigureData(chart).then(
      () => awaited === request && show(chart, position, pin, after),
      // The chart's own link leads to the same data.
      () => {
        if (awaited === request) awaited = undefined;
      },
    );
    return true;
  }
  awaited = undefined;
  isPinned = pin;
  if (reading?.spot !== spot) {
    const words = pointWords(spot.kind, rowOf(spot), spot.each, figureData.get(spot.svg)?.runs ?? []);
    reading = { chart, position, spot, words };
    fill(reading);
    watch.disconnect();
    watch.observe(chart, { childList: true, subtree: true });
  }
  panel.toggleAttribute('data-kept', pin);
  // After the chart and not inside: its content may be replaced, and the panel's buttons follow it for the Tab key.
  if (chart.nextSibling !== panel) chart.after(panel);
  ring.setAttribute('cx', String(spot.x));
  ring.setAttribute('cy', String(spot.y));
  if (ring.parentNode !== spot.svg) spot.svg.append(ring);
  if (!panel.matches(':popover-open')) panel.showPopover();
  positionPanel(spot);
  after?.();
  return true;
}

/** Positions the panel near a point, within the window. The panel is part of the page, and scrolls with it. */
function positionPanel(spot: Spot): void {
  const [x, y] = onScreen(spot.svg)(spot);
  const { offsetWidth: width, offsetHeight: height } = panel;
  const room = document.documentElement.clientWidth;
  const left = x + GAP + width > room - EDGE ? x - GAP - width : x + GAP;
  const top = y - GAP - height < EDGE ? y + GAP : y - GAP - height;
  panel.style.left = `${Math.max(EDGE, Math.min(left, room - EDGE - width)) + scrollX}px`;
  panel.style.top = `${top + scrollY}px`;
}

function fill({ chart, spot, words }: Reading): void {
  const kind = element('p', 'mt-reading-kind');
  // Markup of the grammar's mark alone.
  setMarkup(kind, glyph(spot.kind));
  kind.append(` ${words.kind}`);
  const list = element('dl');
  for (const [what, said] of words.known) list.append(element('dt', '', what), element('dd', '', said));
  const acts = element('p', 'mt-reading-acts');
  const act = (name: string, does: (button: HTMLButtonElement) => unknown) => {
    const button = element('button', '', name);
    button.type = 'button';
    button.addEventListener('click', () => void does(button));
    acts.append(button);
  };
  act('Copy', (button) => copyWords(button, oneLine(words)));
  act('Copy link', (button) => copyLink(button, addressOf(chart)));
  for (const type of ['SVG', 'PNG'] as const) {
    act(type, async (button) => {
      const { downloadPicture } = await import('./chart-picture');
      // The ring that highlights the point is no part of the chart.
      ring.remove();
      await downloadPicture(spot.svg, type, {
        name: chart.closest('figure')?.id || 'chart',
        title: spot.svg.ariaLabel ?? '',
        source: [words.source, addressOf(chart)].filter((part) => part !== '').join(', '),
      }).catch(() => (button.textContent = 'Not possible here'));
    });
  }
  panel.replaceChildren(kind, list, element('p', 'mt-reading-source', words.source), acts);
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, style = '', text = '') {
  const made = document.createElement(name);
  if (style) made.className = style;
  made.textContent = text;
  return made;
}

/** Address of a chart's figure; in a lab, the page's address, which has the lab's settings. */
function addressOf(chart: Element): string {
  const id = chart.closest('figure')?.id;
  return id ? new URL(`#${id}`, location.href).href : location.href;
}

async function copyWords(button: HTMLButtonElement, words: string): Promise<void> {
  const name = button.textContent;
  button.textContent = await navigator.clipboard.writeText(words).then(
    () => 'Copied',
    () => 'Not allowed here',
  );
  setTimeout(() => (button.textContent = name), 2500);
}

function stopReading(): void {
  reading = undefined;
  awaited = undefined;
  isPinned = false;
  watch.disconnect();
  ring.remove();
  if (!panel.isConnected) return;
  panel.hidePopover();
  // A reader mode does not know that it is closed.
  panel.remove();
}

/** Shows the point at the same position when the drawing being read is replaced. */
const watch = new MutationObserver(() => {
  if (!reading || reading.spot.svg.isConnected) return;
  const { chart, position } = reading;
  if (!chart.isConnected || !show(chart, position, isPinned)) stopReading();
});

/** Position that a key leads to from a point. */
function positionAfter(chart: Element, { mark, index }: Position, key: string): Position | undefined {
  const all = spotsOf(chart);
  const spots = all[mark];
  const spot = spots?.[index];
  if (!spots || !spot) return undefined;
  const along = alongOf(spot.svg);
  const [back, on, up, down] =
    along === 'x'
      ? ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
      : ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
  switch (key) {
    case 'Home':
      return { mark, index: 0 };
    case 'End':
      return { mark, index: spots.length - 1 };
    case back:
      return { mark, index: Math.max(0, index - 1) };
    case on:
      return { mark, index: Math.min(spots.length - 1, index + 1) };
    case up:
    case down: {
      const next = (mark + (key === down ? 1 : all.length - 1)) % all.length;
      const away = all[next]!.map((other) => Math.abs(other[along] - spot[along]));
      return { mark: next, index: away.indexOf(Math.min(...away)) };
    }
    default:
      return undefined;
  }
}

const chartAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-read]') : null;
const isInPanel = (target: EventTarget | null): boolean => target instanceof Node && panel.contains(target);

function hover(event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || isPinned || awaited?.pin || event.buttons > 0 || isInPanel(event.target)) return;
  const chart = chartAt(event.target);
  const position = chart && nearest(chart, event, REACH.mouse);
  if (!position || !show(chart, position, false)) stopReading();
}

/** The last press of the pointer. */
let down: PointerEvent | undefined;

function pick(event: MouseEvent): void {
  if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP) return;
  // A download clicks a link by script, which is no click of the reader's.
  if (isInPanel(event.target) || !event.isTrusted) return;
  const chart = chartAt(event.target);
  const { pointerType = 'mouse' } = event as Partial<PointerEvent>;
  const position = chart && nearest(chart, event, pointerType === 'mouse' ? REACH.mouse : REACH.finger);
  if (!position || !show(chart, position, true)) stopReading();
}

function enter({ target }: Event): void {
  const chart = chartAt(target);
  if (!chart || target !== chart || !chart.matches(':focus-visible')) return;
  show(chart, reading?.chart === chart ? reading.position : { mark: 0, index: 0 }, true);
}

function press(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Escape' && reading) {
    // Closing the panel removes its buttons; without this the keyboard's focus would be lost.
    if (isInPanel(event.target)) reading.chart.focus();
    stopReading();
    event.preventDefault();
    return;
  }
  const chart = chartAt(event.target);
  if (!chart || event.target !== chart) return;
  const from = reading?.chart === chart ? reading.position : undefined;
  const isArrow = /^(Arrow|Home$|End$)/.test(event.key);
  const to = from ? positionAfter(chart, from, event.key) : isArrow ? { mark: 0, index: 0 } : undefined;
  const tell = () => {
    const spots = spotsOf(chart)[to!.mark] ?? [];
    if (reading) announce(`${oneLine(reading.words)}; ${to!.index + 1} of ${spots.length}`);
  };
  if (to && show(chart, to, true, tell)) event.preventDefault();
}

document.addEventListener('pointermove', hover);
document.addEventListener('pointerdown', (event) => (down = event));
document.addEventListener('click', pick);
document.addEventListener('focusin', enter);
document.addEventListener('focusout', ({ relatedTarget }) => {
  if (isPinned && relatedTarget && !isInPanel(relatedTarget) && chartAt(relatedTarget) !== reading?.chart)
    stopReading();
});
// In the capture phase: Escape closes the panel before other listeners act on it.
document.addEventListener('keydown', press, { capture: true });
addEventListener('resize', stopReading);

/** Handles the event for which this module was loaded, which came before its listeners. */
export function read(event: Event): void {
  if (event.type === 'click') pick(event as MouseEvent);
  else if (event.type === 'focusin') enter(event);
  else hover(event as PointerEvent);
}
