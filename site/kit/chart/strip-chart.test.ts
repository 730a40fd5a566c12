import { describe, expect, test } from 'vitest';
import { madeUpRounds } from '@/kit/record/fixtures/rounds.ts';
import { chart, type DotMark } from './chart.ts';
import { keyOf } from './grammar.ts';
import { stripFigure, type StripChartOptions } from './strip-chart.ts';

const options: StripChartOptions = {
  title: 'Rounds',
  description: 'Made up.',
  series: 'conditions',
  rounds: 'rounds',
  rows: ['threads', 'placement'],
  measure: 'collision_share',
  xTitle: 'Share',
  rowTitle: 'Threads',
};

const dots = (figure: ReturnType<typeof stripFigure>) => figure.spec.marks as readonly DotMark[];

describe('a strip of rounds', () => {
  const figure = stripFigure([madeUpRounds()], options);
  const [rounds, predicted, medians, published] = dots(figure);

  test('has a row for each condition that was repeated, in order', () => {
    expect(figure.spec.y).toMatchObject({ kind: 'band', values: ['2, pinned', '4, free'] });
  });

  test('shows every round, behind the median with its interval', () => {
    expect(rounds).toMatchObject({ figure: 'measured', quiet: true });
    expect(rounds!.points.map(({ x, y }) => [x, y])).toEqual([
      [0, '2, pinned'],
      [0.02, '2, pinned'],
      [0.05, '2, pinned'],
      [0.03, '4, free'],
    ]);
    expect(medians!.points[0]).toEqual({ x: 0.02, y: '2, pinned', low: 0, high: 0.05 });
    expect(rounds!.lane).toBeLessThan(medians!.lane!);
  });

  test('sets what was predicted and published beside them, by their own marks', () => {
    expect([predicted!.figure, published!.figure]).toEqual(['predicted', 'published']);
    expect(published!.points).toEqual([{ x: 0.04, y: '2, pinned' }]);
    const svg = chart(figure.spec, { width: 400, height: 140 });
    expect(svg.match(/mt-stroke--predicted/g)).toHaveLength(2);
    expect(svg.match(/mt-mark--published/g)).toHaveLength(1);
  });

  test('starts its axis at nothing and holds all that it shows', () => {
    const [low, high] = (figure.spec.x as unknown as { domain: [number, number] }).domain;
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0.05);
  });

  test('has its figures as a table', () => {
    expect(figure.table.rows[0]).toEqual(['2, pinned', '3', '2.0% (0%–5.0%)', '0%', '5.0%', '2.5%', '4.0%']);
  });

  test('says in its key what a round and what a median is', () => {
    expect(keyOf(figure.spec.marks).map(({ text }) => text)).toEqual([
      'a round, measured',
      'predicted',
      'their median, with its interval',
      'published',
    ]);
  });
});

test('rounds of several kinds have no median, and none is predicted of them', () => {
  const figure = stripFigure([madeUpRounds()], { ...options, modes: { placement: 'pinned' } });
  const [rounds, predicted, medians, published] = dots(figure);
  expect(rounds!.points).toHaveLength(4);
  expect(published!.points).toHaveLength(1);
  expect(predicted!.points.map(({ y }) => y)).toEqual(['4, free']);
  expect(medians!.points.map(({ y }) => y)).toEqual(['4, free']);
  expect(figure.table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['2, pinned', '3', '', '0%'],
    ['4, free', '1', '3.0% (2.0%–4.0%)', '3.0%'],
  ]);
});

test('two machines share the rows, on lanes of their own', () => {
  const figure = stripFigure([madeUpRounds(), madeUpRounds('other')], options);
  expect(dots(figure).filter(({ figure: kind }) => kind === 'predicted')).toHaveLength(2);
  expect(dots(figure).filter(({ figure: kind }) => kind === 'published')).toHaveLength(1);
  const lanes = dots(figure).flatMap(({ figure: kind, lane }) => (kind === 'measured' ? [lane] : []));
  expect(new Set(lanes).size).toBe(4);
  expect(figure.spec.y).toMatchObject({ values: ['2, pinned', '4, free'] });
  expect(keyOf(figure.spec.marks).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['a round, made-up', 'a round, other', 'their median, made-up', 'their median, other']),
  );
  expect(figure.table.head[0]).toBe('Machine');
  expect(new Set(figure.table.rows.map(([machine]) => machine))).toEqual(new Set(['made-up', 'other']));
});

test('what is missing stops the build', () => {
  expect(() => stripFigure([], options)).toThrow('no record');
  expect(() => stripFigure([madeUpRounds()], { ...options, measure: 'nothing' })).toThrow('has no measure nothing');
});
