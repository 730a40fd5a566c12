/** The picture of a hundred placements: a tile for each, with a bar for every server, red where one is over its capacity. */
import { escapeText, px } from '@/kit/chart/grammar';
import { ownPoints, type OwnMark } from '@/kit/chart/own-points';
import { formatInteger } from '@/kit/lab/state';
import { NARROW, TILES } from './pictures';
import { highestLoad } from './placement-view';
import type { Tiles } from './tasks';

/** Tiles in a row, and the space between them, in pixels. */
const ROWS = { wide: { columns: 20, gap: 8 }, narrow: { columns: 10, gap: 4 } } as const;

/** A whole number. To format one is slow, there are three for each tile, and a picture should be there within a frame. */
const whole = (number: number): string => (number < 1000 ? String(number) : formatInteger(number));

/** The outline of bars that touch, as a path from their foot and back: all ends lie on tenths of a pixel. */
function profile(heights: readonly number[], left: number, bottom: number, width: number): string {
  const tenths = (value: number) => Math.round(value * 10);
  const end = (bar: number) => tenths((bar * width) / heights.length);
  let path = `M${px(left)},${px(bottom)}`;
  let level = 0;
  heights.forEach((height, bar) => {
    const top = tenths(height);
    path += `v${(level - top) / 10}h${(end(bar + 1) - end(bar)) / 10}`;
    level = top;
  });
  return `${path}v${level / 10}z`;
}

export function drawTiles(
  { loads, sorted }: Tiles,
  capacity: number,
  { width, height }: { width: number; height: number },
  name: string,
): string {
  const { columns, gap } = width < NARROW ? ROWS.narrow : ROWS.wide;
  const tile = {
    width: (width - gap * (columns - 1)) / columns,
    height: (height - gap * (TILES / columns - 1)) / (TILES / columns),
  };
  const highest = highestLoad(Math.max(...loads.map((each) => Math.max(...each))), capacity);
  const tall = (load: number) => (Math.min(load, highest) / highest) * tile.height;
  const rows: { figure: 'live'; points: OwnMark['points'][number][] }[] = [];
  let [floors, limits, within, frames, beyond] = ['', '', '', '', ''];
  loads.forEach((each, index) => {
    const left = (index % columns) * (tile.width + gap);
    const top = Math.floor(index / columns) * (tile.height + gap);
    const bottom = top + tile.height;
    within += profile(Array.from(each, tall), left, bottom, tile.width);
    floors += `M${px(left)},${px(bottom)}h${px(tile.width)}`;
    if (capacity <= highest) limits += `M${px(left)},${px(bottom - tall(capacity))}h${px(tile.width)}`;
    const over = each.filter((load) => load > capacity).length;
    (rows[Math.floor(index / columns)] ??= { figure: 'live', points: [] }).points.push({
      x: left + tile.width / 2,
      y: top + tile.height / 2,
      cells: [whole(index + 1), whole(Math.max(...each)), over === 0 ? 'none' : sorted ? 'some' : whole(over)],
    });
    if (over === 0) return;
    frames += `M${px(left - 1.5)},${px(top - 1.5)}h${px(tile.width + 3)}v${px(tile.height + 3)}h${px(-tile.width - 3)}z`;
    const bar = tile.width / each.length;
    each.forEach((load, server) => {
      if (load <= capacity) return;
      beyond += `M${px(left + server * bar)},${px(bottom)}v${px(-tall(load))}h${px(bar)}V${px(bottom)}z`;
    });
  });
  const read = ownPoints(['Placement', 'Items on the fullest server', 'Servers over capacity'], rows);
  return [
    `<svg class="mt-chart mt-tiles" viewBox="0 0 ${px(width)} ${px(height)}" width="${px(width)}" height="${px(height)}" role="img" aria-label="${escapeText(name)}"${read.attributes}>`,
    `<path class="mt-tl-frames" d="${frames}"/>`,
    `<path class="mt-tl-within" d="${within}"/>`,
    `<path class="mt-tl-beyond" d="${beyond}"/>`,
    `<path class="mt-axis" d="${floors}"/>`,
    `<path class="mt-tl-limits" d="${limits}"/>`,
    read.marks,
    '</svg>',
  ].join('');
}
