/**
 * Reads charts: a small panel says what is known of the point under the pointer or the finger, or the one that the arrow keys have
 * got to. Nothing is bound to a drawing: a lab, or a record of the reader's, may replace it at any time.
 */
import { copyLink } from '@/kit/lab/copy-link';
import { formatDate } from './format';
import { setMarkup } from '@/kit/set-markup';
import { glyph, type FigureKind } from './grammar';
import { machineOf } from './machines';
import { inOneLine, ownTable, pointWords, type PointWords, type Run, type TableRow } from './point-words';
import type { FigureTable } from './tabled';

/** A point that can be read: where it is in its drawing, and the row that says what it is. */
interface Spot {
  readonly svg: SVGSVGElement;
  readonly kind: FigureKind;
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly each: string | undefined;
}

/** A point by its place among all of its chart: marks in the order that they are drawn in, and within each along its axis. */
interface Place {
  readonly mark: number;
  readonly index: number;
}

/** How far from a point a pointer may be, in pixels. A finger is less exact. */
const REACH = { mouse: 40, finger: 64 };
/** How far a pointer may move while it is down and still pick a point, in pixels: what is dragged is not read. */
const SLOP = 6;
/** How far the panel stands off the point, and off the window's edge, in pixels. */
const [GAP, EDGE] = [14, 8];

/** The points of a drawing, mark by mark. A drawing does not change, it is replaced. */
const known = new WeakMap<SVGSVGElement, readonly (readonly Spot[])[]>();

function spotsIn(svg: SVGSVGElement): readonly (readonly Spot[])[] {
  const found = known.get(svg) ?? findSpots(svg);
  known.set(svg, found);
  return found;
}

