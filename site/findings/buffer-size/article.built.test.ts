import { describe, expect, test } from 'vitest';
import { articleOf, homeEntryOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { textsOf } from '@/e2e/built';
import { claim, point, points, series } from '@/kit/record/queries';

const article = articleOf('buffer-size');
const { page, record } = article;
const KIB = 1024;
const MEASURE = 'throughput_bytes_per_second';

/** What was measured of a kind of socket, by the sizes of reads and writes. */
const measuredAt = (transport: string, read: number, write: number) =>
  point(series(record, 'sockets'), { transport, read_bytes: read, write_bytes: write }).values[MEASURE]!;

test('the first sentences say what a call costs, which buffers it takes, and what is left beyond the peak, as measured', () => {
  // The lab’s: one number for the cost of a call on the first screen.
  const fitted = point(series(record, 'fits'), { source: 'zero', law: 'knee' }).values;
  const [zero, cipher] = ['zero', 'urandom'].map(
    (source) => point(series(record, 'fits'), { source, law: 'measured' }).values['smallest_buffer_bytes']!,
  );
  const [left] = claim(record, 'past-the-peak').figures;
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual([
    written(fitted['per_call_seconds']!.value, 's'),
    written(zero!.value, 'bytes'),
    written(cipher!.value, 'bytes'),
    written(left!.measured!.value, left!.unit),
  ]);
});

test('the article has its figures', () => {
  const ids = page.querySelectorAll('figure.mt-figure').map(({ id }) => id);
  expect(ids).toEqual(['zero', 'larger-buffers', 'maps', 'variants']);
});

test('every series of the record but those of sentences, and those that are measured no more, can be downloaded beside a figure', () => {
  const noMore = ['compared', 'connections', 'placement'];
  const left = seriesWithoutFile(article).filter((id) => !noMore.includes(id));
  expect(left.sort()).toEqual(['iperf3', 'low-water-stalls']);
});

describe('the heat maps', () => {
  const maps = page.querySelectorAll('.mt-map');
  const sizes = (dimension: string) =>
    [...new Set(series(record, 'sockets').points.map(({ at }) => Number(at[dimension])))].sort((a, b) => a - b);
  const [reads, writes] = [sizes('read_bytes'), sizes('write_bytes')];

  test('have a cell for each pair of sizes, darker where it is faster, with its value for whoever cannot see', () => {
    const values = ['unix', 'tcp'].map((transport) =>
      reads.flatMap((read) => writes.map((write) => measuredAt(transport, read, write).value)),
    );
    const most = Math.max(...values.flat());
    expect(maps).toHaveLength(values.length);
    for (const [index, map] of maps.entries()) {
      const cells = map.querySelectorAll('tbody td');
      expect(cells.map(({ classNames }) => Number(/mt-shade-(\d+)/.exec(classNames)![1]))).toEqual(
        values[index]!.map((value) => Math.round((value / most) * 15)),
      );
      // In thousands of MiB/s.
      const thousands = values[index]!.map((value) => value / KIB ** 2 / 1000);
      expect(cells.map((cell) => Number(cell.textContent))).toEqual(
        thousands.map((value) => Number(value.toFixed(value < 9.95 ? 1 : 0))),
      );
    }
    expect(new Set(maps[0]!.querySelectorAll('tbody td').map(({ classNames }) => classNames)).size).toBeGreaterThan(4);
  });

  test('show the slices through two sizes at first, and say what was measured there', () => {
    const [reading] = textsOf(page, 'mt-size-maps [data-reading]');
    expect(reading).toMatch(/^Reads of 32 KiB, writes of 256 KiB: Unix.*; TCP.*\.$/);
    for (const transport of ['unix', 'tcp']) {
      expect(reading).toContain(written(measuredAt(transport, 32 * KIB, 256 * KIB).value, 'bytes per second'));
    }
    expect(textsOf(page, '.mt-slice-title')).toEqual([
      'Reads of 32 KiB, by write size',
      'Writes of 256 KiB, by read size',
    ]);
    expect(page.querySelectorAll('.mt-map-picked')).toHaveLength(2);
  });
});

describe('charts are the record’s', () => {
  test('of /dev/zero: a dot for each size, both laws, and what was published', () => {
    const found = points(series(record, 'devices'), { source: 'zero' });
    const count = (marks: string) => wideChart(page, 'zero').querySelectorAll(marks).length;
    expect(count('.mt-mark--measured')).toBe(found.length);
    expect(count('.mt-stroke--predicted')).toBe(2);
    expect(count('.mt-area--predicted')).toBe(2);
    const published = found.filter((one) => one.published?.[MEASURE]);
    expect(count('.mt-mark--published')).toBe(published.length);
    expect(count('.mt-stroke--published')).toBe(1);
  });

  test('of other settings: a row for each, with TCP and Unix', () => {
    const found = points(series(record, 'variants'), {}).filter(
      ({ at, values }) =>
        at['transport'] !== 'veth' &&
        at['read_bytes'] === at['write_bytes'] &&
        [64 * KIB, 256 * KIB, 1024 * KIB].includes(Number(at['read_bytes'])) &&
        values['ratio_to_default'] !== undefined,
    );
    expect(found.length).toBeGreaterThan(4);
    expect(wideChart(page, 'variants').querySelectorAll('.mt-mark--measured')).toHaveLength(found.length);
  });
});

test('on the home page, the picture has a dot for each size, and names the best', () => {
  const entry = homeEntryOf('buffer-size');
  const found = points(series(record, 'devices'), { source: 'zero' });
  expect(entry.querySelectorAll('svg.mt-thumbnail .dots circle')).toHaveLength(found.length);
  const best = Math.max(...found.map(({ values }) => values[MEASURE]!.value));
  expect(textsOf(entry, 'svg.mt-thumbnail .best').join()).toContain(written(best, 'bytes per second'));
});

test('on the home page, the figure is the claim’s', () => {
  const label = 'share of the best throughput with 16 MiB, /dev/zero';
  const figure = claim(record, 'past-the-peak').figures.find((one) => one.label === label)!;
  expect(textsOf(homeEntryOf('buffer-size'), 'strong')).toEqual([written(figure.measured!.value, figure.unit)]);
});
