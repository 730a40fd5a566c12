import { describe, expect, test } from 'vitest';
import { assignMarks } from '@/kit/record/shown.ts';
import { byteGrids } from './byte-grids.ts';
import { madeUpWhiteSpace } from './fixture.ts';
import { byteGrid, rulesOf, rulesTable, writtenByte } from './byte-grid.ts';

const record = madeUpWhiteSpace();
const words = { title: 'Bytes', description: 'Made up.' };

describe('rules for bytes', () => {
  test('are read from the record, measured where locales were asked', () => {
    expect(rulesOf(record, { library: 'glibc' })).toEqual([{ figure: 'measured', bytes: [0x09, 0x20], locales: 3 }]);
  });

  test('are published where nobody was', () => {
    expect(rulesOf(record, { library: 'macos' })).toEqual([
      { figure: 'published', bytes: [0x09, 0x20, 0x85], locales: undefined },
    ]);
  });

  test('count the locales of one character set together, however they came', () => {
    const two = { ...record, series: record.series.map((one) => ({ ...one, points: [...one.points, ...one.points] })) };
    expect(rulesOf(two, { library: 'glibc' })).toEqual([{ figure: 'measured', bytes: [0x09, 0x20], locales: 6 }]);
    expect(rulesOf(two, { library: 'macos' })).toEqual(rulesOf(record, { library: 'macos' }));
  });

  test('fill a table, each with its bytes', () => {
    expect(rulesTable([record]).rows).toEqual([
      ['glibc', 'others', '3', '2', '09 20'],
      ['macos', 'UTF-8', 'published', '3', '09 20 85'],
    ]);
    expect(rulesTable([record, madeUpWhiteSpace('other')]).rows[2]![0]).toBe('other');
  });

  test('write a byte with both digits', () => {
    expect(writtenByte(9)).toBe('09');
    expect(writtenByte(0xa0)).toBe('A0');
  });
});

describe('a grid of bytes', () => {
  const drawn = (library: string) => byteGrid(rulesOf(record, { library })[0]!, words);

  test('has a mark for each space, of the kind that it is', () => {
    expect(drawn('glibc').match(/mt-mark--measured/g)).toHaveLength(2);
    expect(drawn('glibc')).not.toContain('mt-mark--published');
    expect(drawn('macos').match(/mt-mark--published/g)).toHaveLength(3);
  });

  test('names what is beside the six', () => {
    expect(drawn('glibc')).not.toContain('mt-label');
    expect(drawn('macos').match(/mt-label--published[^>]*>(..)</)![1]).toBe('85');
  });

  test('has the first digit down and the second across', () => {
    const tab = /cx="([\d.]+)" cy="([\d.]+)"/.exec(drawn('glibc'))!;
    // Row 0, column 9, of rows and columns 9 pixels apart that begin at 20.
    expect([Number(tab[1]), Number(tab[2])]).toEqual([20 + 9 * 9 + 4.5, 20 + 4.5]);
  });
});

describe('the grids', () => {
  /** The made-up record with its locales in one that is drawn. */
  const named = (machine: string) => {
    const made = madeUpWhiteSpace(machine);
    const text = JSON.stringify(made.series).replaceAll('"charmap":"others"', '"charmap":"UTF-8"');
    return { ...made, series: JSON.parse(text) as typeof made.series };
  };
  const gridsOf = (...machines: string[]) =>
    String(byteGrids(assignMarks(machines.map(named))).markup)
      .split('<li>')
      .slice(1);

  test('are one for each rule that was measured or published', () => {
    const grids = gridsOf('ours');
    expect(grids.map((grid) => /mt-mark--(\w+)/.exec(grid)![1])).toEqual(['measured', 'published']);
    expect(grids[0]).toContain('<span>2 bytes, in 3 locales</span>');
    expect(grids[1]).toContain('Published, and not measured here.');
  });

  test('of another machine are beside ours, by its name and with its mark, and what was published stands once', () => {
    const grids = gridsOf('ours', 'another');
    expect(grids.map((grid) => /mt-mark--(\w+)/.exec(grid)![1])).toEqual(['measured', 'second', 'published']);
    expect(grids.map((grid) => /<span>(ours|another)<\/span>/.exec(grid)?.[1])).toEqual(['ours', 'another', undefined]);
  });
});
