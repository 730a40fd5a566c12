import { describe, expect, it } from 'vitest';
import { domainOf } from './axes';
import { drawLab, labSpec, type Shown } from './curve-view';
import { gripBytes, GRIPS } from './law';
import { curveOf, fittedTo, initial, secondsOf, source } from './made-up';
import { lawOf, type LabState, type View } from './state';

const size = { width: 880, height: 400 };
const shownOf = (state: LabState, given: Partial<Shown> = {}): Shown => {
  return { curve: curveOf(state), source: null, fitted: null, ...given };
};
const draw = (state: LabState, given: Partial<Shown> = {}, width = size.width) =>
  drawLab(state, shownOf(state, given), { ...size, width });
const count = (svg: string, part: string) => svg.split(part).length - 1;

describe('the picture', () => {
  it.each(['throughput', 'time'] as const)('has its grips on the curve, as %s', (view) => {
    const state = { ...initial, view };
    const drawn = draw(state);
    const at = gripBytes(state);
    for (const name of GRIPS) {
      const seconds = secondsOf(lawOf(state), at[name]);
      const height = view === 'time' ? seconds : at[name] / seconds;
      expect(drawn.grips[name]?.x).toBeCloseTo(drawn.x(at[name]), 6);
      expect(drawn.grips[name]?.y).toBeCloseTo(drawn.y(height), 6);
    }
  });

  it('has no grips where it shows shares, and none of a cache that costs nothing', () => {
    expect(draw({ ...initial, view: 'share' }).grips).toEqual({});
    expect(Object.keys(draw({ ...initial, penalty: 0 }).grips)).toEqual(['call', 'byte', 'penalty']);
  });

  it('marks the answer and the reader’s buffer on the curve', () => {
    const { svg, x } = draw(initial);
    const { smallest } = curveOf(initial);
    const [, cx] = /class="mt-bs-answer" cx="([\d.]+)"/.exec(svg) ?? [];
    expect(Number(cx)).toBeCloseTo(x(smallest.bytes), 0);
    expect(svg).toContain('class="mt-bs-chosen"');
    expect(svg).toContain(`beside 64\u00a0KiB`);
  });

  it('draws measured points, published ones, and the fit with its band, each by its mark', () => {
    const { svg } = draw(initial, { source, fitted: fittedTo(lawOf(initial)) });
    expect(count(svg, 'mt-mark--measured')).toBe(source.points.length);
    expect(count(svg, 'mt-interval--measured')).toBe(source.points.length);
    expect(count(svg, 'mt-mark--published')).toBe(1);
    expect(count(svg, 'mt-area--predicted')).toBe(1);
    expect(count(svg, 'mt-stroke--predicted')).toBe(1);
    expect(count(svg, 'mt-stroke--live')).toBe(1);
    expect(count(draw(initial).svg, 'measured')).toBe(0);
  });

  it('draws points of a machine that is laid beside, within its axis', () => {
    const slower = {
      ...source,
      points: source.points.map(({ bytes }) => ({ bytes, s: [1, 0.9, 1.1] as [number, number, number] })),
    };
    for (const view of ['throughput', 'share', 'time'] as const) {
      const { svg, domain } = draw({ ...initial, view }, { source, beside: [slower] });
      expect(count(svg, 'mt-mark--second')).toBe(source.points.length);
      expect(count(svg, 'mt-mark--measured')).toBe(source.points.length);
      if (view === 'time') expect(domain[1]).toBeGreaterThan(1);
    }
  });

  it('has what is fitted with the same law lie on the reader’s curve, as shares of the best that was measured', () => {
    const measured = Math.max(...source.points.map(({ bytes, s: [median] }) => bytes / median));
    for (const view of ['throughput', 'share', 'time'] as const) {
      const state = { ...initial, view };
      const shown = shownOf(state, { source, fitted: fittedTo(lawOf(state)) });
      const { marks } = labSpec(state, shown, domainOf(view, shown.curve, [source]), size.width);
      const lineOf = (figure: string) => marks.find((one) => one.mark === 'line' && one.figure === figure);
      const [fit, live] = [lineOf('predicted'), lineOf('live')];
      if (fit?.mark !== 'line' || live?.mark !== 'line') throw new Error('A line is missing.');
      // The reader's curve is of its own best.
      const factor = view === 'share' ? shown.curve.best.bytesPerSecond / measured : 1;
      for (const [bytes, height] of fit.points) {
        const own = live.points.find(([at]) => at === bytes)?.[1] as number;
        expect(height / own / factor, `${view} ${bytes}`).toBeCloseTo(1, 9);
      }
    }
  });

  it('shows measured shares of the best that was measured, whatever is fitted, and the article’s own at its buffer', () => {
    const state = { ...initial, view: 'share' as const };
    const dotsOf = (given: Partial<Shown>) =>
      labSpec(state, shownOf(state, given), [0, 1.1], size.width).marks.find((mark) => mark.mark === 'dots');
    for (const fitted of [null, fittedTo(lawOf(state))]) expect(dotsOf({ source, fitted })!.points[0]!.y).toBe(1);
    const dots = dotsOf({ source });
    expect(dots!.points.at(-1)).toEqual({ x: 2 ** 24, y: 0.62, low: 0.4, high: 0.8 });
  });

  it('says of the fit only what lies within the measured sizes', () => {
    const few = { ...source, points: source.points.slice(1, 3) };
    const shown = shownOf(initial, { source: few, fitted: fittedTo(lawOf(initial)) });
    const { marks } = labSpec(initial, shown, [1, 1e12], size.width);
    const band = marks.find((mark) => mark.mark === 'band');
    expect(band?.points[0]?.[0]).toBe(1024);
    expect(band?.points.at(-1)?.[0]).toBe(65_536);
  });

  it('keeps the axis that is held while something is dragged', () => {
    const held = [1, 1e15] as const;
    expect(drawLab(initial, shownOf(initial), size, held).domain).toEqual(held);
  });
});

describe('the vertical axis', () => {
  const law = (call: number, byte: number, view: View = 'throughput') => {
    const state = { ...initial, call, byte, penalty: 0, view };
    return domainOf(view, curveOf(state), []);
  };

  it.each([
    [1, 1e-4],
    [1e8, 1e3],
    [160, 0.0075],
  ])('holds the whole curve of %d ns a call and %d ns a byte, with room above', (call, byte) => {
    for (const view of ['throughput', 'time'] as const) {
      const state = { ...initial, call, byte, penalty: 0, view };
      const [low, high] = law(call, byte, view);
      const { secondsPerCall } = curveOf(state);
      const ends = [secondsPerCall[0] as number, 2 ** 24 / 1e9];
      const heights = view === 'time' ? [ends[0] as number] : [1 / (ends[0] as number)];
      for (const height of heights) {
        expect(height).toBeGreaterThanOrEqual(low * 0.999);
        expect(height).toBeLessThan(high);
      }
    }
  });

  it('stays where it is for a small change', () => expect(law(160, 0.0075)).toEqual(law(170, 0.0074)));

  it('begins at a whole decade of mebibytes', () => {
    const [low] = law(160, 0.0075);
    expect(Math.log10(low / 2 ** 20) % 1).toBeCloseTo(0, 9);
  });
});
