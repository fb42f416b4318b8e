/** Finds the option with the fewest edits from `name`, if it is close enough to be a slip. */
export function findNearestOption(name: string, options: readonly string[]): string | undefined {
  const most = Math.min(2, Math.floor(name.length / 2))
  const [nearest] = [1, 2]
    .filter((edits) => edits <= most)
    .flatMap((edits) => options.filter((option) => countEdits(name, option) === edits))
  return nearest
}

/** Counts the edits between two words: the Levenshtein distance, row by row. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
