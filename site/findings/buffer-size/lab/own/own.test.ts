import { describe, expect, it } from 'vitest';
import { fittedTo, initial, source } from '../made-up';
import { lawOf, schemaFor } from '../state';
import type { Parsed } from '../tasks';
import { ownRows } from './csv';
import { asText, gridFor, ownFitRequest, tooLong } from './data';
import { lawAddress } from './law-address';
import { drawOwn, residualSpec } from './pictures';
import { MOST_CHARACTERS, schema } from './state';
import { errorLines, ownFigures, ownSentence } from './words';

const parsedOf = (bytes: number[], errors: Parsed['errors'] = []): Parsed => ({
  bytes: Float64Array.from(bytes),
  seconds: Float64Array.from(bytes, (size) => 1e-7 + size * 1e-11),
  lines: Float64Array.from(bytes.keys()),
  errors,
});
const three = parsedOf([1, 1024, 2 ** 20]);
const law = lawOf(initial);
const fitted = fittedTo(law, gridFor(three));

describe('the reader’s points', () => {
  it('of the record are two columns under a header', () => {
    const [header, first, ...others] = asText(source).split('\n');
    expect(header).toBe('bytes, seconds per call');
    expect(first).toBe('1, 1e-7');
    expect(others).toHaveLength(source.points.length - 1);
  });

  it('are drawn from the smallest to the largest, however far apart they are', () => {
    for (const bytes of [[7], [1, 2 ** 40], [5000, 100, 300]]) {
      const grid = gridFor(parsedOf(bytes));
      expect(grid[0]).toBeCloseTo(Math.min(...bytes), 6);
      expect(grid.at(-1)! / Math.max(...bytes)).toBeCloseTo(1, 9);
      expect(grid.length).toBeLessThan(1000);
    }
  });

  it('are fitted up to the peak as a line, and in all as a law with a cache', () => {
    expect(ownFitRequest({ ...schema.initial, fit: 'linear' }, three)).toMatchObject({ upToPeak: true, share: 0.95 });
    expect(ownFitRequest({ ...schema.initial, fit: 'knee' }, three)).toMatchObject({
      upToPeak: false,
      largestBytes: 2 ** 20,
    });
  });

  it('are not read where there is far too much', () => {
    expect(tooLong('x'.repeat(MOST_CHARACTERS))).toBeNull();
    expect(tooLong('x'.repeat(MOST_CHARACTERS + 1))).toContain('100,001 characters');
  });
});

describe('the pictures', () => {
  it('show whose points they are, each with its residual', () => {
    const svg = drawOwn(three, fitted, 'yours', 600);
    expect(svg.split('mt-mark--yours').length - 1).toBe(6);
    expect(drawOwn(three, fitted, 'measured', 600)).not.toContain('yours');
  });

  it('are there without points and without a fit', () => {
    for (const points of [[], [100], [1, 2 ** 40]]) {
      expect(drawOwn(parsedOf(points), null, 'yours', 328)).not.toContain('NaN');
    }
  });

  it('give residuals an axis that holds them', () => {
    const far = { ...fitted, residuals: Float64Array.from([0.3, -0.9, 7]) };
    expect(residualSpec(three, far, 'yours').y).toMatchObject({ ticks: [-10, 0, 10] });
  });
});

describe('the words', () => {
  it('give every cost with its interval, and none that there is not', () => {
    const figures = ownFigures({ share: 95 }, fitted);
    expect(figures.find(({ name }) => name === 'own-call')).toMatchObject({
      value: law.perCallS,
      note: '144\u00a0ns to 176\u00a0ns',
    });
    const line = ownFigures({ share: 95 }, fittedTo(lawOf({ ...initial, penalty: 0 })));
    expect(line.find(({ name }) => name === 'own-cache')).toMatchObject({ value: null, text: '–', note: '' });
    expect(ownFigures({ share: 95 }, null).every(({ value }) => value === null)).toBe(true);
  });

  it('say what is missing', () => {
    const wrong = parsedOf([], [{ line: 1, message: 'no.' }]);
    expect(ownSentence(schema.initial, wrong, null)).toBe('There are no points to fit. 1 line could not be read.');
    expect(ownSentence(schema.initial, parsedOf([1]), { kind: 'refused', why: 'Too few.' })).toBe(
      '1 point; no such fit: Too few.',
    );
  });

  it('name the first lines that could not be read, and count the others', () => {
    const errors = Array.from({ length: 20 }, (_, index) => ({ line: index + 1, message: 'no.' }));
    const lines = errorLines({ errors });
    expect(lines[0]).toBe('Line 1: no.');
    expect(lines.at(-1)).toBe('And 12 more lines.');
    expect(errorLines({ errors: errors.slice(0, 2) })).toHaveLength(2);
  });
});

it('the lab reads from the address the law that was fitted, and keeps what else it says', () => {
  const address = lawAddress('https://a.example/b/?view=time&own-share=90&penalty=9', { ...law, perCallS: 123.4e-9 });
  const { searchParams } = new URL(address);
  const { state, notes } = schemaFor({ fit: 'knee', costs: { call: 1, byte: 1, cache: 1024, penalty: 1 } }).read(
    searchParams,
  );
  expect(notes).toEqual([]);
  expect(state).toMatchObject({
    call: 123.4,
    byte: 0.0075,
    cache: 2 ** 18,
    penalty: 0.005,
    source: 'none',
    view: 'time',
  });
  expect(searchParams.get('own-share')).toBe('90');
});

it('the file has the points and what is fitted to them', () => {
  const rows = ownRows(schema.initial, three, fitted);
  expect(rows.filter(([kind]) => kind === 'point')).toHaveLength(3);
  expect(rows.filter(([kind]) => kind === 'residual')).toHaveLength(3);
  expect(ownRows(schema.initial, null, null).every(([kind]) => kind === 'parameter')).toBe(true);
});
