import { describe, expect, test } from 'vitest';
import { madeUpRecord } from './fixtures/record.ts';
import {
  byExperimentAndFullness,
  claim,
  exact,
  findingOf,
  isSimulated,
  measured,
  point,
  points,
  published,
  recordName,
  referenceOf,
  series,
  settingAt,
  settingsOf,
  type Settings,
  roundsOf,
} from './queries.ts';

const record = madeUpRecord();
const table = series(record, 'published-table');

describe('of several machines’ records', () => {
  const poorer = madeUpRecord('a-poorer-one');
  poorer.series = [];

  test('the reference of an experiment comes first, and then the fullest', () => {
    const other = { ...madeUpRecord(), experiment: 'buffer-size' };
    const first = { ...madeUpRecord(referenceOf(record.experiment)), series: [] };
    expect([poorer, record, first, other].sort(byExperimentAndFullness)).toEqual([other, first, record, poorer]);
  });

  test('of one vendor’s machines the latest processor comes first, and of one processor’s the one with fewer cores', () => {
    const ids = [
      'amd-1a-02-2-core-vm',
      'amd-19-11-2-core-vm',
      'amd-19-01-2-core-vm',
      'intel-06-cf-2-core-vm',
      'intel-06-cf-16-core-vm',
      'a-machine-by-another-name',
    ];
    for (const given of [ids, ids.toReversed()]) {
      const sorted = given.map((id) => madeUpRecord(id)).sort(byExperimentAndFullness);
      expect(sorted.map(({ provenance }) => provenance.machine.id)).toEqual(ids);
    }
  });
});

describe('what is there is found', () => {
  test('a record is named as its file is', () => expect(recordName(record)).toBe('load-balancing/made-up'));

  test('a point by all its settings', () => {
    const found = point(table, { strategy: 'random', items: 1000, servers: 13 });
    expect(measured(found, 'p99_items').value).toBe(95);
    expect(exact(found, 'imbalance_ratio')).toBe(1.25);
    expect(published(found, 'p99_items')).toBe(95);
  });

  test('a point by as few settings as tell it apart', () => {
    expect(point(table, { strategy: 'two-choices' }).at['servers']).toBe(13);
  });

  test('all points that share a setting, in their order', () => {
    expect(points(table, { strategy: 'random' }).map(({ at }) => at['servers'])).toEqual([10, 13]);
    expect(points(table, { servers: 99 })).toEqual([]);
  });

  test('a claim', () => expect(claim(record, 'thirteen-servers').verdict).toBe('reproduced'));
});

describe('what is missing is named, with the record', () => {
  test.each([
    [() => series(record, 'planner'), 'record load-balancing/made-up has no series planner; it has published-table'],
    [
      () => series({ ...record, series: [], older: [{ ...table, method_today: 3 }] }, 'published-table'),
      'record load-balancing/made-up has no series published-table, but one that was measured in an older way: measure it again',
    ],
    [
      () => point(table, { strategy: 'random', items: 7 }),
      'record load-balancing/made-up has no point {strategy: random, items: 7} in series published-table',
    ],
    [
      () => point(table, { items: 1000 }),
      'record load-balancing/made-up has 3 points {items: 1000} in series published-table',
    ],
    [
      () => points(table, { server: 13 }),
      'record load-balancing/made-up has no dimension server in series published-table; it has strategy, items, servers',
    ],
    [
      () => claim(record, 'fourteen'),
      'record load-balancing/made-up has no claim fourteen; it has thirteen-servers, two-choices-cost',
    ],
    [
      () => settingAt({ at: { strategy: 'random' }, values: {} }, 'servers'),
      'point {strategy: random} does not say its servers',
    ],
    [
      () => measured(table.points[2]!, 'p50_items'),
      'point {strategy: two-choices, items: 1000, servers: 13} has no measured p50_items; it has p99_items, imbalance_ratio',
    ],
    [
      () => published(table.points[2]!, 'p99_items'),
      'point {strategy: two-choices, items: 1000, servers: 13} has no published p99_items; it has none',
    ],
  ])('%s', (ask, message) => {
    expect(ask).toThrow(new Error(message));
  });
});

test('what was simulated is told from what was measured by its measures', () => {
  expect(isSimulated(record)).toBe(false);
  const other = madeUpRecord();
  other.series[0]!.measures[0]!.simulated = true;
  expect(isSimulated(other)).toBe(true);
});

test('an experiment without an article belongs to the finding that its name begins with', () => {
  const findings = ['load', 'load-balancing', 'isspace'];
  expect(['load-balancing', 'load-balancing-sweep', 'loads'].map((slug) => findingOf(slug, findings))).toEqual([
    'load-balancing',
    'load-balancing',
    undefined,
  ]);
});

test('rounds stand in the place of a median only where some have none of it and its interval leaves the most out', () => {
  const estimate = { n: 9, value: 0.1, low: 0, high: 0.2, min: 0, max: 0.5 };
  expect(roundsOf(estimate)).toEqual({ low: 0, high: 0.5 });
  for (const other of [{ low: 0.01 }, { min: 0.01 }, { min: null }, { max: 0.2 }, { max: null }])
    expect(roundsOf({ ...estimate, ...other })).toBeUndefined();
});

test('null picks the points that a dimension says nothing of, and a dimension left out picks any', () => {
  const [one, other] = table.points;
  const mixed = {
    ...table,
    points: [
      { ...one!, at: { strategy: 'random' } },
      { ...other!, at: { strategy: 'random', servers: 13 } },
    ],
  };
  const servers = (at: Settings) => points(mixed, at).map((found) => found.at['servers']);
  expect(servers({ servers: null })).toEqual([undefined]);
  expect(servers({ strategy: 'random', servers: 13 })).toEqual([13]);
  expect(servers({ strategy: 'random' })).toEqual([undefined, 13]);
  expect(points(mixed, settingsOf(mixed, mixed.points[0]!))).toEqual([mixed.points[0]]);
});
