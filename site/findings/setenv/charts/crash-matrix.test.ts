import { expect, test } from 'vitest';
import { assignMarks } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { crashMatrix } from './crash-matrix.ts';
import { madeUpCrashes } from './fixture.ts';

const matrix = crashMatrix('cells', {
  title: 'How many failed',
  rowTitle: 'One thread calls',
  columns: [
    { head: 'glibc', at: { library: 'glibc' } },
    { head: 'newer glibc', at: { library: 'glibc-newer' } },
    { head: 'illumos', at: { library: 'illumos' } },
  ],
  groups: [
    {
      title: 'Another keeps setting new names',
      rows: [
        { says: 'getenv', at: { reader: 'getenv' } },
        { says: 'getaddrinfo', at: { reader: 'getaddrinfo' } },
        { says: 'localtime', at: { reader: 'localtime' } },
      ],
    },
  ],
});
const drawn = (records: readonly MeasurementRecord[]): string => {
  const drawing = matrix.draw(records, 'cells');
  return 'markup' in drawing ? String(drawing.markup) : '';
};
const times = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

test('has a bar and a figure for each cell that was measured, and leaves out rows and columns without any', () => {
  const text = drawn([madeUpCrashes()]);
  expect(text).not.toMatch(/localtime|illumos/);
  expect(times(text, /class="mt-crash-bar"/g)).toBe(3);
  expect(times(text, /not in the record/g)).toBe(1);
  expect(times(text, /class="mt-inline-figure /g)).toBe(3);
  expect(text).toMatch(/\(SIGSEGV 150, SIGABRT 25 of 200\)/);
  // The key has the ways to fail that occur, and no others.
  expect(text.match(/&nbsp;[^<]+/g)).toEqual(
    ['SIGSEGV', 'SIGABRT', 'wrong answer', '95% interval of all failures together'].map((word) => `&nbsp;${word}`),
  );
});

test('has a second bar of a machine that is laid beside, named, and both versions of a library', () => {
  const other = madeUpCrashes('other');
  other.series.find(({ id }) => id === 'versions')!.points[0]!.at['version'] = 'glibc 2.39';
  const text = drawn(assignMarks([madeUpCrashes(), other]));
  expect(times(text, /mt-crash-cell--second/g)).toBe(3);
  expect(text).toContain('<span class="sr-only">other: </span>88%');
  expect(text).toContain('glibc 2.36, glibc 2.39');
  expect(text).toContain('&nbsp;other');
});
