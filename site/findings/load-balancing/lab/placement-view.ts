/** The picture of one placement: servers as bars, side by side for two strategies, under one capacity line. */
import { escapeText, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnPoints } from '@/kit/chart/own-points';
import { formatInteger } from '@/kit/lab/state';
import { barHeights, barsFor, type Bars } from './pictures';

export interface PlacementSize {
  width: number;
  height: number;
}

export interface PlacementLayout extends PlacementSize, Bars {
  servers: number;
  /** Where bars stand on and where the plot ends, in pixels from the top. */
  top: number;
  bottom: number;
  panels: { left: number; width: number }[];
  /** The load at the top of the plot. */
  highest: number;
  ticks: number[];
}

/** The thinnest bar that still reads as a bar, with its gap, in pixels. */
const THINNEST = 3;

/** A plot's top that leaves air above the fullest server, and above the capacity unless that is out of all proportion. */
export function highestLoad(largest: number, capacity: number): number {
  const shown = capacity > 2.5 * largest ? largest : Math.max(largest, capacity);
  return Math.max(1, shown * 1.12);
}

/** Whole round loads from 0 to the highest, about `count` of them. */
function roundLoads(highest: number, count: number): number[] {
  const rough = highest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5].find((mantissa) => mantissa * power >= rough) ?? 10));
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

export function layoutPlacement(
  { width, height }: PlacementSize,
  { servers, panels, highest }: { servers: number; panels: number; highest: number },
): PlacementLayout {
  const ticks = roundLoads(highest, height > 270 ? 6 : 5);
  const left = Math.max(...ticks.map((tick) => formatInteger(tick).length)) * 7 + 12;
  const gap = width < 560 ? 26 : 36;
  const each = (width - left - gap * (panels - 1)) / panels;
  const most = Math.max(1, Math.floor(each / THINNEST));
  return {
    width,
    height,
    servers,
    top: 30,
    bottom: height - 22,
    panels: Array.from({ length: panels }, (_, index) => ({ left: left + index * (each + gap), width: each })),
    highest,
    ticks,
    ...barsFor(servers, most),
  };
}

export const loadToY = (layout: PlacementLayout, load: number): number =>
  layout.bottom - (Math.min(load, layout.highest) / layout.highest) * (layout.bottom - layout.top);

export const yToLoad = (layout: PlacementLayout, y: number): number =>
  ((layout.bottom - y) / (layout.bottom - layout.top)) * layout.highest;

export interface BarPaths {
  /** The part of every bar up to the capacity. */
  within: string;
  /** The part of the overloaded bars above it. */
  beyond: string;
  /** A triangle over every overloaded bar, so that colour is not the only sign. */
  flags: string;
}

export function barPaths(
  heights: ArrayLike<number>,
  capacity: number,
  layout: PlacementLayout,
  panel: number,
): BarPaths {
  const { left, width } = layout.panels[panel] as { left: number; width: number };
  const pitch = width / layout.bars;
  const capacityY = loadToY(layout, capacity);
  if (layout.sorted) return profilePaths(heights, capacity, layout, panel);
  const inset = Math.min(3, pitch * 0.14);
  let within = '';
  let beyond = '';
  let flags = '';
  for (let bar = 0; bar < heights.length; bar++) {
    const load = heights[bar] as number;
    if (load === 0) continue;
    const x = left + bar * pitch + inset;
    const w = pitch - 2 * inset;
    const y = loadToY(layout, load);
    const over = load > capacity;
    const rect = (from: number, to: number) => `M${px(x)},${px(from)}h${px(w)}V${px(to)}h${px(-w)}z`;
    if (capacity > 0 || !over) within += rect(over ? capacityY : y, layout.bottom);
    if (!over) continue;
    beyond += rect(y, capacityY);
    if (w >= 5 && layout.bars <= 64) flags += `M${px(x + w / 2)},${px(y - 9)}l4,6h-8z`;
  }
  return { within, beyond, flags };
}