function findSpots(svg: SVGSVGElement): Spot[][] {
  const along = alongOf(svg);
  return [...svg.querySelectorAll<SVGGraphicsElement>('[data-rows]')]
    .map((mark) => {
      const { rows = '', each, at } = mark.dataset;
      // A bar is an interval of the dot behind it, but for one whose dot has no place.
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

/** The axis that a chart's points follow each other along: down where it has a row for each. */
const alongOf = (svg: SVGSVGElement): 'x' | 'y' => (svg.hasAttribute('data-down') ? 'y' : 'x');

/** The points of what is shown of a chart: of its drawings for several widths, the one for this. */
const spotsOf = (chart: Element): (readonly Spot[])[] =>
  [...chart.querySelectorAll<SVGSVGElement>('svg[role="img"]')]
    .filter((svg) => svg.checkVisibility())
    .flatMap((svg) => spotsIn(svg));

/** Where the points of a drawing are in the window, in pixels. */
function onScreen(svg: SVGSVGElement): (spot: Spot) => [number, number] {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = width / svg.viewBox.baseVal.width;
  return ({ x, y }) => [left + x * scale, top + y * scale];
}

function nearest(chart: Element, { clientX, clientY }: MouseEvent, reach: number): Place | undefined {
  let [found, least]: [Place | undefined, number] = [undefined, reach];
  spotsOf(chart).forEach((spots, mark) => {
    const placeOf = onScreen(spots[0]!.svg);
    spots.forEach((spot, index) => {
      const [x, y] = placeOf(spot);
      const away = Math.hypot(x - clientX, y - clientY);
      if (away < least) [found, least] = [{ mark, index }, away];
    });
  });
  return found;
}

/** The row that says what a point is, of the drawing's own table or the figure's. */
function rowOf({ svg, row }: Spot): TableRow {
  if (svg.dataset['ownTable'] !== undefined) {
    const { head, rows } = ownTable(svg.dataset['ownTable']);
    return { head, cells: rows[row] ?? [] };
  }
  const { head = [], rows = [] } = behind.get(svg)?.table ?? {};
  return { head, cells: rows[row] ?? [] };
}

/** What stands behind a drawing of a figure: its rows, and the runs that they come from. Kept by its drawing, which may be replaced. */
interface Behind {
  readonly table: FigureTable | undefined;
  readonly runs: readonly Run[];
}

const behind = new WeakMap<SVGSVGElement, Behind>();

/** Fetches what stands behind the drawings of a figure; a lab's carry it themselves. */
async function fetchBehind(chart: Element): Promise<void> {
  const figure = chart.closest<HTMLElement>('figure[data-chart]');
  const drawings = [...(figure?.querySelectorAll('svg') ?? [])];
  if (!figure || drawings.every((svg) => behind.has(svg))) return;
  const { inPage } = await import('@/kit/prose/in-page.ts');
  const { drawing, records } = await inPage().chart(figure.dataset['chart']!, figure.id);
  const runs = records.map((record) => ({ machine: machineOf(record), date: formatDate(record.provenance.time) }));
  for (const svg of drawings) behind.set(svg, { table: drawing.table, runs });
}

/** What is being read: a chart, and a point of it. */
interface Reading {
  readonly chart: HTMLElement;
  readonly place: Place;
  readonly spot: Spot;
  readonly words: PointWords;
}

let reading: Reading | undefined;
/** Whether the panel stays where it is when the pointer goes elsewhere. */
let isKept = false;

const panel = document.createElement('div');
panel.className = 'mt-reading';
panel.popover = 'manual';
panel.role = 'group';
panel.ariaLabel = 'A point of the chart';

const ring = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
ring.setAttribute('class', 'mt-reading-ring');
ring.setAttribute('r', '8');

/** Says something to those who hear the page. */
function say(words: string): void {
  const region = document.querySelector('#mt-announcement');
  if (region) region.textContent = words;
}

/** What is shown once what stands behind its chart is there. */
let awaited: Element | undefined;

/** Shows what is known of a point, and does what follows; nothing where there is none. It may have to be fetched first. */
function show(chart: HTMLElement, place: Place, keep: boolean, after?: () => void): boolean {
  const spot = spotsOf(chart)[place.mark]?.[place.index];
  if (!spot) return false;
  if (spot.svg.dataset['ownTable'] === undefined && !behind.has(spot.svg)) {
    awaited = chart;
    fetchBehind(chart).then(
      () => awaited === chart && show(chart, place, keep, after),
      // The chart's link leads to the same.
      () => (awaited = undefined),
    );
    return true;
  }
  awaited = undefined;
  isKept = keep;
  if (reading?.spot !== spot) {
    const words = pointWords(spot.kind, rowOf(spot), spot.each, behind.get(spot.svg)?.runs ?? []);
    reading = { chart, place, spot, words };
    fill(reading);
    watch.disconnect();
    watch.observe(chart, { childList: true, subtree: true });
  }
  panel.toggleAttribute('data-kept', keep);
  // Beside the chart: its own content may be replaced, and its buttons follow it for the Tab key.
  if (chart.nextSibling !== panel) chart.after(panel);
  ring.setAttribute('cx', String(spot.x));
  ring.setAttribute('cy', String(spot.y));
  if (ring.parentNode !== spot.svg) spot.svg.append(ring);
  if (!panel.matches(':popover-open')) panel.showPopover();
  putBeside(spot);
  after?.();
  return true;
}

/** Puts the panel beside a point, within the window. It is part of the page, and scrolls with it. */
function putBeside(spot: Spot): void {
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
  // Nothing but a mark of the grammar.
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
  act('Copy', (button) => copyWords(button, inOneLine(words)));
  act('Copy link', (button) => copyLink(button, addressOf(chart)));
  for (const type of ['SVG', 'PNG'] as const) {
    act(type, async (button) => {
      const { downloadPicture } = await import('./chart-picture');
      // The mark of what is read is none of the chart's.
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

/** Where a figure is found again; a lab's address says what it shows. */
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

/** Ends the reading. */
function leave(): void {
  reading = undefined;
  awaited = undefined;
  isKept = false;
  watch.disconnect();
  ring.remove();
  if (panel.isConnected) panel.hidePopover();
}

/** Where the drawing that is read was replaced, the same place of the new one is read. */
const watch = new MutationObserver(() => {
  if (!reading || reading.spot.svg.isConnected) return;
  const { chart, place } = reading;
  if (!chart.isConnected || !show(chart, place, isKept)) leave();
});

/** Where an arrow key leads from a point. */
function moved(chart: Element, { mark, index }: Place, key: string): Place | undefined {
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
  if (event.pointerType !== 'mouse' || isKept || event.buttons > 0 || isInPanel(event.target)) return;
  const chart = chartAt(event.target);
  const place = chart && nearest(chart, event, REACH.mouse);
  if (!place || !show(chart, place, false)) leave();
}

/** Where the pointer went down last. */
let down: PointerEvent | undefined;

function pick(event: MouseEvent): void {
  if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP) return;
  // A download is a click on a link, and none of the reader's.
  if (isInPanel(event.target) || !event.isTrusted) return;
  const chart = chartAt(event.target);
  const { pointerType = 'mouse' } = event as Partial<PointerEvent>;
  const place = chart && nearest(chart, event, pointerType === 'mouse' ? REACH.mouse : REACH.finger);
  if (!place || !show(chart, place, true)) leave();
}

function enter({ target }: Event): void {
  const chart = chartAt(target);
  if (!chart || target !== chart || !chart.matches(':focus-visible')) return;
  show(chart, reading?.chart === chart ? reading.place : { mark: 0, index: 0 }, true);
}

function press(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Escape' && reading) {
    // The buttons go with the panel, and the keyboard is not to be lost with them.
    if (isInPanel(event.target)) reading.chart.focus();
    leave();
    event.preventDefault();
    return;
  }
  const chart = chartAt(event.target);
  if (!chart || event.target !== chart) return;
  const from = reading?.chart === chart ? reading.place : undefined;
  const isArrow = /^(Arrow|Home$|End$)/.test(event.key);
  const to = from ? moved(chart, from, event.key) : isArrow ? { mark: 0, index: 0 } : undefined;
  const tell = () => {
    const spots = spotsOf(chart)[to!.mark] ?? [];
    if (reading) say(`${inOneLine(reading.words)}; ${to!.index + 1} of ${spots.length}`);
  };
  if (to && show(chart, to, true, tell)) event.preventDefault();
}

document.addEventListener('pointermove', hover);
document.addEventListener('pointerdown', (event) => (down = event));
document.addEventListener('click', pick);
document.addEventListener('focusin', enter);
document.addEventListener('focusout', ({ relatedTarget }) => {
  if (isKept && relatedTarget && !isInPanel(relatedTarget) && chartAt(relatedTarget) !== reading?.chart) leave();
});
// Before others hear of it: Escape leaves what was opened last.
document.addEventListener('keydown', press, { capture: true });
addEventListener('resize', leave);

/** Answers what brought the reader to a chart, before anything of this was here to hear of it. */
export function read(event: Event): void {
  if (event.type === 'click') pick(event as MouseEvent);
  else if (event.type === 'focusin') enter(event);
  else hover(event as PointerEvent);
}
