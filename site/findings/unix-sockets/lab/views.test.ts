import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { drawBars, layoutBars, segmentsOf } from './bars-view';
import { csvRows } from './csv';
import { curveSpec, drawCurve, hereOf, threshold, valuesOf } from './curve-view';
import { figures, matters, remarks, resultSentence, sentence } from './figures';
import { knownOf } from './known';
import { breakdown, comparison, swept } from './made-up-answers';
import { madeUpRecord } from './made-up-record';
import { measuredFrom } from './measured';
import { drawParts } from './parts-view';
import { compareRequest } from './questions';
import { rulerEnd, rulerTicks } from './scale';
import { schema, type LabState } from './state';

const measured = measuredFrom(madeUpRecord, () => 20e-6);
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const WIDE = { width: 880, height: 244 };
const count = (svg: string, text: string) => svg.split(text).length - 1;

describe('the ruler', () => {
  it.each([1e-9, 3.3e-6, 43e-6, 0.05, 0.82, 9.9])('of %s s leaves room at its end, but not much', (longest) => {
    const end = rulerEnd(longest);
    expect(end * 0.82).toBeGreaterThanOrEqual(longest * 0.999_999);
    expect(end * 0.82).toBeLessThan(longest * 1.34);
  });

  it('has labels that stand apart, at round times, and the first at nothing', () => {
    for (const width of [300, 860]) {
      const long = rulerTicks(60e-6, width).filter((tick) => tick.long);
      expect(long[0]?.seconds).toBe(0);
      expect(long.length).toBeGreaterThan(2);
      expect(((long[1]?.seconds ?? 0) / 60e-6) * width).toBeGreaterThanOrEqual(76);
    }
    expect(rulerTicks(60e-6, 860).at(-1)?.seconds).toBe(60e-6);
  });
});

