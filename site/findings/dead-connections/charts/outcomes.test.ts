import { describe, expect, test } from 'vitest';
import type { Estimate, Point } from '@/kit/record/types.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { set, type Options } from '../settings.ts';
import { areSame, outcomeCell, outcomesOf, headline, signOf, spanOf, type Outcome } from './outcomes.ts';

const share = (value: number): Estimate => ({ n: 7, value, low: 0, high: 1 });
const seconds = (value: number): Estimate => ({ n: 7, value, low: value * 0.9, high: value * 1.1 });

interface MadeUp {
  program?: string;
  scenario?: string;
  pattern?: string;
  every?: number;
  settings?: Options;
  after?: number;
  predicted?: number;
  ending?: 'never' | 'survives';
}

/** A made-up row that was watched for ten seconds. */
function row({
  program = 'tcp',
  scenario = 'drop',
  pattern = 'idle',
  every,
  settings = {},
  after,
  predicted,
  ending,
}: MadeUp): Point {
  const end = ending ?? 'ETIMEDOUT';
  const given = Object.entries(set(settings)).filter(([, value]) => value !== null);
  return {
    at: {
      ...{ program, scenario, pattern },
      ...(every !== undefined && { write_interval_seconds: every }),
      ...(Object.fromEntries(given) as Point['at']),
      settings: JSON.stringify(settings),
    },
    outcomes:
      after === undefined ? { call: { none: 7 }, errno: { none: 7 } } : { call: { read: 7 }, errno: { ECONNRESET: 7 } },
    predicted_outcomes: { call: ending ? 'none' : 'read', errno: end },
    values: {
      noticed_share: share(after === undefined ? 0 : 1),
      watched_seconds: seconds(10),
      ...(after !== undefined && { noticed_after_seconds: seconds(after) }),
    },
    predicted: predicted === undefined ? {} : { noticed_after_seconds: predicted, latest_after_seconds: predicted + 1 },
  };
}

/** The same row, of which only the model was asked. */
const long = (made: MadeUp): Point => ({ ...row(made), values: {} });

/** The outcomes of a made-up record. */
function outcomes(fates: Point[], onlyPredicted: Point[]): Outcome[] {
  const series = (id: string, points: Point[]) => ({
    ...{ id, title: id, dimensions: [], measures: [], method: 1, published_source: null, points },
  });
  return outcomesOf({
    ...madeUpRecord('made-up'),
    series: [series('fates', fates), series('predicted-only', onlyPredicted)],
  });
}

const only = (point: Point): Outcome => outcomes([point], [])[0]!;

test.each([
  [0, 'at once'],
  [0.2, 'at once'],
  [1, 'seconds'],
  [59, 'seconds'],
  [90, 'minutes'],
  [929, 'quarter hour'],
  [7875, 'hours'],
])('%f seconds are “%s”', (value, span) => expect(spanOf(value)).toBe(span));

describe('the headline of an outcome', () => {
  test('is what was measured', () =>
    expect(headline(only(row({ after: 4, predicted: 90 })))).toEqual({
      span: 'seconds',
      seconds: 4,
      figure: 'measured',
    }));
  test('is the prediction where nothing was noticed yet', () =>
    expect(headline(only(row({ predicted: 929 })))).toEqual({
      span: 'quarter hour',
      seconds: 929,
      figure: 'predicted',
    }));
  test('is never where the model says so', () => expect(headline(only(row({ ending: 'never' }))).span).toBe('never'));
  test('says that a connection survives', () =>
    expect(headline(only(row({ ending: 'survives' }))).span).toBe('stays up'));
});

describe('how a program learns of it', () => {
  test('is what it got', () => expect(signOf(only(row({ after: 4 })))).toBe('read: ECONNRESET'));
  test('is what the model says where it got nothing yet', () =>
    expect(signOf(only(row({ predicted: 929 })))).toBe('read: ETIMEDOUT'));
  test('is nothing where it never does', () => expect(signOf(only(row({ ending: 'never' })))).toBe(''));
});