/** Bars that touch are drawn as one outline: strokes between them would say nothing. */
function profilePaths(heights: ArrayLike<number>, capacity: number, layout: PlacementLayout, panel: number): BarPaths {
  const { left, width } = layout.panels[panel] as { left: number; width: number };
  const pitch = width / layout.bars;
  const capacityY = loadToY(layout, capacity);
  let within = `M${px(left)},${px(layout.bottom)}`;
  let beyond = '';
  for (let bar = 0; bar < heights.length; bar++) {
    const load = heights[bar] as number;
    const end = px(left + (bar + 1) * pitch);
    within += `V${px(Math.max(loadToY(layout, load), capacityY))}H${end}`;
    if (load <= capacity) continue;
    if (beyond === '') beyond = `M${px(left + bar * pitch)},${px(capacityY)}`;
    beyond += `V${px(loadToY(layout, load))}H${end}`;
  }
  return { within: `${within}V${px(layout.bottom)}z`, beyond: beyond && `${beyond}V${px(capacityY)}z`, flags: '' };
}

export interface Falling {
  server: number;
  /** How far it has fallen: 0 at the top of the plot, 1 where it lands. */
  fallen: number;
}

/** Items on their way, as one path. Only where every server has a bar of its own. */
export function fallingPath(
  falling: readonly Falling[],
  heights: ArrayLike<number>,
  layout: PlacementLayout,
  panel: number,
): string {
  if (layout.sorted) return '';
  const { left, width } = layout.panels[panel] as { left: number; width: number };
  const pitch = width / layout.bars;
  const size = Math.min(7, pitch * 0.6);
  let path = '';
  for (const { server, fallen } of falling) {
    const landing = loadToY(layout, heights[server] as number);
    const y = layout.top - 8 + (landing - layout.top + 8 - size) * fallen * fallen;
    path += `M${px(left + (server + 0.5) * pitch - size / 2)},${px(y)}h${px(size)}v${px(size)}h${px(-size)}z`;
  }
  return path;
}

export interface PlacementPanel {
  title: string;
  loads: Uint32Array;
}

export interface PanelFacts {
  largest: number;
  over: number;
}

export function panelFacts(loads: Uint32Array, capacity: number): PanelFacts {
  let largest = 0;
  let over = 0;
  for (const load of loads) {
    if (load > largest) largest = load;
    if (load > capacity) over++;
  }
  return { largest, over };
}

/** "fullest 107 · 2 over" */
export function panelCaption({ largest, over }: PanelFacts): string {
  const overloaded = over === 0 ? 'none over' : `${formatInteger(over)} over`;
  return `fullest ${formatInteger(largest)} · ${overloaded}`;
}

/** Numbers over the bars are for bars wide enough to carry them. */
export const showsNumbers = (layout: PlacementLayout): boolean =>
  !layout.sorted && (layout.panels[0]?.width ?? 0) / layout.bars >= 22 && layout.highest < 10_000;

/** The numbers over one panel's bars, as SVG. */
export function barNumbers(loads: Uint32Array, capacity: number, layout: PlacementLayout, panel: number): string {
  if (!showsNumbers(layout)) return '';
  const { left, width } = layout.panels[panel] as { left: number; width: number };
  const pitch = width / layout.bars;
  return Array.from(loads, (load, server) => {
    const over = load > capacity;
    const y = loadToY(layout, load) - (over ? 13 : 4);
    const mark = over ? ' class="mt-pl-number mt-pl-number--over"' : ' class="mt-pl-number"';
    return `<text${mark} x="${px(left + (server + 0.5) * pitch)}" y="${px(y)}">${load}</text>`;
  }).join('');
}

/** What a reader is told of each bar. */
function readBars(panels: readonly PlacementPanel[], capacity: number, layout: PlacementLayout): OwnPoints {
  const { bars, servers, sorted } = layout;
  const rank = (bar: number) => Math.ceil((bar * servers) / bars);
  const marks = panels.map(({ title, loads }, panel) => {
    const { left, width } = layout.panels[panel] as { left: number; width: number };
    const points = Array.from(barHeights(loads, layout), (load, bar) => ({
      x: left + ((bar + 0.5) * width) / bars,
      y: loadToY(layout, load),
      cells: [
        title,
        sorted ? `${formatInteger(rank(bar) + 1)}\u2013${formatInteger(rank(bar + 1))}` : formatInteger(bar + 1),
        formatInteger(load),
        load > capacity ? formatInteger(load - capacity) : '',
      ],
    }));
    return { figure: 'live', points } as const;
  });
  const [which, items] = sorted ? ['Servers, emptiest first', 'Items on the fullest of them'] : ['Server', 'Items'];
  return ownPoints(['Placement', which, items, 'Over capacity by'], marks);
}

