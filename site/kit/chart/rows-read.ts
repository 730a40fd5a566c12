/** The readable points of a drawing, for tests. */
import { parse } from 'node-html-parser';
import { ownTable } from './point-words.ts';

/** Cells and positions of the points of each mark of a drawing. */
export function rowsRead(svg: string): { cells: string[][][]; at: [number, number][][] } {
  const drawing = parse(svg).querySelector('svg')!;
  const { rows } = ownTable(drawing.getAttribute('data-own-table') ?? '');
  const all = (name: string) =>
    drawing.querySelectorAll('[data-rows]').map((mark) => mark.getAttribute(name)!.split(' '));
  return {
    cells: all('data-rows').map((named) => named.map((row) => [...rows[Number(row)]!])),
    at: all('data-at').map((places) => places.map((place) => place.split(',').map(Number) as [number, number])),
  };
}
