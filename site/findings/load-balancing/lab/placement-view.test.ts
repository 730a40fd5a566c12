import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { barHeights, LoadTrack } from './pictures';
import { barPaths, drawPlacement, highestLoad, layoutPlacement, loadToY, yToLoad } from './placement-view';

const layout = (servers: number, width = 880) =>
  layoutPlacement({ width, height: 300 }, { servers, panels: 2, highest: 120 });

describe('bars', () => {
  it('stand for one server each while there is room', () => {
    const loads = Uint32Array.of(3, 1, 2);
    expect(barHeights(loads, layout(3))).toBe(loads);
  });

  it('stand in order of load when there are too many servers, and never hide the fullest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 500, maxLength: 2000 }), (values) => {
        const heights = Array.from(barHeights(Uint32Array.from(values), layout(values.length)));
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
        expect(heights.at(-1)).toBe(Math.max(...values));
      }),
    );
  });

  it('stay inside the picture from a phone to a wide screen, for one server and for 100,000', () => {
    for (const width of [300, 880, 1600]) {
      for (const servers of [1, 13, 1000, 100_000]) {
        const { panels, bars } = layout(servers, width);
        const last = panels.at(-1) as { left: number; width: number };
        expect(last.left + last.width).toBeCloseTo(width, 6);
        expect(last.width / bars).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('are split at the capacity, and flagged, when overloaded and only then', () => {
    const { within, beyond, flags } = barPaths(Uint32Array.of(80, 110), 100, layout(2), 0);
    expect(within.match(/M/g)).toHaveLength(2);
    expect(beyond.match(/M/g)).toHaveLength(1);
    expect(flags.match(/M/g)).toHaveLength(1);
    expect(barPaths(Uint32Array.of(100), 100, layout(1), 0).beyond).toBe('');
  });
});

it('turns a height back into the load it stands for', () => {
  const drawn = layout(13);
  for (const load of [0, 1, 50, 120]) expect(yToLoad(drawn, loadToY(drawn, load))).toBeCloseTo(load, 9);
});

it('does not shrink the bars for a capacity far above them', () => {
  expect(highestLoad(100, 120)).toBeGreaterThan(120);
  expect(highestLoad(100, 10_000)).toBeLessThan(120);
});

it('draws without inline styles', () => {
  const svg = drawPlacement([{ title: 'a', loads: Uint32Array.of(1, 130) }], 100, layout(2), {
    name: 'a "b" <c>',
    id: 'x',
  });
  expect(svg).not.toMatch(/style=|onload/);
  expect(svg).toContain('a &quot;b&quot; &lt;c&gt;');
});

describe('the bars, read one by one,', () => {
  const draw = (servers: number, loads: Uint32Array, moves = false) =>
    drawPlacement(
      [{ title: 'random', loads }],
      2,
      layoutPlacement({ width: 880, height: 300 }, { servers, panels: 1, highest: 5 }),
      {
        name: 'x',
        id: 'x',
        moves,
      },
    );

  it('are servers with their loads, at their tops', () => {
    const { cells, at } = rowsRead(draw(2, Uint32Array.of(5, 1)));
    expect(cells).toEqual([
      [
        ['random', '1', '5', '3'],
        ['random', '2', '1', ''],
      ],
    ]);
    expect(at[0]![0]![1]).toBeLessThan(at[0]![1]![1]);
  });

  it('are as many as are drawn where servers share one, and say which', () => {
    const servers = 10_000;
    const loads = Uint32Array.from({ length: servers }, (_, server) => server % 5);
    const [bars] = rowsRead(draw(servers, loads)).cells;
    const ends = bars!.map(([, which]) => which!.split('\u2013').map((end) => Number(end.replace(',', ''))));
    expect(ends[0]![0]).toBe(1);
    expect(ends.at(-1)![1]).toBe(servers);
    for (const [index, [from]] of ends.slice(1).entries()) expect(from).toBe(ends[index]![1]! + 1);
    const shown = bars!.map(([, , items]) => Number(items));
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.at(-1)).toBe(4);
  });

  it('are left out while they move', () => {
    expect(rowsRead(draw(2, Uint32Array.of(5, 1), true)).cells).toEqual([]);
  });
});

it('counts loads at any moment, forwards and backwards', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1 }), fc.array(fc.nat(100)), (trace, moments) => {
      const count = (to: number) =>
        Uint32Array.from({ length: 5 }, (_, s) => trace.slice(0, to).filter((x) => x === s).length);
      const track = new LoadTrack(Uint32Array.from(trace), count(trace.length), new Uint32Array());
      for (const moment of moments) {
        const position = moment % (trace.length + 1);
        expect(track.at(position)).toEqual(count(position));
      }
    }),
  );
});
