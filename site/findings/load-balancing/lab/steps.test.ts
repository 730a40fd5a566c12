/** Every step of the article, and the ends of every control: label, sentence, figures, picture and record say the same. */
import { describe, expect, it } from 'vitest';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { point, points, series } from '@/kit/record/queries';
import { shownAtBuild } from './at-build';
import { csvRows } from './csv';
import { answerOf, pictureName, resultSentence } from './figures';
import { countOf, loadsAt, measuredFrom, momentsOver, peaksAt, shareOver } from './rounds';
import { drawRound, layoutStacks, loadToY, yToLoad } from './stacks-view';
import { MEASURED_LIMIT, STRATEGIES, limitAt, limitOf, schema, strategyNames, type LabState } from './state';

const record = publishedOnDisk('load-balancing')[0]!;
const steps = stepsOnDisk('load-balancing');

/** What the words of a step are about. */
const ABOUT: Record<string, Partial<LabState>> = {
  'why-random': { strategy: 'random', failing: 'off' },
  'why-round-robin': { strategy: 'round-robin', failing: 'off' },
  'why-two-choices': { strategy: 'two-choices', failing: 'off' },
  'why-least': { strategy: 'least-loaded', failing: 'off' },
  'why-broken': { strategy: 'least-loaded', failing: 'on' },
};

/** One of before rounds and failing servers were recorded, as other machines' are. */
const older = { ...record, series: record.series.filter(({ id }) => id !== 'rounds' && id !== 'failing') };
const ENDS: { [K in keyof LabState]?: LabState[K][] } = {
  limit: [1, 8, 28, 40],
  servers: [1, 25, 40],
  capacity: [0, 140],
};
const states: { name: string; state: LabState }[] = [
  { name: 'opening', state: schema.opening },
  ...steps.map(({ id, state }) => ({ name: id, state: schema.read(new URLSearchParams(state)).state })),
  ...strategyNames.flatMap((strategy) =>
    (['rounds', 'placements'] as const).map((view) => ({
      name: `${view} ${strategy}`,
      state: { ...schema.initial, view, strategy },
    })),
  ),
  ...Object.entries(ENDS).flatMap(([name, values]) =>
    values.map((value) => ({
      name: `${name} ${value}`,
      state: { ...schema.initial, view: name === 'limit' ? 'rounds' : 'placements', [name]: value } as LabState,
    })),
  ),
  { name: 'another seed', state: { ...schema.opening, seed: 2 } },
];

it('has steps that each say what they are about, and leave nothing to correct', () => {
  expect(steps.map(({ id }) => id)).toEqual(Object.keys(ABOUT));
  for (const { id, state: query } of steps) {
    const { state, notes } = schema.read(new URLSearchParams(query));
    expect(notes, id).toEqual([]);
    expect(state, id).toMatchObject({ ...schema.opening, ...ABOUT[id] });
  }
});