/**
 * The whole picture. What moves has a `data-part`, so that an animation can rewrite it without drawing the rest anew:
 * `within`, `beyond`, `flags`, `falling`, `numbers` and `caption`, each followed by the panel's number. While it `moves`, its bars are
 * not what could be read of them.
 */
export function drawPlacement(
  panels: readonly PlacementPanel[],
  capacity: number,
  layout: PlacementLayout,
  { name, id, moves = false }: { name: string; id: string; moves?: boolean },
): string {
  const { width, height, top, bottom, servers } = layout;
  const read = moves ? null : readBars(panels, capacity, layout);
  const hatch = `${id}-hatch`;
  const grid = layout.ticks.map((tick) => {
    const y = px(loadToY(layout, tick));
    const rules = layout.panels.map(({ left, width: w }) => `<path class="mt-grid" d="M${px(left)},${y}h${px(w)}"/>`);
    const edge = px((layout.panels[0]?.left ?? 0) - 8);
    return `${rules.join('')}<text class="mt-tick" x="${edge}" y="${y}" dy="0.33em" text-anchor="end">${formatInteger(tick)}</text>`;
  });
  const axis = (panel: number) => {
    const { left, width: w } = layout.panels[panel] as { left: number; width: number };
    const narrow = w < 260;
    const words = layout.sorted
      ? narrow
        ? `${formatInteger(servers)} servers by load`
        : `${formatInteger(servers)} servers, in order of their load`
      : `${formatInteger(servers)} ${servers === 1 ? 'server' : 'servers'}`;
    return `<path class="mt-axis" d="M${px(left)},${px(bottom)}h${px(w)}"/><text class="mt-axis-title" x="${px(left)}" y="${px(bottom + 16)}">${words}</text>`;
  };
  const drawn = panels.map(({ loads }, panel) => {
    const { left } = layout.panels[panel] as { left: number };
    const heights = barHeights(loads, layout);
    const { within, beyond, flags } = barPaths(heights, capacity, layout, panel);
    const caption = panelCaption(panelFacts(loads, capacity));
    return [
      `<text class="mt-pl-caption" x="${px(left)}" y="12" data-part="caption${panel}">${caption}</text>`,
      `<path class="mt-pl-within" data-part="within${panel}" d="${within}"/>`,
      `<path class="mt-pl-beyond" data-part="beyond${panel}" fill="url(#${hatch})" d="${beyond}"/>`,
      `<path class="mt-pl-flags" data-part="flags${panel}" d="${flags}"/>`,
      `<g data-part="numbers${panel}">${barNumbers(loads, capacity, layout, panel)}</g>`,
      `<path class="mt-pl-falling" data-part="falling${panel}" d=""/>`,
      axis(panel),
    ].join('');
  });
  const fits = capacity <= layout.highest;
  const y = px(fits ? loadToY(layout, capacity) : top - 4);
  const first = layout.panels[0]?.left ?? 0;
  // Where bars carry numbers the line's name stands clear of them, beside the captions, with a piece of the line.
  const clear = showsNumbers(layout);
  const labelY = clear ? 12 : px(Number(y) - 5);
  const words = fits ? `capacity ${formatInteger(capacity)}` : `capacity ${formatInteger(capacity)} is far above ↑`;
  const label = clear && fits ? `╌╌ ${words}` : words;
  const line = fits ? `<path class="mt-pl-capacity" d="M${px(first)},${y}H${px(width)}"/>` : '';
  return [
    `<svg class="mt-chart mt-placement" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(name)}"${read?.attributes ?? ''}>`,
    `<defs><pattern id="${hatch}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="mt-pl-hatch-ground" width="5" height="5"/><path class="mt-pl-hatch" d="M0,0V5"/></pattern></defs>`,
    ...grid,
    ...drawn,
    line,
    `<text class="mt-pl-capacity-label" x="${px(width)}" y="${labelY}" text-anchor="end">${label}</text>`,
    read?.marks ?? '',
    '</svg>',
  ].join('');
}
