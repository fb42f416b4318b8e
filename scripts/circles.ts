/** What each node leads to. */
export type Graph = ReadonlyMap<string, Iterable<string>>

/** Finds one circle through each group of nodes that lead to each other; it ends where it begins. */
export function findCircles(graph: Graph): readonly (readonly string[])[] {
  const finished = new Set<string>()
  const circles: string[][] = []

  function visit(node: string, way: readonly string[]): void {
    if (finished.has(node)) return
    const start = way.indexOf(node)
    if (start >= 0) {
      circles.push([...way.slice(start), node])
      return
    }
    for (const next of graph.get(node) ?? []) visit(next, [...way, node])
    finished.add(node)
  }

  for (const node of graph.keys()) visit(node, [])
  return circles
}