describe.each([
  ['the published record', record],
  ['a record without rounds', older],
])('%s', (_, of) => {
  const measured = measuredFrom(of);
  it.each(states)('$name: sentence, figure, picture and record agree', ({ state }) => {
    const shown = shownAtBuild(state, measured);
    const { moments, kind } = shown;
    const limit = limitOf(state);
    const over = Array.from({ length: countOf(moments) }, (_, at) => Math.max(...loadsAt(moments, at)) > limit);
    expect(momentsOver(moments, limit)).toEqual(over);
    const share = over.filter(Boolean).length / over.length;
    const answer = answerOf(state, shown, measured);
    const sentence = resultSentence(state, shown, measured);

    expect(kind).toBe(of === record && state.view === 'rounds' && state.seed === 1 ? 'measured' : 'live');
    expect(countOf(moments)).toBe(state.view === 'rounds' ? 80 : 100);
    expect(sentence.toLowerCase()).toContain(STRATEGIES[state.strategy].label);
    expect(sentence).toContain(answer.text);
    expect(answer.words).not.toMatch(/^of .* of$/);
    expect(shareOver(moments, limit)).toBe(share);

    if (state.view === 'placements') {
      expect(answer.kind).toBe(state.strategy === 'two-choices' ? 'live' : 'exact');
      expect(answer.note).toContain(`Of the 100 drawn: ${over.filter(Boolean).length}.`);
      // A share of a hundred draws lies within five standard errors of the chance, and three draws.
      const chance = answer.value!;
      expect(Math.abs(share - chance)).toBeLessThanOrEqual(5 * Math.sqrt((chance * (1 - chance)) / 100) + 0.03);
    } else if (state.failing === 'on') {
      expect(answer.kind).toBe(measured.failed ? 'measured' : kind);
      expect(answer.value).toBeGreaterThan(state.strategy === 'least-loaded' ? 0.5 : 0);
    } else if (limit === MEASURED_LIMIT) {
      const at = { balancer: 'nginx', policy: STRATEGIES[state.strategy].policy, workers: 1, zone: 'without' };
      const { values } = point(series(of, 'balancers'), at);
      expect([answer.kind, answer.value]).toEqual(['measured', values['any_over_capacity_share']!.value]);
      expect(answer.text === 'never').toBe(answer.value === 0);
    } else expect([answer.kind, answer.value]).toEqual([kind, share]);

    // At the end, red is drawn where some server was over its limit, and nowhere else.
    const layout = layoutStacks({ width: 608, height: 320 }, state, shown);
    const picture = drawRound(layout, state, shown, countOf(moments) - 1);
    const red = /class="mt-lb-moments-over" d="([^"]*)"/.exec(picture)![1]!;
    expect(red.match(/M/g)?.length ?? 0).toBe(over.filter(Boolean).length);
    const above = peaksAt(moments, countOf(moments) - 1).some((peak) => peak > limit);
    expect(above).toBe(share > 0);
    expect(picture).toContain(kind === 'measured' ? 'measured round' : '>simulated<');
    expect(picture).toContain(`limit ${limit}`);
    expect(picture.includes('errors in 100 ms')).toBe(state.view === 'rounds' && state.failing === 'on');
    expect(pictureName(state, shown)).toContain(STRATEGIES[state.strategy].label);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
    expect(limitAt(state, yToLoad(layout, loadToY(layout, limit)))).toMatchObject(
      state.view === 'rounds' ? { limit } : { capacity: limit },
    );
    const rows = csvRows(state, shown, measured);
    expect(rows.filter(([kind]) => kind === 'load')).toHaveLength(moments.loads.length);
  });
});

it('takes rounds and failures from a record as they were counted', () => {
  const { rounds, failed } = measuredFrom(record);
  for (const strategy of strategyNames) {
    const { policy } = STRATEGIES[strategy];
    for (const [failing, taken] of [rounds!.healthy[strategy], rounds!.failing[strategy]].entries()) {
      const counted = points(series(record, 'rounds'), { policy, failing }).map(({ outcomes }) => outcomes!);
      const last = counted.length - 1;
      expect(countOf(taken)).toBe(80);
      for (const moment of [0, last])
        expect([...loadsAt(taken, moment)]).toEqual(
          Array.from({ length: 13 }, (_, server) => counted[moment]!['held']![String(server + 1)] ?? 0),
        );
      expect(taken.failed?.[last]).toBe(failing === 1 ? (counted[last]!['failed']?.['1'] ?? 0) : undefined);
    }
    const at = { balancer: 'nginx', policy, workers: 1, zone: 'without', next_upstream: 'without' };
    expect(failed![strategy].value).toBe(point(series(record, 'failing'), at).values['failed_share']!.value);
  }
  expect(measuredFrom(older)).not.toHaveProperty('rounds');
});

it('replays the same arrivals for every policy, with which the red vanishes', () => {
  const of = (strategy: LabState['strategy']) => shownAtBuild({ ...schema.opening, strategy }, null).moments;
  const sums = (strategy: LabState['strategy']) => {
    const moments = of(strategy);
    return Array.from({ length: countOf(moments) }, (_, at) => loadsAt(moments, at).reduce((sum, load) => sum + load));
  };
  for (const strategy of strategyNames) expect(sums(strategy)).toEqual(sums('random'));
  expect(shareOver(of('random'), 16)).toBeGreaterThan(0.1);
  expect([shareOver(of('two-choices'), 16), shareOver(of('least-loaded'), 16)]).toEqual([0, 0]);
});

it('opens old addresses on placements, and says what it corrected', () => {
  const read = (query: string) => schema.read(new URLSearchParams(query));
  expect(read('')).toEqual({ state: schema.opening, notes: [] });
  for (const view of ['tiles', 'one', 'many', 'planner'])
    expect(read(`view=${view}&servers=14&risk=0.1&against=random`)).toEqual({
      state: { ...schema.initial, servers: 14 },
      notes: [],
    });
  const { state, notes } = read('servers=100000&strategy=two-choices-distinct');
  expect(state).toMatchObject({ view: 'placements', servers: 40, strategy: 'two-choices' });
  expect(notes.map(({ parameter }) => parameter)).toEqual(['strategy', 'servers']);
});