describe('the bars', () => {
  const compared = comparison({}, 10);
  const layout = layoutBars(WIDE, compared, null);

  it('are to one scale, and their parts lie end to end after the application', () => {
    const segments = segmentsOf(layout, compared.tcp);
    expect(segments[0]?.from).toBeCloseTo(layout.x(10e-6));
    for (const [index, { from }] of segments.slice(1).entries()) expect(from).toBeCloseTo(segments[index]!.to);
    expect(segments.at(-1)?.to).toBeCloseTo(layout.x(compared.tcp.totalS));
    expect(layout.x(compared.tcp.totalS)).toBeLessThan(layout.right);
  });

  it('give a place back its time, within the ruler', () => {
    expect(layout.seconds(layout.x(25e-6))).toBeCloseTo(25e-6, 12);
    expect(layout.seconds(-99)).toBe(0);
    expect(layout.seconds(9999)).toBeCloseTo(layout.endS, 12);
  });

  it('leave out parts that never occur', () => {
    const parts = segmentsOf(layout, breakdown(0, [0, 0, 4, 4, 2, 0])).map(({ part }) => part);
    expect(parts).toEqual(['wake', 'call', 'byte']);
  });

  it('say in words what they show, and name their totals and the difference', () => {
    const svg = drawBars(stateWith({ application: 10 }), compared, layout, null);
    expect(svg).toMatch(/aria-label="[^"]*TCP takes 50\sµs[^"]*socket 30\sµs/);
    expect(svg).toContain('20\u00a0µs less');
    expect(svg).toContain('80% socket');
    expect(count(svg, 'mt-us-saved')).toBe(1);
  });

  it('carry the measured time of the whole request, each its own', () => {
    const bare = comparison();
    const svg = (of: LabState) => {
      const known = knownOf(of, measured);
      return drawBars(of, bare, layoutBars(WIDE, bare, known), known);
    };
    expect(count(svg(schema.initial), 'mt-mark--measured')).toBe(2);
    expect(count(svg(stateWith({ received: 13 })), 'mt-mark--measured')).toBe(0);
  });

  it('carry the reader’s as triangles, which the ruler reaches to', () => {
    const bare = comparison();
    const own = {
      ...knownOf(schema.initial, measured)!,
      times: { transport: [90e-6, 80e-6, 95e-6], against: null },
    } as const;
    const svg = drawBars(schema.initial, bare, layoutBars(WIDE, bare, null, own), null, [own]);
    expect([count(svg, 'mt-mark--measured'), count(svg, 'mt-mark--second')]).toEqual([0, 1]);
    expect(layoutBars(WIDE, bare, null, own).endS).toBeGreaterThan(95e-6);
    expect(
      rowsRead(svg)
        .cells.flat()
        .filter((row) => row.length === 4),
    ).toHaveLength(1);
  });

  it('are read part by part, up to their ends, and as measured', () => {
    const { cells, at } = rowsRead(drawBars(stateWith({ application: 10 }), compared, layout, null));
    expect(cells).toHaveLength(2);
    expect(cells[0]!.at(0)).toEqual(['TCP', 'your handler', '10\u00a0µs']);
    expect(cells[0]!.at(-1)).toEqual(['TCP', 'all together', '50\u00a0µs']);
    expect(at[0]!.at(-1)![0]).toBe(Math.round(layout.x(compared.tcp.totalS)));
    const bare = comparison();
    const known = knownOf(schema.initial, measured);
    const marks = rowsRead(drawBars(schema.initial, bare, layoutBars(WIDE, bare, known), known)).cells;
    expect(
      marks.map(([first]) => first!.length),
      'with intervals',
    ).toEqual([3, 4, 3, 4]);
  });

  it('have everything else before the handler, each under its own name', () => {
    const behind = { ...comparison({}, 10), restS: 8e-6 };
    const svg = drawBars(stateWith({ application: 2 }), behind, layoutBars(WIDE, behind, null), null);
    const [read] = rowsRead(svg).cells;
    expect(read!.slice(0, 2)).toEqual([
      ['TCP', 'everything else', '8\u00a0µs'],
      ['TCP', 'your handler', '2\u00a0µs'],
    ]);
    expect(svg).not.toContain('your application');
  });

  it('have a ruler that reaches to what was measured', () => {
    const known = { ...knownOf(schema.initial, measured)!, times: { transport: [90e-6, 80e-6, 95e-6], against: null } };
    expect(layoutBars(WIDE, comparison(), known as never).endS).toBeGreaterThan(95e-6);
  });

  it('have no dashed box where both take the same', () => {
    const same = comparison({ unix: comparison().tcp });
    expect(drawBars(schema.initial, same, layoutBars(WIDE, same, null), null)).not.toContain('mt-us-saved');
  });
});

describe('the curve', () => {
  const results = { compared: comparison(), swept: swept('time'), known: [] };
  const references = (state: LabState, given = results) => curveSpec(state, 'time', given).references ?? [];

  it('has its threshold, and the time from which the difference is below it', () => {
    expect(references(schema.initial).map(({ axis, value }) => [axis, value])).toEqual([
      ['y', 1],
      ['y', 1.05],
      ['x', 380e-6],
    ]);
    const always = { ...results, compared: comparison({ applicationForShareS: 0 }) };
    expect(references(schema.initial, always)).toHaveLength(2);
    const beyond = { ...results, compared: comparison({ applicationForShareS: 5 }) };
    expect(references(schema.initial, beyond)).toHaveLength(2);
  });

  it('has its threshold below 1 where the second kind is the slower one', () => {
    const slower = { ...swept('time'), ratios: swept('time').ratios.map((ratio) => 1 / ratio) };
    expect(threshold(stateWith({ share: 25 }), slower)).toBeCloseTo(0.8);
  });

  it('shows measured ratios with their intervals, and none beyond its end', () => {
    const known = [
      { at: 0, ratio: [2.25, 2.2, 2.3] as const, rounds: [], published: 2.17 },
      { at: 80, ratio: [1.2, 1.1, 1.3] as const, rounds: [], published: null },
      { at: 5e6, ratio: [1, 1, 1] as const, rounds: [], published: null },
    ];
    const { svg } = drawCurve(schema.initial, 'time', { ...results, known }, { width: 880, height: 300 });
    expect(count(svg, 'mt-mark--measured')).toBe(2);
    expect(count(svg, 'mt-mark--published')).toBe(1);
  });

  it('shows the reader’s ratios as triangles, and nothing as published that their file says', () => {
    const beside = [{ at: 0, ratio: [2.25, 2.2, 2.3] as const, rounds: [], published: 2.17 }];
    const { svg } = drawCurve(schema.initial, 'time', { ...results, beside }, { width: 880, height: 300 });
    expect([count(svg, 'mt-mark--second'), count(svg, 'mt-mark--published')]).toEqual([1, 0]);
  });

  it('shows each round where no median stands for them', () => {
    const known = [{ at: 0, ratio: null, rounds: [1.4, 2.2, 2.9], published: 2.17 }];
    const spec = curveSpec(schema.initial, 'time', { ...results, known });
    const dots = spec.marks.filter((mark) => mark.mark === 'dots' && mark.figure === 'measured');
    expect(dots).toMatchObject([{ quiet: true, points: [{ y: 1.4 }, { y: 2.2 }, { y: 2.9 }] }]);
    expect(spec.y).toMatchObject({ domain: [expect.any(Number), expect.closeTo(2.9, 0)] });
  });

  it('marks the reader’s request, but not beyond its end', () => {
    const draw = (application: number) =>
      drawCurve(stateWith({ application }), 'time', results, { width: 880, height: 300 }).svg;
    expect(draw(100)).toContain('mt-us-here');
    expect(draw(5e6)).not.toContain('mt-us-here');
    expect(hereOf(schema.initial, 'time')).toBe(valuesOf('time')[0]);
    expect(hereOf(stateWith({ received: 4096 }), 'size')).toBe(4096);
  });
});

describe('the words', () => {
  it('say by how much, and whether it matters', () => {
    expect(sentence(schema.initial, comparison(), null)).toBe(
      'It matters, as its parts predict: a Unix socket handles 2.00 times as many requests as TCP.',
    );
    const little = comparison({ ratio: 1.03, ratioInterval: { low: 1.02, high: 1.04 } });
    expect(sentence(schema.initial, little, null)).toBe(
      'It hardly matters, as its parts predict: a Unix socket handles 3.0% more requests than TCP.',
    );
    expect(matters(stateWith({ share: 1 }), little, null)).toBe('yes');
    expect(sentence(schema.initial, comparison({ ratio: 1.0001 }), null)).toContain('TCP handle as many requests.');
    const slower = comparison({ ratio: 0.5, ratioInterval: { low: 0.49, high: 0.51 } });
    expect(sentence(schema.initial, slower, null)).toBe(
      'It matters, as its parts predict: TCP handles 2.00 times as many requests as a Unix socket.',
    );
  });

  it('say from when on it does not', () => {
    expect(remarks(schema.initial, comparison(), null)).toMatch(
      /below 5% once .* 380\sµs of its own \(95% interval 360\sµs to/,
    );
    // Behind nginx their intervals say too little.
    expect(remarks(stateWith({ cores: 'busy' }), comparison(), null)).toMatch(/380\sµs of its own\./);
    expect(remarks(schema.initial, comparison({ applicationForShareS: 0 }), null)).toContain(
      'whatever your handler takes',
    );
    expect(remarks(schema.initial, comparison({ bytesForShare: 40_000 }), null)).toMatch(/Or from 39\.\d\sKiB back on/);
    expect(remarks(schema.initial, comparison({ bytesForShare: Infinity }), null)).not.toContain('back on');
  });

  it('say what the parts predict of what was measured, and where they are off by more than the claim on them allows', () => {
    const known = { ...knownOf(schema.initial, measured)!, ratio: [2.25, 2.18, 2.32] as const };
    const predicted = (ratio: number) =>
      remarks(schema.initial, comparison({ ratio }), known).split(' By its parts')[0];
    expect(predicted(2.2)).toBe('The parts predict 2.20.');
    // The interval reaches to within a tenth of it.
    expect(predicted(2)).toBe('The parts predict 2.00.');
    expect(predicted(1.9)).toBe('The parts predict 1.90, more than 10% off.');
    expect(remarks(schema.initial, comparison(), null)).toMatch(/^By its parts/);
  });

  it('give the least and the most of rounds whose ends ran anywhere, and no middle', () => {
    const state = stateWith({ cores: 'all' });
    const known = knownOf(state, measured)!;
    expect(sentence(state, comparison(), known)).toBe(
      'It matters, as measured: a Unix socket handles 1.40 to 2.30 times as many requests as TCP, from round to round.',
    );
    const around = { ...known, rounds: [0.9, 1.3] };
    expect(sentence(state, comparison(), around)).toMatch(/^It may matter, /);
    const [ratio, interval] = figures(state, comparison(), known);
    expect(ratio).toMatchObject({ text: '1.40\u20132.30', predicted: { value: 2 } });
    expect(interval!.text).toContain('none');
    const row = csvRows(state, comparison(), known, 'time', null).find(([, name]) => name === 'ratio');
    expect(row).toEqual(['figure', 'ratio', null, null, null, null, 1.4, 2.3]);
  });

  it('say of all cores that the parts are averages over wherever the ends ran', () => {
    expect(remarks(stateWith({ cores: 'all' }), comparison(), null)).toContain('averages over wherever the scheduler');
    expect(remarks(stateWith({ cores: 'apart' }), comparison(), null)).not.toContain('averages');
  });

  it('say so where the interval leaves it open, on either side', () => {
    for (const [ratio, low, high] of [
      [1.04, 1.02, 1.06],
      [0.97, 0.94, 1],
    ] as const) {
      const open = comparison({ ratio, ratioInterval: { low, high } });
      expect(sentence(schema.initial, open, null)).toMatch(/^It may matter, /);
    }
  });

  it('go by the measurement where there is one, and predict beside it', () => {
    const known = knownOf(schema.initial, measured);
    expect(sentence(schema.initial, comparison(), known)).toContain('handles 2.25 times as many');
    const [ratio, interval] = figures(schema.initial, comparison(), known);
    expect([ratio!.value, ratio!.text, ratio!.predicted?.value]).toEqual([2.25, '2.25', 2]);
    expect(interval!.text).toBe('2.18\u20132.32');
  });

  it('leave the place of a measurement empty where there is none, and predict beside it', () => {
    const [ratio, interval] = figures(schema.initial, comparison(), null);
    expect(ratio).toMatchObject({ value: null, text: 'not measured', predicted: { value: 2, text: '2.00' } });
    expect(interval).toMatchObject({ value: null, text: 'not measured', predicted: { text: '1.94\u20132.06' } });
    const rows = csvRows(schema.initial, comparison(), null, 'time', null).filter(([, name]) => name === 'ratio');
    expect(rows).toEqual([
      ['figure', 'ratio', null, null, null, null, null, null],
      ['predicted', 'ratio', null, null, null, 2, 1.94, 2.06],
    ]);
  });

  it('name the request out loud', () => {
    const state = stateWith({ kept: 'on', trips: 3, application: 500, cores: 'all' });
    const said = resultSentence(state, comparison(), null);
    expect(said).toMatch(
      /on a kept connection, 3 round trips .* 500\sµs of the handler’s own, on all cores\. It matters/,
    );
  });

  it('give the figures their names by what is compared', () => {
    const all = figures(stateWith({ against: 'pipe', kept: 'on' }), comparison(), null);
    const find = (name: string) => all.find((figure) => figure.name === name);
    expect(find('time-against')?.label).toBe('predicted time, pipes');
    const behind = figures(stateWith({ cores: 'busy' }), comparison(), null);
    expect(behind.find(({ name }) => name === 'time-transport')?.label).toBe('predicted core time, TCP');
    expect(find('time-transport')?.value).toBeCloseTo(40e-6);
    expect(find('matters-until-bytes')).toMatchObject({ value: 2 ** 30, text: 'above 1\u00a0GiB' });
    expect(find('matters-until')?.text).toBe('380\u00a0µs');
  });
});

describe('the table of parts', () => {
  it('has each part with what one costs, how often, and the sums', () => {
    const table = drawParts(schema.initial, comparison({}, 7), compareRequest(schema.initial, measured));
    expect(count(table, '<tr')).toBe(1 + 6 + 2);
    expect(table).toContain('15.5\u00a0µs\u201316.5\u00a0µs');
    expect(table).toContain('12\u00a0B');
    expect(table).toMatch(/handler.*7\sµs.*together.*47\sµs.*27\sµs.*20\sµs/);
  });

  it('says what the second kind takes more of', () => {
    const turned = comparison({ tcp: comparison().unix, unix: comparison().tcp });
    expect(drawParts(schema.initial, turned, compareRequest(schema.initial, measured))).toContain('\u221220\u00a0µs');
  });
});
