import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/stale-load/models.js';
import { csvRows } from './csv';
import { drawCurves } from './curves-view';
import { figures, formatTime, headline, resultSentence } from './figures';
import { linesOf } from './lines';
import { drawQueues, LAST, layoutQueues, longestOf, pictureName, positionWords, rowsAt } from './queues-view';
import { rowsOf, schema, type LabState } from './state';
import { AGES, informationAge, labTasks, MOMENTS, momentsOf } from './tasks';

const tasks = labTasks(modelsAtBuild('stale-load', models));
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const results = (state: LabState) => {
  const [rows, curves] = [runToEnd(tasks.rows(state)), runToEnd(tasks.curves(state))];
  return { rows, curves, lines: linesOf(state, rows, curves) };
};

describe('where the lab opens', () => {
  const state = schema.opening;
  const { rows, curves, lines } = results(state);
  const [looked, two, random] = rows.rows;

  it('asking all servers has just become worse than asking none, and asking two is far better', () => {
    expect(looked).toMatchObject({ policy: 'least', exact: null });
    expect(random).toMatchObject({ policy: 'random', exact: { mean: expect.closeTo(5, 9) } });
    expect(looked!.simulated.mean).toBeGreaterThan(5);
    expect(two!.simulated.mean).toBeLessThan(0.6 * looked!.simulated.mean!);
    const { mean } = lines[0]!.crossings;
    expect(mean).toBeGreaterThan(2);
    expect(mean).toBeLessThan(state.age);
  });

  it('says so', () => {
    expect(headline(state, rows)).toMatch(
      /^Shortest of all is worse than chance: a request stays 5\.\d+ mean service times, 5\.00 at/,
    );
    expect(resultSentence(state, { rows, curves })).toMatch(
      /^10 servers at 80%, a copy of their queues up to 3 mean service times old\. .* from an age of 2\.\d+ on\.$/,
    );
    const shown = figures(state, { rows, curves });
    expect(shown.map(({ name, alarming }) => [name, alarming])).toEqual([
      ['mean-time', true],
      ['p50-time', false],
      ['p99-time', false],
      ['crossing-age', false],
    ]);
    const known = csvRows(state, { rows, curves }, []).find(
      ([kind, name]) => kind === 'beside' && name === 'p99: random',
    );
    expect(known?.at(-1)).toBeCloseTo(5 * Math.log(100), 9);
  });
});

describe('figures', () => {
  it('are those of the whole work, in however many pieces it is done', () => {
    const setting = new models.Setting(10, 0.8, 'best-of-2', 'renewed', 3, 'poisson', 'exponential', 1);
    const runs = setting.runs(5000, 20, 4, 1);
    while (!runs.advance(1e9));
    expect(runToEnd(tasks.rows(schema.initial)).rows[1]!.simulated.mean).toBe(runs.figures().mean);
  });

  it('say that nothing is worse where nobody is asked, and of fresh news what its age would bring', () => {
    const robin = results(stateWith({ policies: 'round-robin' }));
    expect(robin.lines[0]!.crossings).toEqual({ mean: null, p99: null });
    expect(new Set(robin.curves.curves[0]!.mean).size).toBe(1);
    expect(figures(stateWith({ policies: 'round-robin' }), robin).at(-1)!.text).toBe('no age up to 64');
    const fresh = results(stateWith({ information: 'fresh' }));
    expect(fresh.rows.rows[0]!.simulated.mean).toBeLessThan(1.5);
    expect(fresh.lines[0]!.crossings.mean).toBeGreaterThan(2);
  });

  it('never cross where the balancer counts its own sends', () => {
    const { lines } = results(stateWith({ information: 'own', age: 25 }));
    expect(lines.flatMap(({ crossings }) => Object.values(crossings))).toEqual([null, null, null, null]);
  });

  it('of a curve come bit by bit, and no crossing is said before the end', () => {
    const steps = [...tasks.curves(schema.initial)].filter((step) => step !== undefined);
    expect(steps.length).toBeGreaterThan(0);
    const rows = runToEnd(tasks.rows(schema.initial));
    for (const curves of steps) {
      expect(curves.finished).toBe(false);
      expect(linesOf(schema.initial, rows, curves).flatMap(({ crossings }) => Object.values(crossings))).toEqual(
        Array(4).fill(null),
      );
      expect(figures(schema.initial, { rows, curves }).at(-1)).toMatchObject({ text: '…', partial: true });
    }
  });
});

