/** Processes the items in order, at most `lanes` at a time; the results have the same order. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [i, item] of queue) results[i] = await work(item)
    }),
  )
  return results
}
