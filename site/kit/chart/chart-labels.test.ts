import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { chart, type Mark } from './chart.ts';
import { spec } from './made-up-chart.ts';

describe('labels', () => {
  const curves = (ys: readonly number[]): Mark[] =>
    ys.map((y, i) => ({
      mark: 'line',
      figure: 'exact',
      label: `curve ${i}`,
      points: [
        [0, 0],
        [10, y],
      ],
    }));

  test('curves that end together have labels apart', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 8 }), (ys) => {
        const at = parse(chart(spec({ marks: curves(ys) }), { width: 700 }))
          .querySelectorAll('.mt-label')
          .map((label) => Number(label.getAttribute('y')))
          .sort((a, b) => a - b);
        at.slice(1).forEach((y, i) => expect(y - at[i]!).toBeGreaterThanOrEqual(14.8));
      }),
    );
  });

  test('a narrow chart has a key where marks differ, and labels where they are drawn alike', () => {
    const width = 340;
    const differ = chart(
      spec({
        marks: [
          { ...curves([50])[0]!, label: 'exact' },
          { mark: 'dots', figure: 'measured', label: 'ours', points: [] },
        ],
      }),
      { width },
    );
    expect(parse(differ).querySelectorAll('.mt-stroke--exact')).toHaveLength(2);
    const alike = parse(chart(spec({ marks: curves([20, 80]) }), { width }));
    expect(alike.querySelectorAll('.mt-stroke--exact')).toHaveLength(2);
    expect(alike.querySelectorAll('.mt-label')).toHaveLength(2);
  });

  test('references that stand close turn their labels away from each other', () => {
    const drawing = parse(
      chart(
        spec({
          references: [
            { axis: 'x', value: 5, label: 'p99: 97' },
            { axis: 'x', value: 5.2, label: 'capacity 100', tone: 'limit' },
          ],
        }),
        { width: 600 },
      ),
    );
    expect(drawing.querySelectorAll('.mt-label').map((label) => label.getAttribute('text-anchor'))).toEqual([
      'end',
      'start',
    ]);
  });

  test('a level line has its label at the end that is asked for', () => {
    const drawing = parse(
      chart(
        spec({
          references: [
            { axis: 'y', value: 80, label: 'on the right' },
            { axis: 'y', value: 40, label: 'on the left', end: 'left' },
          ],
        }),
        { width: 600 },
      ),
    );
    const labels = drawing.querySelectorAll('.mt-label');
    expect(labels.map((label) => label.getAttribute('text-anchor'))).toEqual(['end', 'start']);
    expect(Number(labels[1]!.getAttribute('x'))).toBeLessThan(100);
  });

  test('names that stand in the plot are drawn over the lines of reference', () => {
    const long = 'a name that is much too long to stand beside so small a plot';
    const drawn = chart(
      spec({
        x: { kind: 'linear', title: 'x' },
        y: { kind: 'band', title: '', values: [long] },
        marks: [{ mark: 'dots', figure: 'measured', interval: 'x', points: [{ x: 5, y: long, low: 4, high: 6 }] }],
        references: [{ axis: 'x', value: 5, label: 'alike' }],
      }),
      { width: 300 },
    );
    expect(drawn.indexOf(`>${long}`)).toBeGreaterThan(drawn.indexOf('mt-reference'));
    expect(drawn.lastIndexOf('mt-reference')).toBeGreaterThan(-1);
  });
});
