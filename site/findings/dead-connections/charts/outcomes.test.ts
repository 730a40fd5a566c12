import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import { charts } from '../figures.ts';
import { set, type Options } from '../settings.ts';
import { fatesTable } from './fates.ts';
import { areSame, outcomeCell, outcomesOf } from './outcomes.ts';

const QUICK = { keepalive: { idle: 1, interval: 1, probes: 3 } };
const ADVICE = { keepalive: { idle: 15, interval: 15, probes: 5 } };
const IDLE = { scenario: 'drop', pattern: 'idle' };

interface MadeUp {
  at?: Point['at'];
  settings?: Options;
  /** The first, the middle and the last of seven trials. */
  after?: readonly [low: number, value: number, high: number];
  /** The errors of the trials, where they differ. */
  errno?: Readonly<Record<string, number>>;
  predicted?: number | 'never' | 'survives';
  isWatched?: boolean;
}

/** A made-up row, watched for ten seconds where it was. */
function row({ at = {}, settings = {}, after, errno, predicted = 'never', isWatched = true }: MadeUp): Point {
  const given = Object.entries(set(settings)).filter(([, value]) => value !== null);
  const isTimed = typeof predicted === 'number';
  return {
    at: {
      ...{ program: 'tcp', ...IDLE },
      ...(Object.fromEntries(given) as Point['at']),
      ...{ settings: JSON.stringify(settings), ...at },
    },
    outcomes: after
      ? { call: { read: 7 }, errno: errno ?? { ETIMEDOUT: 7 } }
      : { call: { none: 7 }, errno: { none: 7 } },
    predicted_outcomes: { call: isTimed ? 'read' : 'none', errno: isTimed ? 'ETIMEDOUT' : predicted },
    values: {
      ...(isWatched && {
        noticed_share: { n: 7, value: after ? 1 : 0, low: 0, high: 1 },
        watched_seconds: { n: 7, value: 10, low: 10, high: 10 },
      }),
      ...(after && { noticed_after_seconds: { n: 7, low: after[0], value: after[1], high: after[2] } }),
    },
    predicted: isTimed ? { noticed_after_seconds: predicted } : {},
  };
}
const long = (made: MadeUp): Point => row({ isWatched: made.after !== undefined, ...made });

function recordOf(fates: Point[], predictedOnly: Point[] = []): MeasurementRecord {
  const series = Object.entries({ fates, 'predicted-only': predictedOnly }).map(([id, points]) => ({
    ...{ id, title: id, dimensions: [], measures: [], method: 1, published_source: null, points },
  }));
  return { ...madeUpRecord('made-up'), series };
}
const cellOf = (record: MeasurementRecord, settings: Options, situation = IDLE) =>
  outcomeCell(outcomesOf(record), situation, set(settings));

describe('a cell of the table of outcomes', () => {
  test('is what was measured with just its settings and times, else what the model says', () => {
    const measured = row({ settings: QUICK, after: [4.07, 4.09, 4.1], predicted: 4 });
    const rebooted = row({ at: { delay_seconds: 1 }, after: [1.6, 1.7, 1.8], predicted: 1.6 });
    const record = recordOf(
      [measured, rebooted],
      [long({ settings: ADVICE, predicted: 90 }), long({ predicted: 104 })],
    );
    expect(cellOf(record, QUICK).outcome?.measured?.after?.value).toBe(4.09);
    for (const [settings, seconds] of [
      [ADVICE, 90],
      [{}, 104],
    ] as const) {
      const { outcome, inVain } = cellOf(record, settings);
      expect([outcome?.measured, outcome?.predicted.after, inVain]).toEqual([undefined, seconds, []]);
    }
    const waited = recordOf([measured], [long({ settings: ADVICE, after: [90, 91, 92], predicted: 90 })]);
    expect(cellOf(waited, ADVICE).outcome?.measured?.after?.value).toBe(91);
  });

  test('that is never says what was watched in vain, with settings of its kind and the same end', () => {
    const watched = [
      row({ settings: QUICK, at: { settings: 'quick' } }),
      row({ settings: QUICK, at: { settings: 'again', delay_seconds: 2 } }),
      row({ settings: QUICK, at: { settings: 'survives' }, predicted: 'survives' }),
      row({ settings: { userTimeout: 3 }, at: { settings: 'of another kind' } }),
      row({ settings: QUICK, at: { settings: 'gRPC', program: 'tonic' } }),
      row({ settings: QUICK, at: { settings: 'elsewhere', pattern: 'awaiting' } }),
    ];
    expect(cellOf(recordOf(watched, [long({ settings: ADVICE })]), ADVICE).inVain).toEqual([
      'not in 10\u00a0s with quick',
      'not in 10\u00a0s with again, a firewall that forgets after 2\u00a0s',
    ]);
    expect(cellOf(recordOf([row({})], [long({})]), {}).inVain).toEqual(['not in 10\u00a0s']);
    expect(cellOf(recordOf(watched), ADVICE)).toEqual({ outcome: undefined, inVain: [] });
  });

  test('is the same as its neighbours where the model says the same of all', () => {
    const record = recordOf([], [long({}), long({ settings: QUICK }), long({ settings: ADVICE, predicted: 90 })]);
    const cells = (...settings: Options[]) => settings.map((each) => cellOf(record, each));
    expect(areSame(cells({}, QUICK))).toBe(true);
    expect(areSame(cells({}, QUICK, ADVICE))).toBe(false);
    expect(areSame(cells({}, { retries2: 1 }))).toBe(false);
  });
});

const cellsOf = (markup: unknown) => parse(String(markup)).querySelectorAll('td');

test('where trials ended at two times, the table has their range and counts, and no median', () => {
  const errno = { EHOSTUNREACH: 3, ETIMEDOUT: 4 };
  const record = recordOf([row({ after: [91.06, 92.26, 108.2], errno, predicted: 90 })]);
  const groups = [{ title: 'Gone', rows: [{ says: 'waits', ...IDLE }] }];
  const { markup } = fatesTable([record], 'id', {
    title: 'A table',
    columns: [{ settings: set(), head: 'Nothing' }],
    groups,
  });
  const text = cellsOf(markup)[0]!.textContent.replaceAll(/\s+/g, ' ');
  expect(text).toContain('91.1 s to 108 s');
  expect(text).toContain('at least 4 of 7 by 92.3 s');
  expect(text).toContain('read: 4 × ETIMEDOUT, 3 × EHOSTUNREACH');
});

test('the table has a situation that only newer records know, where a record knows it', () => {
  const drawn = (at: Point['at']) =>
    String((charts['fates']!.draw([recordOf([row({ at })])], 'id') as OwnDrawing).markup);
  const says = 'waits for the reply to one that arrived';
  expect(drawn({ scenario: 'drop-inbound', pattern: 'acknowledged' })).toContain(says);
  expect(drawn({ scenario: 'drop-inbound', pattern: 'awaiting' })).not.toContain(says);
});

test('another machine stands in the cells that it has measured, with its name', () => {
  const [first, other] = assignMarks(publishedOnDisk('dead-connections').slice(0, 2));
  const drawn = (records: MeasurementRecord[]) => {
    const cells = cellsOf((charts['fates']!.draw(records, 'fates') as OwnDrawing).markup);
    return cells.filter((cell) => cell.querySelector('.mt-mark--second'));
  };
  expect(drawn([first!, other!]).length).toBeGreaterThan(10);
  for (const cell of drawn([first!, other!])) expect(cell.textContent).toContain(other!.machineName);
  expect(drawn([first!])).toEqual([]);
});
