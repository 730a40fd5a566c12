import type { HTMLElement } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { articleOf, bare, homeEntryOf, rowOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { one, textOf, textsOf } from '@/e2e/built';
import { linesOf } from '@/kit/chart/made-up-chart';
import { claim, point, points, series, type Settings } from '@/kit/record/queries';

const article = articleOf('setenv');
const { page, record } = article;

const ADDING = { language: 'c', writer: 'new-names', fix: 'none' };
const GETENV = { ...ADDING, reader: 'getenv' };
const ON_GLIBC = { ...GETENV, library: 'glibc' };
const ON_MUSL = { ...GETENV, library: 'musl' };
/** Ways to fail, as the record and as readers call them, and how a bar shows them. */
const KINDS = [
  ['sigsegv_share', 'SIGSEGV', 'solid'],
  ['sigabrt_share', 'SIGABRT', 'pale'],
  ['other_signal_share', 'another signal', 'pale'],
  ['wrong_answer_share', 'wrong answer', 'hollow'],
  ['hung_share', 'hung', 'dashed'],
] as const;

/** A measure of a cell. */
const cellOf = (at: Settings, measure = 'failed_share') => point(series(record, 'cells'), at).values[measure]!;

test('the first sentences say how many programs failed, on each library and with a lock, as measured', () => {
  const [newer] = points(series(record, 'cells'), { ...GETENV, library: 'glibc-newer' });
  const [locked] = claim(record, 'lock-fixes').figures;
  const shares = [
    cellOf(ON_GLIBC),
    cellOf(ON_MUSL),
    ...(newer ? [newer.values['failed_share']!] : []),
    locked!.measured!,
  ];
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual(shares.map(({ value }) => written(value, 'share')));
  expect(page.querySelectorAll('.mt-lead .mt-inline-figure:not([data-figure="measured"])')).toEqual([]);
});

test('every series of the record but those of sentences can be downloaded beside a figure', () => {
  expect(seriesWithoutFile(article)).toEqual(['leak', 'moves', 'versions', 'placement', 'placement-batches']);
});

describe('the curves of survival', () => {
  const panels = page.querySelectorAll('#survival .mt-panels > li');

  test('are stairs within a band, one for each library that the record has, and named', () => {
    for (const reader of ['getenv', 'localtime', 'getaddrinfo']) {
      const { length } = points(series(record, 'cells'), { ...ADDING, reader });
      const panel = panels.find((each) => new RegExp(`^${reader}\\b`).test(textsOf(each, 'p')[0]!))!;
      const drawing = one(panel, '.mt-panels-wide svg[role="img"]');
      for (const part of ['stroke', 'area', 'label']) {
        expect(drawing.querySelectorAll(`.mt-${part}--measured`), `${reader} ${part}`).toHaveLength(length);
      }
    }
  });

  test('never rise, and where programs crash they fall', () => {
    const paths = panels.flatMap((panel) => panel.querySelectorAll('.mt-panels-wide .mt-stroke--measured'));
    const heights = paths.map((path) => linesOf(path.getAttribute('d')!).flatMap((line) => line.map(([, y]) => y)));
    expect(heights.length).toBeGreaterThan(0);
    for (const ys of heights) {
      expect(ys.length).toBeGreaterThanOrEqual(2);
      expect(ys).toEqual(ys.toSorted((a, b) => a - b));
    }
    expect(heights.filter((ys) => ys.at(-1)! > ys[0]! + 100).length).toBeGreaterThanOrEqual(2);
  });

  test('have every step in the table, with its interval', () => {
    const steps = points(series(record, 'survival'), ON_MUSL);
    const rows = page.querySelectorAll('#survival .mt-data tbody tr').map((row) => textsOf(row, 'td'));
    const cells = rows.filter(([reader, library]) => reader === 'getenv' && library?.startsWith('musl'));
    expect(cells).toHaveLength(steps.length);
    const { at, values } = steps.reduce((a, b) => (Number(a.at['seconds']) > Number(b.at['seconds']) ? a : b));
    const { value, low, high } = values['surviving_share']!;
    const last = cells.at(-1)!;
    expect(last).toContain(bare(Number(at['seconds']), 's'));
    expect(last).toContain(bare(value, 'share'));
    expect(last).toContain(`${bare(low, 'share')}–${bare(high, 'share')}`);
  });
});

describe('the matrix of crashes', () => {
  const table = one(page, '#cells .mt-crash-table');
  const cellsOf = (row: HTMLElement) => row.querySelectorAll('td');
  const inRow = (says: string) => cellsOf(rowOf(table, 'Another keeps setting new names', says));

  test('names the libraries with their versions, from the record', () => {
    const version = (name: string) =>
      String(point(series(record, 'versions'), { name }).at['version']).replace(/ \(.*/, '');
    expect(textsOf(table, 'thead th').slice(1, 3)).toEqual([version('glibc'), version('musl')]);
  });

  test('has the share of each cell and the ways to fail, as measured, and no one time for both modes', () => {
    for (const reader of ['getenv', 'localtime']) {
      for (const [index, library] of ['glibc', 'musl'].entries()) {
        const at = { ...ADDING, reader, library };
        const { values } = point(series(record, 'cells'), at);
        const failing = KINDS.filter(([measure]) => (values[measure]?.value ?? 0) > 0);
        const cell = inRow(reader)[index]!;
        expect(textsOf(cell, '.mt-inline-value')[0]).toBe(written(cellOf(at).value, 'share'));
        for (const [, says] of failing) expect(textOf(cell)).toContain(says);
        expect(cell.querySelectorAll('.mt-crash-part')).toHaveLength(failing.length);
        expect(textOf(cell)).not.toContain('half of these');
      }
    }
  });

  test('fills bars as far as programs failed', () => {
    const bar = one(inRow('getaddrinfo, in new threads')[0]!, '.mt-crash-bar');
    const lengthOf = (parts: string) =>
      bar.querySelectorAll(parts).reduce((sum, part) => sum + Number(part.getAttribute('width')), 0);
    const { value } = cellOf({ ...ADDING, reader: 'getaddrinfo', library: 'glibc' });
    expect(lengthOf('.mt-crash-part') / lengthOf('.mt-crash-all')).toBeCloseTo(value, 2);
  });

  test('has a cell’s interval and number of programs in its note', () => {
    const figure = inRow('getenv')[0]!.querySelector('.mt-inline-figure')!;
    const note = page.getElementById(figure.getAttribute('popovertarget')!)!.textContent;
    expect(note).toContain('95% interval');
    expect(note).toContain(`n = ${bare(cellOf(ON_GLIBC).n, 'programs')}`);
  });

  test('tells in its key the ways to fail that occur, and no others', () => {
    const drawn = new Set(
      table.querySelectorAll('td .mt-crash-part').map(({ classNames }) => /mt-crash-part--(\w+)/.exec(classNames)![1]),
    );
    const expected = KINDS.filter(([, , how]) => drawn.has(how)).map(([, says]) => says);
    expect(expected.length).toBeGreaterThan(0);
    expect(textsOf(page, '#cells .mt-figure-key > span')).toEqual([
      ...expected,
      '95% interval of all failures together',
    ]);
  });

  test('has every cell that it shows in its table', () => {
    const cells = table.querySelectorAll('td .mt-crash-bar').length;
    expect(cells).toBeGreaterThan(15);
    const rows = page.querySelectorAll('#cells .mt-data tbody tr').map((row) => textsOf(row, 'td'));
    expect(rows).toHaveLength(cells);
  });
});

test('the leak has what a call leaves behind, on both libraries', () => {
  const rates = series(record, 'leak-rates').points.filter(({ at }) => at['library'] !== 'glibc-newer');
  expect(wideChart(page, 'leak-rates').querySelectorAll('.mt-mark--measured')).toHaveLength(rates.length);
  const rate = point(series(record, 'leak-rates'), { library: 'glibc', operation: 'replace-with-new-values' });
  const rows = page.querySelectorAll('#leak-rates .mt-data tbody tr').map((row) => textsOf(row, 'td'));
  const [row] = rows.filter(([call]) => call === 'a new value for one name');
  expect(row![2]).toBe(bare(rate.values['bytes_per_call']!.value, 'B'));
});

test('what takes Go has a bar for each way to read that was measured', () => {
  const known = series(record, 'go').points;
  expect(known.length).toBeGreaterThan(0);
  expect(page.querySelectorAll('#go td .mt-crash-bar')).toHaveLength(known.length);
});

test('other languages have a bar for each condition that was measured', () => {
  const known = record.series.find(({ id }) => id === 'runtimes')?.points ?? [];
  expect(page.querySelectorAll('#runtimes td .mt-crash-bar')).toHaveLength(known.length);
});

test('on the home page, the picture has a curve and a name for each way to go on, and the figure is the claim’s', () => {
  const entry = homeEntryOf('setenv');
  const label = "share that failed: getenv beside setenv, the machine's C library";
  const share = claim(record, 'setenv-crashes-getenv').figures.find((figure) => figure.label === label);
  expect(textsOf(entry, 'strong')).toEqual([written(share!.measured!.value, share!.unit)]);
  expect(entry.querySelectorAll('svg.mt-thumbnail .curve')).toHaveLength(3);
  const names = textsOf(entry, 'svg.mt-thumbnail .name');
  expect(names).toEqual(['musl', 'glibc', 'with a lock'].map((name) => expect.stringMatching(new RegExp(`^${name}`))));
});
