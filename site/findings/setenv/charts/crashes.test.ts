import { describe, expect, test } from 'vitest';
import { madeUpCrashes } from './fixture.ts';
import { versionOf } from './versions.ts';
import { crashCell, crashTable, kindsInWords } from './crashes.ts';

const glibc = { library: 'glibc', reader: 'getenv' };

describe('what became of the children of a cell', () => {
  test('is how many failed and how, without the ways that did not occur', () => {
    const cell = crashCell(madeUpCrashes(), 'cells', glibc)!;
    expect(cell.failed).toMatchObject({ n: 200, value: 0.875 });
    expect(cell.kinds).toEqual([
      { says: 'SIGSEGV', drawn: 'solid', share: 0.75 },
      { says: 'SIGABRT', drawn: 'pale', share: 0.125 },
    ]);
    expect(cell.median?.value).toBe(0.02);
  });

  test('names the only way to fail, or each with how many did', () => {
    const words = (at: Record<string, string>) => kindsInWords(crashCell(madeUpCrashes(), 'cells', at)!);
    expect(words({ library: 'musl' })).toBe('SIGSEGV');
    expect(words(glibc)).toBe('(SIGSEGV 150, SIGABRT 25 of 200)');
    expect(words({ reader: 'getaddrinfo' })).toBe('(SIGSEGV 13, wrong answer 25 of 200)');
    expect(words({ library: 'glibc-newer' })).toBe('(<2.0%)');
  });

  test('has no time to failure where none failed', () => {
    const cell = crashCell(madeUpCrashes(), 'cells', { library: 'glibc-newer' })!;
    expect(cell.failed.value).toBe(0);
    expect(cell.median).toBeUndefined();
  });

  test('is nothing where it was not measured: no such point, setting or series', () => {
    const record = madeUpCrashes();
    expect(crashCell(record, 'cells', { library: 'musl', reader: 'localtime' })).toBeUndefined();
    expect(crashCell(record, 'cells', { access: 'os-getenv' })).toBeUndefined();
    expect(crashCell(record, 'go', { access: 'os-getenv' })).toBeUndefined();
  });

  test('is asked for by settings that leave no choice, or the build stops', () => {
    expect(() => crashCell(madeUpCrashes(), 'cells', { reader: 'getenv' })).toThrow('series cells has 3 points');
  });
});

test('a library is called by its version in the record, without its package', () => {
  const newer = madeUpCrashes('newer');
  newer.series.find(({ id }) => id === 'versions')!.points[0]!.at['version'] =
    'glibc 2.39 (libc6 2.39-0 of a made-up system)';
  expect(versionOf(madeUpCrashes(), 'glibc')).toBe('glibc 2.36');
  expect(versionOf(newer, 'glibc')).toBe('glibc 2.39');
  expect(versionOf(newer, 'glibc-newer')).toBeUndefined();
});

describe('the table of a matrix', () => {
  const rows = [
    { says: 'getenv', at: { reader: 'getenv' } },
    { says: 'getaddrinfo', at: { reader: 'getaddrinfo' } },
  ];
  const columns = [
    { head: 'glibc', at: { library: 'glibc' } },
    { head: 'musl', at: { library: 'musl' } },
  ];

  test('has a row for each cell that was measured, with its interval, how many there were, and how they failed', () => {
    const { head, rows: found } = crashTable([madeUpCrashes()], 'cells', rows, columns);
    expect(head.slice(0, 5)).toEqual(['What the threads do', 'Where', 'Failed', '95% interval', 'n']);
    expect(found).toEqual([
      ['getenv', 'glibc', '88%', '86%–90%', '200', '75%', '13%', '0%', '0%', '0%', '20\u00a0ms'],
      ['getenv', 'musl', '100%', '98.0%–100%', '200', '100%', '0%', '0%', '0%', '0%', '1\u00a0ms'],
      ['getaddrinfo', 'glibc', '19%', '17%–21%', '200', '6.3%', '0%', '0%', '13%', '0%', '500\u00a0µs'],
    ]);
  });

  test('says which machine, where there are several', () => {
    const { head, rows: found } = crashTable([madeUpCrashes(), madeUpCrashes('other')], 'cells', rows, columns);
    expect(head[0]).toBe('Machine');
    expect(found.map(([machine]) => machine)).toEqual([...Array(3).fill('made-up'), ...Array(3).fill('other')]);
  });
});