describe('queues', () => {
  it('are shown up to the last moment before the next copy, on the same arrivals', () => {
    const state = schema.opening;
    const moments = momentsOf(state);
    expect(moments).toHaveLength(MOMENTS);
    expect(informationAge(state, moments[LAST]!)).toBeGreaterThan(0.97 * state.age);
    expect(moments.every((moment, index) => moment > (moments[index - 1] ?? 0))).toBe(true);
    expect(positionWords(state, LAST)).toMatch(/^18\.0 of 18\.0, copy 2\.9\d old$/);
    const { lengths, known } = runToEnd(tasks.queues(state));
    expect(lengths.map((each) => each.length)).toEqual(Array(3).fill(MOMENTS * 10));
    expect(known.map((each) => each.length)).toEqual([MOMENTS * 10, MOMENTS * 10, 0]);
  });

  it('are known as they are where news is fresh', () => {
    const { lengths, known } = runToEnd(tasks.queues(stateWith({ age: 0 })));
    expect(known[0]).toEqual(lengths[0]);
  });

  it('start empty where they never settle, whatever the age', () => {
    for (const age of [0, 0.1, 3, 1e6]) {
      const moments = momentsOf(stateWith({ rho: 1.5, age }));
      expect(moments[0]).toBeLessThan(5);
      expect(moments.every((moment, index) => moment >= (moments[index - 1] ?? 0))).toBe(true);
    }
  });
});

it('draws every request, and a mark for every queue that is known', () => {
  const state = schema.opening;
  const queues = runToEnd(tasks.queues(state));
  const rows = rowsAt(
    queues,
    rowsOf(state).map(({ name }) => name),
    state.servers,
    LAST,
  );
  const layout = layoutQueues({ width: 880, height: 300 }, { servers: 10, rows: 3, longest: longestOf(queues) });
  const svg = drawQueues(rows, layout, pictureName(rows));
  const path = (part: string) => new RegExp(`data-part="${part}" d="([^"]*)"`).exec(svg)![1]!;
  for (const [row, { lengths, known }] of rows.entries()) {
    expect(path(`requests${row}`).split('M').length - 1).toBe(lengths.reduce((sum, length) => sum + length, 0));
    expect(path(`known${row}`).split('M').length - 1).toBe(known.length);
  }
  const read = rowsRead(svg).cells;
  expect(read).toEqual(
    rows.map(({ name, lengths, known }) =>
      Array.from(lengths, (length, server) => [name, `${server + 1}`, `${length}`, `${known[server] ?? ''}`]),
    ),
  );
  expect(rowsRead(drawQueues(rows, layout, '', true)).cells).toEqual([]);
  const { lines, ...found } = results(state);
  for (const name of ['mean', 'p99'] as const) {
    const chart = drawCurves(name, state, found, { width: 428, height: 300 });
    const [least, two] = lines.map(({ crossings }) => crossings[name]!);
    expect(two, `best of 2 crosses later: ${name}`).toBeGreaterThan(2 * least!);
    expect(chart.svg).toContain(`worse than random from ${formatTime(least!)};`);
    const labels = [...chart.svg.matchAll(/>((?:worse )?from [\d.]+)</g)].map(([, words]) => words);
    expect(labels).toEqual([`worse from ${formatTime(least!)}`, `from ${formatTime(two!)}`]);
    expect(AGES.every((age) => age === 0 || Number.isFinite(chart.x(age)))).toBe(true);
  }
});
