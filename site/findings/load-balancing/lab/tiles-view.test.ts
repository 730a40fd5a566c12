import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { PICTURE_HEIGHTS } from './pictures';
import { drawTiles } from './tiles-view';
import type { Tiles } from './tasks';

const few = Uint32Array.of(70, 80, 90);
const tiles = (...others: Uint32Array[]): Tiles => ({
  loads: [...others, ...Array.from({ length: 100 - others.length }, () => few)],
  sorted: false,
});
const sizes = [
  { width: 880, height: PICTURE_HEIGHTS.wide },
  { width: 288, height: PICTURE_HEIGHTS.narrow },
];
const draw = (shown: Tiles, capacity: number, size = sizes[0]!) => drawTiles(shown, capacity, size, 'a "b" <c>');
const path = (svg: string, name: string) => new RegExp(`class="mt-tl-${name}" d="([^"]*)"`).exec(svg)![1]!;
const count = (svg: string, name: string) => path(svg, name).split('M').length - 1;

describe('a hundred tiles', () => {
  it('are framed where a server is over its capacity, and only there', () => {
    const shown = tiles(Uint32Array.of(100, 101, 60), Uint32Array.of(100, 100, 100), Uint32Array.of(101, 102, 20));
    const svg = draw(shown, 100);
    expect(count(svg, 'frames')).toBe(2);
    expect(count(svg, 'beyond')).toBe(3);
    expect(count(svg, 'within')).toBe(100);
    expect(count(svg, 'limits')).toBe(100);
    expect(count(draw(shown, 102), 'frames')).toBe(0);
    expect(count(draw(shown, 60), 'frames')).toBe(100);
  });

  it('leave out a capacity far above all loads, rather than shrink the bars to nothing', () => {
    expect(count(draw(tiles(), 100_000), 'limits')).toBe(0);
    expect(path(draw(tiles(), 100_000), 'within')).toBe(path(draw(tiles(), 90), 'within'));
  });

  it.each(sizes)('stay inside a picture $width pixels wide', (size) => {
    const starts = [...path(draw(tiles(), 100, size), 'within').matchAll(/M([\d.]+),([\d.]+)v/g)];
    const [lefts, bottoms] = [1, 2].map((group) => starts.map((start) => Number(start[group])));
    const columns = new Set(lefts).size;
    expect(columns * new Set(bottoms).size).toBe(100);
    expect(Math.min(...lefts!)).toBe(0);
    expect(Math.max(...lefts!) + size.width / columns).toBeGreaterThan(size.width - 1);
    expect(Math.max(...lefts!)).toBeLessThan(size.width - 10);
    expect(Math.max(...bottoms!)).toBeCloseTo(size.height, 6);
  });

  it('are read one by one, row by row: the fullest server, and how many are over', () => {
    const { cells, at } = rowsRead(draw(tiles(Uint32Array.of(100, 101, 102)), 100));
    expect(cells).toHaveLength(5);
    expect(cells[0]!.slice(0, 2)).toEqual([
      ['1', '102', '2'],
      ['2', '90', 'none'],
    ]);
    expect(cells.at(-1)!.at(-1)).toEqual(['100', '90', 'none']);
    for (const row of at) expect(new Set(row.map(([, y]) => y)).size).toBe(1);
    const [first] = rowsRead(draw({ ...tiles(Uint32Array.of(101, 60)), sorted: true }, 100)).cells[0]!;
    expect(first, 'a bar may stand for several servers').toEqual(['1', '101', 'some']);
  });

  it('come without inline styles, and escape their name', () => {
    const svg = draw(tiles(), 100);
    expect(svg).not.toMatch(/style=|onload/);
    expect(svg).toContain('aria-label="a &quot;b&quot; &lt;c&gt;"');
  });
});
