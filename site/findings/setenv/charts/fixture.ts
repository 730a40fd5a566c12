// A small made-up record in the shape of the setenv experiment's, for tests only: its figures mean nothing.
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';

const share = (value: number): Estimate => ({
  n: 200,
  value,
  low: Math.max(0, value - 0.02),
  high: Math.min(1, value + 0.02),
});
const dimension = (name: string, unit: string | null = null) => ({ name, title: name, unit });
const measure = (name: string, unit: string, interval: string) => ({
  name,
  title: name,
  unit,
  statistic: unit === 'share' ? 'share' : 'median',
  interval,
});

/** Children of a cell: how many of them died by which signal or got a wrong answer, and when half of those had. */
const cell = (library: string, reader: string, kinds: readonly [number, number, number], median?: number): Point => {
  const [sigsegv, sigabrt, wrong] = kinds;
  return {
    at: { library, reader, writer: 'new-names', fix: 'none' },
    values: {
      failed_share: share(sigsegv + sigabrt + wrong),
      sigsegv_share: share(sigsegv),
      sigabrt_share: share(sigabrt),
      other_signal_share: share(0),
      wrong_answer_share: share(wrong),
      hung_share: share(0),
      limit_seconds: { n: 1, value: 0.2, low: 0.2, high: 0.2 },
      ...(median !== undefined && {
        median_seconds_to_failure: { n: 200, value: median, low: median * 0.9, high: median * 1.1 },
      }),
    },
  };
};

const survival = (library: string, shares: readonly (readonly [number, number])[]): Point[] =>
  shares.map(([seconds, left]) => ({
    at: { library, reader: 'getenv', writer: 'new-names', fix: 'none', seconds },
    values: { surviving_share: share(left) },
  }));

/** Two libraries on which children fail, soon and later, and one on which none does. */
export function madeUpCrashes(machine = 'made-up'): MeasurementRecord {
  const record = madeUpRecord(machine);
  const who = [dimension('library'), dimension('reader'), dimension('writer'), dimension('fix')];
  return {
    ...record,
    experiment: 'setenv',
    provenance: {
      ...record.provenance,
      programs: { glibc: '2.36', musl: '1.2.3' },
    },
    claims: [],
    series: [
      {
        id: 'cells',
        title: 'Children that failed',
        dimensions: who,
        measures: [
          measure('failed_share', 'share', 'Wilson'),
          ...['sigsegv', 'sigabrt', 'other_signal', 'wrong_answer', 'hung'].map((kind) =>
            measure(`${kind}_share`, 'share', 'Wilson'),
          ),
          measure('median_seconds_to_failure', 's', 'order statistics'),
          measure('limit_seconds', 's', 'none'),
        ],
        method: 1,
        published_source: null,
        points: [
          cell('glibc', 'getenv', [0.75, 0.125, 0], 0.02),
          cell('musl', 'getenv', [1, 0, 0], 0.001),
          cell('glibc-newer', 'getenv', [0, 0, 0]),
          cell('glibc', 'getaddrinfo', [0.0625, 0, 0.125], 0.0005),
        ],
      },
      {
        id: 'survival',
        title: 'Children that still run',
        dimensions: [...who, dimension('seconds', 's')],
        measures: [measure('surviving_share', 'share', 'Wilson')],
        method: 1,
        published_source: null,
        points: [
          ...survival('glibc', [
            [0.00001, 1],
            [0.1, 0.125],
            [0.01, 0.75],
            [0.2, 0.125],
          ]),
          ...survival('musl', [
            [0.00001, 1],
            [0.001, 0.25],
            [0.002, 0],
          ]),
          ...survival('glibc-newer', [
            [0.00001, 1],
            [0.2, 1],
          ]),
        ],
      },
      {
        id: 'versions',
        title: 'Versions',
        dimensions: [dimension('name'), dimension('version')],
        measures: [measure('children', 'children', 'none')],
        method: 1,
        published_source: null,
        points: [
          {
            at: { name: 'glibc', version: 'glibc 2.36' },
            values: { children: { n: 1, value: 400, low: 400, high: 400 } },
          },
          {
            at: { name: 'musl', version: 'musl 1.2.3' },
            values: { children: { n: 1, value: 200, low: 200, high: 200 } },
          },
        ],
      },
    ],
  };
}
