import { expect, it } from 'vitest';
import { circles, type Graph } from './circles.ts';

const written = (graph: Graph): string[] => circles(graph).map((circle) => circle.join(' -> '));

const graph = (edges: string): Graph => {
  const nodes = new Map<string, Set<string>>();
  for (const [from, to] of edges.split(' ').map((edge) => edge.split('>') as [string, string]))
    nodes.set(from, (nodes.get(from) ?? new Set()).add(to));
  return nodes;
};

it('finds circles, each once, by one of the shortest ways round', () => {
  expect(written(graph('a>b b>c c>a c>d'))).toEqual(['a -> b -> c -> a']);
  expect(written(graph('a>b b>c c>b c>a x>y y>x'))).toEqual(['a -> b -> c -> a', 'x -> y -> x']);
  expect(written(graph('a>a'))).toEqual(['a -> a']);
});

it('finds none where all leads one way', () => {
  expect(written(graph('a>b a>c b>d c>d'))).toEqual([]);
});
