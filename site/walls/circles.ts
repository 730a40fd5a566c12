/** Dependencies by name: of files on files, or modules on modules. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Cycles in the graph: for each group of nodes that all reach each other, one shortest cycle, beginning and ending with the same node.
 * Empty where there is none.
 */
export function circles(graph: Graph): string[][] {
  const found: string[][] = [];
  const told = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue;
    const way = shortestWayRound(graph, start);
    if (!way) continue;
    found.push(way);
    // Other cycles with this node are mended together with this one.
    const forth = reachable(graph, start);
    for (const node of forth) if (reachable(graph, node).has(start)) told.add(node);
  }
  return found;
}

function shortestWayRound(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...wayTo(node, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(end);
  return before === undefined ? [end] : [...wayTo(before, cameFrom), end];
}

function reachable(graph: Graph, start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const next of graph.get(node) ?? []) seen.add(next);
  return seen;
}