describe('a cell of the table', () => {
  const idle = { scenario: 'drop', pattern: 'idle' };
  const measured = row({ settings: { keepalive: { idle: 1, interval: 1, probes: 3 } }, after: 4.1, predicted: 4 });
  const predicted = long({ settings: { keepalive: { idle: 15, interval: 15, probes: 5 } }, predicted: 90 });

  test('has the outcome with just these settings, and what was measured with others of their kind', () => {
    const cell = outcomeCell(
      outcomes([measured], [predicted]),
      idle,
      set({ keepalive: { idle: 15, interval: 15, probes: 5 } }),
    );
    expect(cell.outcome?.predicted.after).toBe(90);
    expect(cell.evidence.map(({ outcome }) => outcome.words.set)).toEqual([
      JSON.stringify({ keepalive: { idle: 1, interval: 1, probes: 3 } }),
    ]);
  });

  test('says what else was otherwise where its evidence was measured', () => {
    const writes = { scenario: 'peer-reboots', pattern: 'writes' };
    const at = (delay: number | undefined, every: number) => {
      const { at: own, ...measured } = row({ ...writes, every, after: 2, predicted: 60 });
      return { ...measured, at: { ...own, ...(delay !== undefined && { delay_seconds: delay }) } };
    };
    const asked = long({ ...writes, every: 1, predicted: 60 });
    const { evidence } = outcomeCell(outcomes([at(1, 0.5), at(4, 1), at(4, 1)], [asked]), writes, set());
    expect(evidence.map(({ otherwise }) => otherwise)).toEqual([
      ['a reboot of 1\u00a0s', 'a write every 500\u00a0ms'],
      ['a reboot of 4\u00a0s'],
    ]);
  });

  test('does not take what was measured for its own evidence', () => {
    const cell = outcomeCell(
      outcomes([measured], [predicted]),
      idle,
      set({ keepalive: { idle: 1, interval: 1, probes: 3 } }),
    );
    expect(cell.outcome?.measured?.after?.value).toBe(4.1);
    expect(cell.evidence).toEqual([]);
  });

  test('needs no evidence where just these settings were waited for', () => {
    const settings = { keepalive: { idle: 15, interval: 15, probes: 5 } };
    const watched = row({ settings, predicted: 90 });
    const waited = { ...long({ settings, predicted: 90 }), values: row({ settings, after: 91 }).values };
    const cell = outcomeCell(outcomes([measured, watched], [waited]), idle, set(settings));
    expect(cell.outcome?.measured?.after?.value).toBe(91);
    expect(cell.evidence).toEqual([]);
  });

  test('takes nothing from gRPC, from other situations or from other kinds of settings', () => {
    const others = [
      row({ settings: { keepalive: { idle: 1, interval: 1, probes: 3 } }, program: 'tonic', after: 1 }),
      row({ settings: { keepalive: { idle: 1, interval: 1, probes: 3 } }, pattern: 'awaiting', after: 1 }),
      row({ settings: { keepalive: { idle: 1, interval: 1, probes: 3 } }, scenario: 'reboot', after: 1 }),
      row({ settings: { userTimeout: 3 }, after: 1 }),
    ];
    expect(outcomeCell(outcomes(others, []), idle, set({ keepalive: { idle: 15, interval: 15, probes: 5 } }))).toEqual({
      outcome: undefined,
      evidence: [],
    });
  });

  test('takes no evidence from what ends otherwise', () => {
    const survived = row({ settings: { keepalive: { idle: 1, interval: 1, probes: 3 } }, ending: 'survives' });
    const forgotten = row({ settings: { keepalive: { idle: 3, interval: 1, probes: 3 } }, after: 4.1, predicted: 4 });
    const asked = long({ settings: { keepalive: { idle: 15, interval: 15, probes: 5 } }, ending: 'survives' });
    const { evidence } = outcomeCell(
      outcomes([survived, forgotten], [asked]),
      idle,
      set({ keepalive: { idle: 15, interval: 15, probes: 5 } }),
    );
    expect(evidence.map(({ outcome }) => outcome.words.set)).toEqual([
      JSON.stringify({ keepalive: { idle: 1, interval: 1, probes: 3 } }),
    ]);
  });

  test('is the same as its neighbours where the model says the same of all', () => {
    const never = (settings: Options) => long({ settings, ending: 'never' });
    const known = outcomes(
      [],
      [
        never({}),
        never({ keepalive: { idle: 15, interval: 15, probes: 5 } }),
        predicted,
        long({ settings: { userTimeout: 90 }, predicted: 90 }),
      ],
    );
    const cells = (...settings: Options[]) => settings.map((options) => outcomeCell(known, idle, set(options)));
    expect(areSame(cells({}, {}))).toBe(true);
    expect(areSame(cells({}, { userTimeout: 90 }))).toBe(false);
    expect(areSame(cells({}, { retries2: 1 }))).toBe(false);
    expect(areSame(cells({}))).toBe(false);
  });

  test('finds a writer however often it writes', () => {
    const writes = { scenario: 'drop', pattern: 'writes' };
    const often = row({ pattern: 'writes', every: 0.1, after: 1 });
    expect(outcomeCell(outcomes([often], []), writes, set()).outcome?.measured?.after?.value).toBe(1);
  });

  test('takes what was measured for the outcome itself only where no time of the situation was shortened', () => {
    const rebooted = (delay: Point['at']): Point => {
      const point = row({ after: 1.7, predicted: 1.6 });
      return { ...point, at: { ...point.at, ...delay } };
    };
    const asked = long({ predicted: 104 });
    const cell = outcomeCell(outcomes([rebooted({ delay_seconds: 1 })], [asked]), idle, set());
    expect(cell.outcome?.predicted.after).toBe(104);
    expect(cell.evidence[0]?.outcome.measured?.after?.value).toBe(1.7);
    expect(outcomeCell(outcomes([rebooted({})], [asked]), idle, set()).outcome?.measured?.after?.value).toBe(1.7);
  });
});
