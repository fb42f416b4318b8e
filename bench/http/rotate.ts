/**
 * Returns the items in order, starting with a different one each round. The first server after a
 * change of the request also pays for what the load generator has to optimize again.
 */
export function rotate<Item>(items: readonly Item[], round: number): readonly Item[] {
  const from = round % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
