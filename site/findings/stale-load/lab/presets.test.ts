/** Consistency of the lab: at every preset its label, sentence and figures agree with each other and with the record. */
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import type { Settings } from '@/kit/record/queries.ts';
import * as models from '@/wasm-pkg/stale-load/models.js';
import { drawCurves } from './curves-view';
import { figures, formatTime, headline, resultSentence } from './figures';
import { best, linesOf, OLDEST } from './lines';
import { isFresh, PRESETS, schema, settles, type LabState } from './state';
import { labTasks } from './tasks';

const tasks = labTasks(modelsAtBuild('stale-load', models));
const [record] = publishedOnDisk('stale-load');

/** Seconds of a service time in Brooker's setting. */
const TICK_SECONDS = 8;

/** The recorded mean time of a state, in service times; undefined where it is not measured yet. */
function recorded(series: string, at: Settings): number | undefined {
  const points = record!.series.find(({ id }) => id === series)?.points ?? [];
  const found = points.find((point) => Object.entries(at).every(([name, value]) => point.at[name] === value));
  const inSeconds = found?.values['mean_time_seconds'];
  return inSeconds ? inSeconds.value / TICK_SECONDS : found?.values['mean_time']?.value;
}

const byAge = (servers: number, utilisation: number, age: number) =>
  recorded('by-age', { servers, utilisation, policy: 'least', information: 'renewed', age });
const inSeconds = (setting: string, policy: string, age: number) =>
  recorded('published-curves', { setting, policy, age_seconds: age });

/** What each preset is there to show, its mean time in the record, and what its label says. */
const TABLE: Readonly<Record<string, { worse: boolean; mean?: number | undefined; says: readonly string[] }>> = {
  herd: { worse: true, says: ['3 service times old'] },
  fresh: { worse: false, mean: byAge(10, 0.8, 0), says: ['fresh'] },
  own: { worse: false, mean: inSeconds('poisson-own', 'least', 200), says: ['25 service times old', 'own sends'] },
  two: { worse: true, mean: byAge(2, 0.8, 8), says: ['2 servers', '8 service times old'] },
  hundred: { worse: true, mean: byAge(100, 0.9, 8), says: ['100 servers', '90%', '8 service times old'] },
  several: {
    worse: false,
    mean: recorded('by-balancers', { balancers: 16, policy: 'least', information: 'renewed', age: 8 }),
    says: ['16 balancers', '90%', '8 service times old'],
  },
  published: { worse: true, mean: inSeconds('published', 'least', 20), says: ['2012', '2.5 service times old'] },
  first: { worse: true, mean: inSeconds('published', 'least-first', 10), says: ['first', '1.25 service times old'] },
};

const found = (state: LabState) => ({ rows: runToEnd(tasks.rows(state)), curves: runToEnd(tasks.curves(state)) });

/** Expects sentence, figures and charts of a state to say the same; returns the times that the sentence names. */
function expectConsistent(state: LabState) {
  const results = found(state);
  const sentence = headline(state, results.rows);
  const [looked, two, random] = results.rows.rows.map((row) => best(row, 'mean')) as [number, number, number];
  expect(sentence).toContain(`stays ${formatTime(looked)} mean service times, ${formatTime(random)} at random, `);
  expect(sentence).toContain(`${formatTime(two)} with best of 2.`);
  const [time, , , crossing] = figures(state, results);
  const [line] = linesOf(state, results.rows, results.curves);
  expect(crossing!.value).toBe(line!.crossings.mean);
  const chart = drawCurves('mean', state, results, { width: 428, height: 300 });
  if (!settles(state)) {
    expect(sentence).not.toMatch(/chance/);
    expect(sentence).toContain('queues never settle: this is a finite run, the first 5,000 ');
    expect([time!.alarming, crossing!.text]).toEqual([false, 'never settles']);
    expect(chart.svg).not.toContain('worse');
    return { looked, random, worse: false };
  }
  const worse = sentence.includes('is worse than chance');
  expect(worse).toBe(looked > random && formatTime(looked) !== formatTime(random));
  expect(time!.alarming).toBe(looked > random);
  if (!isFresh(state)) {
    if (worse) expect(crossing!.value, sentence).toBeLessThanOrEqual(state.age);
    else if (crossing!.value !== null) expect(crossing!.value, sentence).toBeGreaterThanOrEqual(state.age);
  }
  const from = crossing!.value === null ? null : formatTime(crossing!.value);
  expect(resultSentence(state, results)).toContain(
    from === null ? `At no age up to ${OLDEST} is it worse` : `worse than random from an age of ${from} on`,
  );
  if (from !== null) expect(chart.svg).toContain(`worse from ${from}`);
  return { looked, random, worse };
}

describe('at every preset', () => {
  it.each(PRESETS.map((preset) => [preset.id, preset] as const))('the lab says one thing: %s', (id, preset) => {
    const { worse, mean, says } = TABLE[id]!;
    for (const words of says) expect(preset.label).toContain(words);
    const state = preset.state(schema.initial);
    if (!isFresh(state)) expect(preset.label).toContain(`${state.age} service times old`);
    const shown = expectConsistent(state);
    expect(shown.worse).toBe(worse);
    if (mean === undefined) return;
    // A tenth is what 100,000 requests scatter by, of herds that go to and fro.
    expect(Math.abs(shown.looked / mean - 1), `${shown.looked} and ${mean}`).toBeLessThan(0.1);
    expect(mean > shown.random).toBe(worse);
  });
});

it.each([
  ['a utilisation of 1', { rho: 1 }],
  ['an overload', { rho: 1.5 }],
  ['the age next to a crossing', { age: 2.6 }],
  ['three ticks, which spare the herd', { arrivals: 'regular', work: 'tick', age: 3 }],
  ['one server', { servers: 1 }],
  ['the oldest copy, and older ones', { age: OLDEST }],
  ['an age beyond the curves', { age: 100 }],
  ['an age below the curves’', { age: 0.1 }],
  ['two balancers', { balancers: 2 }],
] as const)('the lab says one thing with %s', (_, values) => {
  expectConsistent({ ...schema.initial, ...values } as LabState);
});

it('opens beyond the recorded crossing', () => {
  const { servers, rho: utilisation, policies: policy, age } = schema.opening;
  const points = record!.series.find(({ id }) => id === 'crossings-by-load')!.points;
  const at = { servers, utilisation, policy };
  const point = points.find((point) => Object.entries(at).every(([name, value]) => point.at[name] === value));
  expect(point!.values['crossing_age']!.high).toBeLessThan(age);
});
