import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { ownPoints } from './own-points.ts';
import { ownTable } from './point-words.ts';

const head = ['Server', 'Items'];
const drawn = (...given: Parameters<typeof ownPoints>) => {
  const { attributes, marks } = ownPoints(...given);
  return parse(`<svg${attributes}>${marks}</svg>`).querySelector('svg')!;
};

test('each point names its row of the table that the drawing carries, and where it is', () => {
  const svg = drawn(head, [
    { figure: 'live', points: [{ x: 1.4, y: 2.6, cells: ['1', 'a "b" <c> & d'] }] },
    {
      figure: 'measured',
      points: [
        { x: 10, y: 20, cells: ['2', ''] },
        { x: 30, y: 40, cells: ['3', '7'] },
      ],
    },
  ]);
  expect(ownTable(svg.getAttribute('data-own-table')!)).toEqual({
    head,
    rows: [
      ['1', 'a "b" <c> & d'],
      ['2', ''],
      ['3', '7'],
    ],
  });
  const marks = svg.querySelectorAll('g');
  expect(marks.map((mark) => mark.getAttribute('data-rows'))).toEqual(['0', '1 2']);
  expect(marks.map((mark) => mark.getAttribute('data-at'))).toEqual(['1,3', '10,20 30,40']);
  expect(marks.map((mark) => mark.getAttribute('class'))).toEqual(['mt-read--live', 'mt-read--measured']);
  expect(svg.hasAttribute('data-down')).toBe(false);
});

test('a drawing whose points follow each other downwards says so', () => {
  const svg = drawn(head, [{ figure: 'live', points: [{ x: 0, y: 0, cells: ['1', '2'] }] }], true);
  expect(svg.hasAttribute('data-down')).toBe(true);
});

test('marks without points are left out, and a drawing without any says nothing', () => {
  expect(ownPoints(head, [{ figure: 'live', points: [] }])).toEqual({ attributes: '', marks: '' });
  const svg = drawn(head, [
    { figure: 'live', points: [] },
    { figure: 'second', points: [{ x: 0, y: 0, cells: ['1', '2'] }] },
  ]);
  expect(svg.querySelectorAll('g').map((mark) => mark.getAttribute('data-rows'))).toEqual(['0']);
});
