/**
 * The items in their order, another one first each round: whoever comes first after another kind of
 * request pays for what the load itself has to learn anew.
 */
export function rotate<Item>(items: readonly Item[], round: number): readonly Item[] {
  const from = round % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
